import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './data/once.ts'
import { warehouses } from './data/registries.ts'
import type { DemoLot } from './data/stock.ts'

/** Receives a lot now and carries out its follow-up. `number` makes the names of the operations unique. */
export async function createLotHistory(once: Once, { receipt, followUp }: DemoLot, number: number): Promise<void> {
  const { itemID, units, wid } = receipt
  const { recNo: recno } = await once(`receipt-${number}`, inventory.receive, receipt)
  const move = { itemID, units, wid, recno }
  if (followUp === 'move') await once(`move-${number}`, inventory.move, { ...move, toSpot: `G-01-${1 + (number % 4)}` })
  if (followUp === 'hold') await once(`hold-${number}`, inventory.hold, { recno, remark: 'Waiting for inspection' })
  if (followUp !== 'move to another warehouse') return
  const transit = { shipToWid: (wid % warehouses.length) + 1, toSpot: 'DOCK-1', transitSlip: `TS-${300 + number}` }
  await once(`move-${number}`, inventory.move, { ...move, units: Math.ceil(units / 4), ...transit })
}
