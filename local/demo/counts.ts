import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './data/repetition.ts'

const spots = ['COUNT-A', 'COUNT-B']

/** Makes the demo's counts: CC-90001 awaits approval, CC-90002 is posted. Each bin has a difference and a found lot. */
export async function createDemoCounts(once: Once): Promise<number> {
  for (const [index, spot] of spots.entries()) {
    const countNo = `CC-9000${index + 1}`
    const received = { units: 200, wid: 1, reasonCode: 10, spot, reference: 'COUNT-DEMO', price: 0.08 }
    await once(`${countNo}-bolts`, inventory.receive, { ...received, itemID: 'BOLT-M6-16' })
    await once(`${countNo}-nuts`, inventory.receive, { ...received, itemID: 'NUT-M5' })
    await once(countNo, inventory.createCount, { countNo, wid: 1, spots: [spot], assignee: 'Early shift' })
    for (const [itemID, counted] of [
      ['BOLT-M6-16', 188],
      ['NUT-M5', 200],
      ['WASHER-M5', 50],
    ] as const)
      await once(`${countNo}-${itemID}`, inventory.countLine, { countNo, itemID, spot, counted })
    await once(`${countNo}-submit`, inventory.submitCount, { countNo })
  }
  const countNo = 'CC-90002'
  await once(`${countNo}-approve`, inventory.approveCount, { countNo })
  await once(`${countNo}-post`, inventory.postCount, { countNo, reasonIn: 12, reasonOut: 23 })
  return spots.length
}
