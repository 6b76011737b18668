import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { sumEffects } from '../../stock/engine/document-hooks.ts'
import type { DocumentEffect, Numbers, StockView } from '../../stock/engine/plan.ts'
import { type Chosen, chooseLots, totalUnits } from '../../stock/lots/choose-lots.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { findFreeUnits } from '../../stock/reservations/records/free-units.ts'
import { type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import { addToReservation, openReservation } from '../../stock/reservations/reservation-changes.ts'
import { findAllocatable } from '../../stock/reservations/reserved-stock.ts'
import type { ShippingLine as Line } from './shipping-order-line.ts'

/** Allocates stock to lines of one plan, each on what the lines before it leave. */
export function createAllocation(stock: StockView, numbers: Numbers, priority: number) {
  const left = new Map<string, Quantity>()
  const takenOf = new Map<number, Quantity>()

  const chooseFor = async ({ partNo, wid }: Line, wanted: Quantity): Promise<Chosen[]> => {
    const level = await stock.level(partNo, wid)
    const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
    const usable = (lot: Lot) => free(lot).minus(takenOf.get(lot._id) ?? ZERO)
    const lots = await stock.candidates({ partNo, wid }, 'issue', wanted, usable)
    const chosen = chooseLots(lots, smaller(wanted, totalUnits(lots, usable)), usable)
    for (const { lot, units } of chosen) takenOf.set(lot._id, units.plus(takenOf.get(lot._id) ?? ZERO))
    return chosen
  }

  /** Reserves up to the units wanted, fewer if there are fewer. */
  return async (line: Line, wanted: Quantity): Promise<DocumentEffect & { readonly units: Quantity }> => {
    const key = `${line.partNo}/${line.wid}`
    const most = left.get(key) ?? (await findAllocatable(stock, line.partNo, line.wid))
    const possible = smaller(wanted, most)
    if (line.allocate === 'none' || possible.lte(ZERO)) return { units: ZERO, figures: [], records: [] }
    const shares =
      line.allocate === 'lots'
        ? (await chooseFor(line, possible)).map(({ lot, units }) => ({ recno: lot._id, units }))
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
  { soNo, lineNo, partNo, shortID, wid }: Line,
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
  { partNo, wid, soNo, lineNo }: Line,
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
