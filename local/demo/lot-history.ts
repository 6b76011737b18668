import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './once.ts'
import { warehouses } from './registries.ts'
import type { DemoLot } from './stock.ts'

/** Receives a lot and carries out its follow-up. `number` makes the names of the operations unique. */
export async function createLotHistory(once: Once, { receipt, followUp }: DemoLot, number: number): Promise<void> {
  const { itemID, units, wid } = receipt
  const { recNo: recno } = await once(`receipt-${number}`, inventory.receive, receipt)
  const whole = { itemID, units, wid, recno }
  const part = { ...whole, units: units > 1 ? Math.ceil(units / 4) : units }
  const reference = `SO-${5_000 + number}`
  switch (followUp) {
    case 'issue a part':
      await once(`issue-${number}`, inventory.issue, { ...part, reasonCode: number % 2 === 0 ? 20 : 21, reference })
      break
    case 'issue all':
      await once(`issue-${number}`, inventory.issue, { ...whole, reasonCode: 21, prodID: `WO-${800 + number}` })
      break
    case 'move':
      await once(`move-${number}`, inventory.move, { ...whole, toSpot: `G-01-${1 + (number % 4)}` })
      break
    case 'move to another warehouse': {
      const shipToWid = (wid % warehouses.length) + 1
      const transitSlip = `TS-${300 + number}`
      await once(`move-${number}`, inventory.move, { ...part, shipToWid, toSpot: 'DOCK-1', transitSlip })
      break
    }
    case 'hold':
      await once(`hold-${number}`, inventory.hold, { recno, remark: 'Waiting for inspection' })
      break
    case 'none':
      break
  }
}
