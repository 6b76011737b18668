import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { StockView } from '../../stock/engine/plan.ts'
import { type Chosen, type LotSelection, totalUnits, whyNot } from '../../stock/lots/choose-lots.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { chooseReservedFirst } from '../../stock/reservations/consume.ts'
import { findFreeUnits } from '../../stock/reservations/records/free-units.ts'
import { reservationsOf } from './allocate.ts'
import type { ShippingLine } from './shipping-order-line.ts'

/** Lots that may not be packed and are named. */
const MAX_NAMED = 5

interface ChosenForLine {
  readonly chosen: readonly Chosen[]
  /** Units that no lot serves. */
  readonly missing: Quantity
}

/**
 * Chooses the lots that lines are packed from, each from what the lines before it leave: those that the line's
 * reservations hold first, then as an issue chooses.
 */
export function createLotChoice(stock: StockView) {
  const takenOf = new Map<number, Quantity>()
  return async (line: ShippingLine, wanted: Quantity, recno?: number): Promise<ChosenForLine> => {
    const { partNo, wid } = line
    const reserved = await reservationsOf(line, stock)
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
