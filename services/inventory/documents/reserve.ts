import { AppError, validationError } from '../../../shared/contract/core/errors.ts'
import type {
  Reservation,
  ReservationChanges,
  ReservationInput,
} from '../../../shared/contract/inventory/reservations.ts'
import { isDayName } from '../../../shared/day.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../../../shared/quantity.ts'
import type { ItemRecord } from '../masters/item.model.ts'
import type { StockEffect } from '../stock/engine/effect.ts'
import type { Numbers, StockView } from '../stock/engine/plan.ts'
import { available, requireAvailable } from '../stock/levels/figures.ts'
import { whyNot } from '../stock/lots/choose-lots.ts'
import { endOf } from '../stock/lots/expiry.ts'
import { findFreeUnits } from '../stock/reservations/records/free-units.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../stock/reservations/records/reservation.model.ts'
import {
  addToReservation,
  committed,
  openReservation,
  toReservation,
  toReservationEntry,
} from '../stock/reservations/reservation-changes.ts'
import { findAllocatable } from '../stock/reservations/reserved-stock.ts'

type ReserveEffect = StockEffect<Reservation>

/** Reserves units of an item in a warehouse, or of one lot. */
export async function planReserve(
  input: ReservationInput,
  { _id: partNo, shortID }: ItemRecord,
  stock: StockView,
  numbers: Numbers,
): Promise<ReserveEffect> {
  const { wid, recno = null, reference = '', line = null, priority = 0, shortage } = input
  const expires = await toEnd(input.expires, wid, stock)
  const wanted = toQuantity(input.units)
  const most =
    recno === null ? await findAllocatable(stock, partNo, wid) : await findInLot(recno, { partNo, wid }, stock)
  const units = shortage === 'partial' && most.gt(ZERO) ? smaller(wanted, most) : wanted
  requireAvailable(units, most)
  const _id = await numbers.reservationID()
  const fields = { _id, partNo, shortID, wid, recno, reference, line, priority, expires, ofOrder: false }
  const { record, figures, records } = openReservation({ ...fields, units }, stock.now)
  const entry = { ...(await toReservationEntry(record, numbers)), type: 'reserve', units, figures } as const
  return {
    entries: [entry],
    records,
    ...(expires && { expiries: [{ partNo, also: expires }] }),
    result: toReservation(record, stock.now),
  }
}

/** Changes an active reservation; more units are reserved only if they are there. */
export async function planUpdate(
  { reservationID, units, expires, priority }: ReservationChanges,
  stock: StockView,
  numbers: Numbers,
): Promise<ReserveEffect> {
  const record = requireOwn(requireActive(await get(reservationID, stock), stock.now))
  const { partNo, wid, recno } = record
  const end = expires === undefined ? record.expires : await toEnd(expires, wid, stock)
  const consumed = toQuantity(record.units).minus(toQuantity(record.remaining))
  const wanted = units === undefined ? toQuantity(record.units) : toQuantity(units)
  if (wanted.lte(consumed)) {
    const message = `Reservation ${reservationID}: ${consumed.toFixed()} units are consumed.`
    throw new AppError('conflict', message)
  }
  const added = wanted.minus(toQuantity(record.units))
  if (added.gt(ZERO))
    requireAvailable(
      added,
      recno === null ? await findAllocatable(stock, partNo, wid) : await findInLot(recno, record, stock),
    )
  const after = {
    ...record,
    units: toStored(wanted),
    remaining: toStored(wanted.minus(consumed)),
    expires: end,
    priority: priority ?? record.priority,
    modified: stock.now,
  }
  const type = added.gt(ZERO) ? 'reserve' : 'unreserve'
  const entries = added.eq(ZERO)
    ? []
    : [
        {
          ...(await toReservationEntry(record, numbers)),
          type,
          units: added.abs(),
          figures: [committed(record, added)],
        } as const,
      ]
  return {
    entries,
    records: [reservations.change(record, after)],
    ...(end && { expiries: [{ partNo, also: end }] }),
    result: toReservation(after, stock.now),
  }
}

/** Releases a reservation; one that is released already stays as it is. */
export async function planRelease(reservationID: number, stock: StockView, numbers: Numbers): Promise<ReserveEffect> {
  const record = await get(reservationID, stock)
  if (record.state === 'Released') return { entries: [], result: toReservation(record, stock.now) }
  requireOwn(requireActive(record, stock.now))
  const units = toQuantity(record.remaining)
  const { figures, records } = addToReservation(record, units.times(-1), stock.now, 'Released')
  const entry = { ...(await toReservationEntry(record, numbers)), type: 'unreserve', units, figures } as const
  const after: ReservationRecord = { ...record, state: 'Released', remaining: toStored(ZERO) }
  return { entries: [entry], records, result: toReservation(after, stock.now) }
}

async function get(reservationID: number, stock: StockView): Promise<ReservationRecord> {
  const record = await stock.records.get(reservations, reservationID)
  if (!record) throw new Error(`Reservation ${reservationID} is gone`)
  return record
}

function requireActive(record: ReservationRecord, now: Date): ReservationRecord {
  const { state } = toReservation(record, now)
  if (state !== 'Active') throw new AppError('conflict', `Reservation ${record._id} is ${state}.`)
  return record
}

function requireOwn(record: ReservationRecord): ReservationRecord {
  if (!record.ofOrder) return record
  throw new AppError('conflict', `Reservation ${record._id} belongs to shipping order ${record.reference}.`)
}

async function toEnd(expires: string | null | undefined, wid: number, stock: StockView): Promise<Date | null> {
  if (expires === undefined || expires === null) return null
  const end = isDayName(expires) ? endOf(expires, await stock.daysOf(wid)) : new Date(expires)
  if (hasLapsed({ expires: end }, stock.now))
    throw validationError({ expires: ['The field expires must be in the future.'] })
  return end
}

/**
 * Units of a lot that may be reserved. Throws 400 if it is not one of the item in the warehouse, 409 if it may not be
 * issued.
 */
async function findInLot(
  recno: number,
  { partNo, wid }: Pick<ReservationRecord, 'partNo' | 'wid'>,
  stock: StockView,
): Promise<Quantity> {
  const lot = await stock.lot(recno)
  if (lot?.partNo !== partNo || lot.wid !== wid)
    throw validationError({ recno: ['The field recno must name a lot that matches the request.'] })
  const reason = whyNot(lot, 'issue', true, stock.now)
  if (reason) throw new AppError('conflict', `Lot ${recno} is ${reason}.`)
  const level = await stock.level(partNo, wid)
  const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
  // As an issue: what is reserved rests on lots that have not expired.
  const left = lot.expires <= stock.now ? available(level) : await findAllocatable(stock, partNo, wid)
  return smaller(free(lot), left)
}
