import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { sumEffects } from '../../stock/engine/document-hooks.ts'
import type { DocumentEffect, Numbers, StockView } from '../../stock/engine/plan.ts'
import { type Chosen, type LotSelection, totalUnits, whyNot } from '../../stock/lots/choose-lots.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { chooseReservedFirst } from '../../stock/reservations/consume.ts'
import { findFreeUnits } from '../../stock/reservations/records/free-units.ts'
import { type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import { addToReservation, openReservation } from '../../stock/reservations/reservation-changes.ts'
import { findAllocatable } from '../../stock/reservations/reserved-stock.ts'
import type { ShippingLine } from './shipping-order-line.ts'

/** Allocates stock to lines of one plan, each on what the lines before it leave. */
export function createAllocation(stock: StockView, numbers: Numbers, priority: number) {
  const left = new Map<string, Quantity>()
  const choose = createChoice(stock)

  /** Reserves up to the units wanted, fewer if there are fewer. */
  return async (line: ShippingLine, wanted: Quantity): Promise<DocumentEffect & { readonly units: Quantity }> => {
    const key = `${line.partNo}/${line.wid}`
    const most = left.get(key) ?? (await findAllocatable(stock, line.partNo, line.wid))
    const possible = smaller(wanted, most)
    if (line.allocate === 'none' || possible.lte(ZERO)) return { units: ZERO, figures: [], records: [] }
    const shares =
      line.allocate === 'lots'
        ? (await choose(line, possible, [])).chosen.map(({ lot, units }) => ({ recno: lot._id, units }))
        : [{ recno: null, units: possible }]
    const opened = []
    for (const share of shares) opened.push(await reserveFor(line, share, priority, stock, numbers))
    const units = sum(shares.map((share) => share.units))
    left.set(key, most.minus(units))
    return { units, ...sumEffects(opened) }
  }
}

/** A reservation that belongs to a line. */
export async function reserveFor(
  { soNo, lineNo, partNo, shortID, wid }: ShippingLine,
  { recno, units }: { readonly recno: number | null; readonly units: Quantity },
  priority: number,
  stock: StockView,
  numbers: Numbers,
): Promise<DocumentEffect> {
  const _id = await numbers.reservationID()
  const ofLine = { reference: soNo, line: lineNo, priority, expires: null, ofOrder: true }
  return openReservation({ _id, partNo, shortID, wid, recno, units, ...ofLine }, stock.now)
}

/** The active reservations of a line: those of the lots given first, then the newest. */
export async function reservationsOf(
  { partNo, wid, soNo, lineNo }: ShippingLine,
  stock: StockView,
  recNos: readonly number[] = [],
): Promise<ReservationRecord[]> {
  const found = await stock.records.find(reservations, { partNo, wid, state: 'Active', reference: soNo })
  const isFirst = ({ recno }: ReservationRecord) => recno !== null && recNos.includes(recno)
  return found
    .filter(({ ofOrder, line }) => ofOrder && line === lineNo)
    .sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)) || other._id - one._id)
}

/** Takes units off reservations, in their sequence. */
export function takeOff(
  reserved: readonly ReservationRecord[],
  units: Quantity,
  now: Date,
  ended: 'Consumed' | 'Released',
): DocumentEffect {
  let missing = units
  const shares: DocumentEffect[] = []
  for (const record of reserved) {
    const taken = smaller(toQuantity(record.remaining), missing)
    if (taken.lte(ZERO)) break
    missing = missing.minus(taken)
    shares.push(addToReservation(record, taken.times(-1), now, ended))
  }
  if (missing.gt(ZERO)) throw new Error(`The reservations of a line hold ${missing.toFixed()} units too few`)
  return sumEffects(shares)
}

/** Lots that may not be packed and are named. */
const MAX_NAMED = 5

interface ChosenForLine {
  readonly chosen: readonly Chosen[]
  /** Units that no lot serves. */
  readonly missing: Quantity
}

/** Chooses the lots that lines are packed from: those that the line's reservations hold first. */
export function createLotChoice(stock: StockView) {
  const choose = createChoice(stock)
  return async (line: ShippingLine, wanted: Quantity, recno?: number) =>
    choose(line, wanted, await reservationsOf(line, stock), recno)
}

/**
 * Chooses lots for lines, each from what the lines before it leave: those that reservations hold first, then as an issue
 * chooses.
 */
function createChoice(stock: StockView) {
  const takenOf = new Map<number, Quantity>()
  return async (
    { partNo, wid }: ShippingLine,
    wanted: Quantity,
    reserved: readonly ReservationRecord[],
    recno?: number,
  ): Promise<ChosenForLine> => {
    const level = await stock.level(partNo, wid)
    const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now }, reserved)
    const usable = (lot: Pick<Lot, '_id' | 'units'>) => free(lot).minus(takenOf.get(lot._id) ?? ZERO)
    const selection = { partNo, wid, recno }
    const lots = await stock.candidates(selection, 'issue', wanted, usable)
    const units = smaller(wanted, totalUnits(lots, usable))
    const chosen = await chooseReservedFirst(reserved, { selection, lots, units, usable }, stock)
    for (const { lot, units: taken } of chosen) {
      // What the line's own reservations hold of the lot was not free for the other lines before.
      const held = sum(reserved.filter((one) => one.recno === lot._id).map(({ remaining }) => toQuantity(remaining)))
      takenOf.set(lot._id, taken.minus(smaller(held, taken)).plus(takenOf.get(lot._id) ?? ZERO))
    }
    return { chosen, missing: wanted.minus(units) }
  }
}

/** Lots of the item in the warehouse that would have the units and may not be packed, the first of them. */
export async function findBarredLots({ partNo, wid }: LotSelection, units: Quantity, stock: StockView) {
  const reasonOf = (lot: Lot) => whyNot(lot, 'issue', false, stock.now)
  const barred = await stock.candidates({ partNo, wid }, 'count', units, (lot) => (reasonOf(lot) ? lot.units : ZERO))
  return barred.slice(0, MAX_NAMED).map((lot) => ({ recNo: lot._id, reason: reasonOf(lot) ?? '' }))
}
