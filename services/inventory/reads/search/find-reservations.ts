import type { WarehouseScope } from '../../../../shared/contract/core/access.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import type { ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'
import { toReservation } from '../../stock/reservations/reservation-changes.ts'
import { type Hit, toHit } from './hit.ts'
import { type Looked, lookUp, matching } from './look-up.ts'
import { isSame } from './wanted.ts'

/** Reservations by number, and by reference those that do not belong to an order, which is found itself. */
export async function findReservations(
  model: Looked,
  text: string,
  { scope, limit }: { readonly scope: WarehouseScope; readonly limit: number },
): Promise<Hit[]> {
  const inScope = scope === 'all' ? [] : [{ wid: { $in: [...scope] } }]
  const ofReference = { limit, seen: [{ ofOrder: false }, ...inScope] }
  const { exact, prefix } = matching('reference', text)
  const [numbered, ...named] = await Promise.all([
    /^\d{1,10}$/.test(text) ? lookUp<ReservationRecord>(model, { _id: Number(text) }, { limit, seen: inScope }) : [],
    lookUp<ReservationRecord>(model, exact, ofReference),
    lookUp<ReservationRecord>(model, prefix, ofReference),
  ])
  const now = present()
  const toHits = (found: readonly ReservationRecord[], field: 'number' | 'reference') =>
    found.map((record) => {
      const { reservationID, itemID, reference, state: status } = toReservation(record, now)
      const key = String(reservationID)
      const value = field === 'number' ? key : reference
      return toHit({ kind: 'reservation', key, name: itemID, field, value, isExact: isSame(value, text), status })
    })
  return [...toHits(numbered, 'number'), ...toHits(named.flat(), 'reference')]
}
