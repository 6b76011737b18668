import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './data/repetition.ts'

const TRANSITS = 3

/** Makes transits from Main to East: TR-DEMO-01 is in transit, TR-DEMO-02 received in part, TR-DEMO-03 as a whole. */
export async function createDemoTransits(once: Once): Promise<number> {
  for (let truck = 1; truck <= TRANSITS; truck++) {
    const slip = `TR-DEMO-0${truck}`
    const lines = [
      { itemID: 'BOLT-M6-30', units: 40 },
      { itemID: 'NUT-M6', units: 60 },
    ]
    await once(slip, inventory.shipTransit, { slip, wid: 1, shipToWid: 2, remark: `Truck ${truck}`, lines })
  }
  await once('TR-DEMO-02-receive', inventory.receiveTransit, {
    slip: 'TR-DEMO-02',
    lines: [{ lineNo: 1, accepted: 30, spot: 'A-01-1', rejected: 2, reasonCode: 22 }],
  })
  await once('TR-DEMO-03-receive', inventory.receiveTransit, {
    slip: 'TR-DEMO-03',
    lines: [
      { lineNo: 1, accepted: 40, spot: 'A-01-1' },
      { lineNo: 2, accepted: 60, spot: 'A-01-2' },
    ],
  })
  return TRANSITS
}
