import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { randomLines, someUnits } from './order-lines.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** A new work order, an issue of one of its components or the reversal of one, or its start or end. */
export function nextWorkWrite(surroundings: Surroundings): Wanted {
  const { random, recollection } = surroundings
  const order = recollection.recall(inventory.createWorkOrder)?.answer
  const chance = random()
  if (!order || chance < 0.2) {
    const woNo = random() < 0.7 ? unique('WO') : undefined
    return want(inventory.createWorkOrder, { woNo, description: 'Cabinet', lines: randomLines(surroundings) })
  }
  const { woNo } = order
  if (chance < 0.3) return want(inventory.startWorkOrder, { woNo })
  if (chance < 0.4) return want(inventory.closeWorkOrder, { woNo })
  if (chance < 0.48) {
    const issued = recollection.recall(inventory.issue, ({ line }) => line !== undefined)?.answer
    if (issued) return want(inventory.reverse, { transactionNo: issued.transactionNo })
  }
  const { shortID: itemID, lineNo: line, warehouse: wid } = pick(order.lines, random)
  return want(inventory.issue, { itemID, units: someUnits(random), wid, reasonCode: 20, reference: woNo, line })
}
