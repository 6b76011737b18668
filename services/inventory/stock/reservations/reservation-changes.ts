import type { Reservation } from '../../../../shared/contract/inventory/reservations.ts'
import { type Quantity, toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { StockEntry } from '../engine/effect.ts'
import type { DocumentEffect, Numbers } from '../engine/plan.ts'
import { hasLapsed, type ReservationRecord, reservations } from './records/reservation.model.ts'

/** What a new reservation says. */
export type NewReservation = Pick<
  ReservationRecord,
  '_id' | 'partNo' | 'shortID' | 'wid' | 'recno' | 'reference' | 'line' | 'priority' | 'expires' | 'ofOrder'
> & { readonly units: Quantity }

/** Makes a reservation, and adds its units to the committed figure. */
export function openReservation(
  { units, ...fields }: NewReservation,
  now: Date,
): DocumentEffect & { record: ReservationRecord } {
  const stored = toStored(units)
  const record: ReservationRecord = {
    ...fields,
    hard: fields.recno !== null,
    units: stored,
    remaining: stored,
    state: 'Active',
    created: now,
    modified: now,
    version: 1,
  }
  return { record, figures: [committed(record, units)], records: [reservations.change(undefined, record)] }
}

/**
 * Adds units to what a reservation still holds; negative ones are taken off, and it ends in `ended` when nothing is
 * left.
 */
export function addToReservation(
  record: ReservationRecord,
  units: Quantity,
  now: Date,
  ended: 'Consumed' | 'Released' | 'Expired',
): DocumentEffect {
  const remaining = toQuantity(record.remaining).plus(units)
  if (remaining.lt(ZERO)) throw new Error(`Reservation ${record._id} would hold ${remaining.toFixed()} units`)
  const state = remaining.eq(ZERO) ? ended : 'Active'
  const after = { ...record, remaining: toStored(remaining), state, modified: now } as const
  return { figures: [committed(record, units)], records: [reservations.change(record, after)] }
}

export const committed = ({ _id, wid, reference, line }: ReservationRecord, units: Quantity) =>
  ({ figure: 'committed', wid, units, reference, line: line ?? 0, reservation: _id }) as const

/** The ledger's entry of what happens to a reservation. */
export async function toReservationEntry(
  { partNo, shortID, wid, reference, line }: ReservationRecord,
  numbers: Numbers,
  remark?: string,
): Promise<Omit<StockEntry, 'type' | 'units' | 'figures'>> {
  const attributes = { reference, remark, details: { ...(line !== null && { line }) } }
  return { transactionNo: await numbers.transactionNo(), partNo, shortID, wid, lots: [], attributes }
}

/** The reservation as it is returned: expired from the moment that it names, whether or not that is recorded. */
export function toReservation(record: ReservationRecord, now: Date): Reservation {
  const isOver = record.state === 'Active' && hasLapsed(record, now)
  return {
    reservationID: record._id,
    itemID: record.shortID,
    wid: record.wid,
    units: toNumber(record.units),
    remaining: isOver ? 0 : toNumber(record.remaining),
    recno: record.recno,
    reference: record.reference,
    line: record.line,
    ofOrder: record.ofOrder,
    priority: record.priority,
    expires: record.expires?.toISOString() ?? null,
    state: isOver ? 'Expired' : record.state,
  }
}
