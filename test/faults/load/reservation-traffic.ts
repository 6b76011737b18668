import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { someUnits } from './order-lines.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

const LONGEST_MS = 4_000

/** A new reservation, most of which end soon, or a change, an issue or the release of one. */
export function nextReservationWrite({ scarceItems, random, recollection }: Surroundings): Wanted {
  const soon = () => new Date(Date.now() + 500 + random() * LONGEST_MS).toISOString()
  const reserved = recollection.recall(inventory.createReservation)?.answer
  const chance = random()
  if (!reserved || chance < 0.55) {
    const lot = random() < 0.25 ? recollection.recall(inventory.receive)?.answer : undefined
    return want(inventory.createReservation, {
      itemID: lot?.shortID ?? pick(scarceItems, random),
      wid: lot?.wid ?? pick([1, 2], random),
      units: someUnits(random),
      reference: unique('CART'),
      shortage: random() < 0.5 ? 'partial' : 'reject',
      recno: lot?.recNo,
      expires: random() < 0.7 ? soon() : undefined,
    })
  }
  const { reservationID, itemID, wid, units, reference } = reserved
  if (chance < 0.7) return want(inventory.updateReservation, { reservationID, units: units + 0.1, expires: soon() })
  if (chance < 0.85) return want(inventory.issue, { itemID, wid, units, reasonCode: 20, reference })
  return want(inventory.releaseReservation, { reservationID })
}
