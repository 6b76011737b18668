import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { randomLines, someUnits } from './order-lines.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** A new purchase order, or a receipt against one, a change of it, or its end. */
export function nextPurchaseWrite(surroundings: Surroundings): Wanted {
  const { random, recollection, vendor } = surroundings
  const order = recollection.recall(inventory.createPurchaseOrder)?.answer
  const chance = random()
  if (!order || chance < 0.25) {
    const poNo = random() < 0.7 ? unique('PO') : undefined
    return want(inventory.createPurchaseOrder, { vendor, poNo, lines: randomLines(surroundings) })
  }
  const { poNo } = order
  if (chance < 0.35) {
    const received = recollection.recall(inventory.receive, ({ line }) => line !== undefined)?.answer
    if (received) return want(inventory.reverse, { transactionNo: received.transactionNo })
  }
  const { shortID: itemID, lineNo, units: ordered, warehouse: wid } = pick(order.lines, random)
  if (chance < 0.75) {
    const units = random() < 0.5 ? ordered : someUnits(random)
    const receipt = { itemID, units, wid, reasonCode: 10, spot: 'A' }
    return want(inventory.receive, { ...receipt, reference: poNo, line: lineNo })
  }
  if (chance < 0.83) return want(inventory.updatePurchaseOrder, { poNo, lines: [{ lineNo, units: ordered + 1 }] })
  if (chance < 0.88)
    return want(inventory.updatePurchaseOrder, { poNo, lines: [{ lineNo, close: true, reason: 'sold out' }] })
  return want(chance < 0.95 ? inventory.finalizePurchaseOrder : inventory.cancelPurchaseOrder, { poNo })
}
