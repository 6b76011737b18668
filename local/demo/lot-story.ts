import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './demo-data.ts'
import { warehouses } from './registries.ts'
import type { DemoLot } from './stock.ts'

/** Receives a lot and lets happen to it what is planned. */
export function createLotStory(once: Once) {
  return async ({ receipt, fate }: DemoLot, number: number): Promise<void> => {
    const { itemID, units, wid } = receipt
    const { recNo: recno } = await once(`receipt-${number}`, inventory.receive, receipt)
    const whole = { itemID, units, wid, recno }
    const part = { ...whole, units: units > 1 ? Math.ceil(units / 4) : units }
    const reference = `SO-${5_000 + number}`
    switch (fate) {
      case 'issued':
        await once(`issue-${number}`, inventory.issue, { ...part, reasonCode: number % 2 === 0 ? 20 : 21, reference })
        break
      case 'used up':
        await once(`issue-${number}`, inventory.issue, { ...whole, reasonCode: 21, prodID: `WO-${800 + number}` })
        break
      case 'moved':
        await once(`move-${number}`, inventory.move, { ...whole, toSpot: `G-01-${1 + (number % 4)}` })
        break
      case 'shipped over': {
        const shipToWid = (wid % warehouses.length) + 1
        const transitSlip = `TS-${300 + number}`
        await once(`move-${number}`, inventory.move, { ...part, shipToWid, toSpot: 'DOCK-1', transitSlip })
        break
      }
      case 'held':
        await once(`hold-${number}`, inventory.hold, { recno, remark: 'Waiting for inspection' })
        break
      case 'stays':
        break
    }
  }
}
