import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { someUnits } from './order-lines.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** A new transit, or the receipt, return or end of one. */
export function nextTransitWrite({ random, recollection, items, scarceItems }: Surroundings): Wanted {
  const transit = recollection.recall(inventory.shipTransit)?.answer
  const chance = random()
  if (!transit || chance < 0.35) {
    const [wid = 1, shipToWid = 2] = random() < 0.5 ? [1, 2] : [2, 1]
    const from = random() < 0.2 ? scarceItems : items
    const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      itemID: pick(from, random),
      units: someUnits(random),
    }))
    return want(inventory.shipTransit, { slip: random() < 0.5 ? unique('TR') : undefined, wid, shipToWid, lines })
  }
  const { slip } = transit
  const { lineNo, shipped } = pick(transit.lines, random)
  if (chance < 0.8) {
    const accepted = random() < 0.4 ? shipped : Math.min(shipped, someUnits(random))
    const rejecting = random() < 0.3 && { rejected: 0.1, reasonCode: 20 }
    return want(inventory.receiveTransit, { slip, lines: [{ lineNo, accepted, spot: 'A', ...rejecting }] })
  }
  if (chance < 0.9) return want(inventory.returnTransit, { slip, lines: [{ lineNo, units: 0.1, spot: 'A' }] })
  if (chance < 0.95) return want(inventory.closeTransit, { slip, reasonCode: 20 })
  return want(inventory.cancelTransit, { slip })
}
