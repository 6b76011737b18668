import { AppError } from '../../../../shared/contract/core/errors.ts'
import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { sumEffects } from '../engine/document-hooks.ts'
import type { DocumentEffect, StockView } from '../engine/plan.ts'
import type { LedgerRecord } from '../ledger/ledger.model.ts'
import type { LevelFigures } from '../levels/level.model.ts'
import { type Chosen, chooseLots, isSelected, type LotSelection, whyNot } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'
import { type FreeUnits, findFreeUnits } from './records/free-units.ts'
import { hasLapsed, type ReservationRecord, reservations } from './records/reservation.model.ts'
import { addToReservation } from './reservation-changes.ts'

interface NamedStock {
  readonly partNo: number
  readonly wid: number
  readonly level: LevelFigures
  readonly reference?: string | undefined
  readonly line?: number | undefined
}

/**
 * The active reservations that an issue with this reference and line consumes, hard ones first, then the oldest: those
 * of the reference whose line is the same, and those without a line (docs/orders.md#reservations). What shipping orders
 * reserve is packed.
 */
export async function findReservations(
  stock: StockView,
  { partNo, wid, level, reference, line }: NamedStock,
): Promise<ReservationRecord[]> {
  if (!reference || level.committed.lte(ZERO)) return []
  const found = await stock.records.find(reservations, { partNo, wid, state: 'Active', reference })
  return found
    .filter(
      (record) => !record.ofOrder && !hasLapsed(record, stock.now) && (record.line === null || record.line === line),
    )
    .sort((one, other) => Number(other.hard) - Number(one.hard) || one._id - other._id)
}

/** Where units are taken from: the lots that may be chosen, and how much of each is usable. */
interface Choice {
  readonly selection: LotSelection
  readonly lots: readonly Lot[]
  readonly units: Quantity
  readonly usable: FreeUnits
}

/** Chooses lots as `chooseLots` does, but first those that the reservations hold. */
export async function chooseReservedFirst(
  reserved: readonly ReservationRecord[],
  { selection, lots, units, usable }: Choice,
  stock: StockView,
): Promise<Chosen[]> {
  const chosen = new Map<number, Chosen>()
  const take = (lot: Lot, taken: Quantity) => {
    if (taken.gt(ZERO)) chosen.set(lot._id, { lot, units: taken.plus(chosen.get(lot._id)?.units ?? ZERO) })
  }
  const left = (lot: Lot) => usable(lot).minus(chosen.get(lot._id)?.units ?? ZERO)
  let missing = units
  for (const { recno, remaining } of reserved) {
    const lot = recno === null ? undefined : await stock.lot(recno)
    if (!lot || !isSelected(lot, selection) || whyNot(lot, 'issue', false, stock.now)) continue
    const taken = smaller(smaller(toQuantity(remaining), missing), left(lot))
    take(lot, taken)
    missing = missing.minus(taken)
  }
  for (const { lot, units: taken } of chooseLots(lots, missing, left)) take(lot, taken)
  return [...chosen.values()]
}

export interface Consumed extends DocumentEffect {
  /** Units that the reservations held. */
  readonly units: Quantity
}

/** Takes chosen units off reservations: hard ones give what comes from their lot, the others the rest. */
export function consumeReservations(
  reserved: readonly ReservationRecord[],
  chosen: readonly Chosen[],
  now: Date,
): Consumed {
  const left = new Map(chosen.map(({ lot, units }) => [lot._id, units]))
  let missing = sum(left.values())
  const effects: DocumentEffect[] = []
  for (const record of reserved) {
    const most = record.recno === null ? missing : (left.get(record.recno) ?? ZERO)
    const taken = smaller(smaller(toQuantity(record.remaining), most), missing)
    if (taken.lte(ZERO)) continue
    if (record.recno !== null) left.set(record.recno, most.minus(taken))
    missing = missing.minus(taken)
    effects.push(addToReservation(record, taken.times(-1), now, 'Consumed'))
  }
  return { ...sumEffects(effects), units: sum(chosen.map(({ units }) => units)).minus(missing) }
}

interface Reopened {
  readonly effects: readonly DocumentEffect[]
  /** When reservations end that hold units again. */
  readonly ends: readonly Date[]
}

/** Gives units back to the reservations that an issue consumed; what has ended since stays ended, and its units are free. */
export async function reopenReservations(stock: StockView, changes: LedgerRecord['figures']): Promise<Reopened> {
  const effects: DocumentEffect[] = []
  const ends: Date[] = []
  for (const { reservation, units } of changes) {
    const record = reservation === undefined ? undefined : await stock.records.get(reservations, reservation)
    if (!record) throw new Error(`Reservation ${reservation} is gone`)
    const isOpen = (record.state === 'Active' || record.state === 'Consumed') && !hasLapsed(record, stock.now)
    if (!isOpen) continue
    effects.push(addToReservation(record, toQuantity(units).times(-1), stock.now, 'Consumed'))
    if (record.expires) ends.push(record.expires)
  }
  return { effects, ends }
}

/** Throws 409 if fewer units would be left in a lot than are reserved in it or packed from it. */
export async function requireUnreserved(stock: StockView, lot: Lot, left: Quantity): Promise<void> {
  const { partNo, wid } = lot
  const level = await stock.level(partNo, wid)
  const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
  const reserved = lot.units.minus(free(lot))
  if (reserved.gt(left))
    throw new AppError('conflict', `${reserved.toFixed()} units of lot ${lot._id} are reserved or packed.`)
}
