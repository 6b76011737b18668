import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { randomLines, someUnits } from './order-lines.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** A new shipping order, or the next step of one. */
export function nextShippingWrite(surroundings: Surroundings): Wanted {
  const { random, recollection, customer } = surroundings
  const order = recollection.recall(inventory.createShippingOrder)?.answer
  const chance = random()
  if (!order || chance < 0.3) {
    return want(inventory.createShippingOrder, {
      customer,
      soNo: random() < 0.7 ? unique('SO') : undefined,
      priority: Math.floor(random() * 3),
      allocate: pick(['soft', 'soft', 'lots', 'none'] as const, random),
      shortage: pick(['backorder', 'backorder', 'partial', 'reject'] as const, random),
      lines: randomLines(surroundings),
    })
  }
  const { soNo } = order
  const { lineNo, units: ordered } = pick(order.lines, random)
  if (chance < 0.6) {
    const units = random() < 0.5 ? ordered : someUnits(random)
    const short = random() < 0.1 ? 'not found' : undefined
    return want(inventory.packShippingOrder, { soNo, lines: [{ lineNo, units, short }] })
  }
  const packed = recollection.recall(inventory.packShippingOrder)
  if (packed && chance < 0.7)
    return want(inventory.shipShippingOrder, { soNo: packed.answer.soNo, tracking: unique('TRACK') })
  if (packed && chance < 0.8) {
    // What was packed, in full or in part.
    const lines = inventory.unpackShippingOrder.input
      .parse(packed.input)
      .lines.map(({ lineNo: packedLine, units }) => ({ lineNo: packedLine, units: random() < 0.5 ? units : 0.1 }))
    return want(inventory.unpackShippingOrder, { soNo: packed.answer.soNo, lines })
  }
  if (chance < 0.87) return want(inventory.allocateShippingOrder, { soNo })
  if (chance < 0.93) return want(inventory.updateShippingOrder, { soNo, lines: [{ lineNo, units: someUnits(random) }] })
  return want(inventory.cancelShippingOrder, { soNo })
}
