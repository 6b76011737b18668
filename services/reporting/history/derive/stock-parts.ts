import type { LedgerEntry, LotFacts, LotStep } from '../../../../shared/contract/inventory/inventory.ts'
import { type Decimal, toDecimal, ZERO } from '../../decimal.ts'

/** A lot that an entry changed, with its facts. */
export type ChangedLot = LotStep & { readonly facts: LotFacts }

/** Units of a lot that came into the stock of a warehouse, or left it if they are negative. */
export interface StockPart {
  readonly wid: number
  readonly recNo: number
  readonly units: Decimal
  /** Null if the lot has none. */
  readonly price: Decimal | null
}

/** The lots of an entry. Throws if one has no facts: the entry was to be completed by then. */
export function changedLots({ transactionNo, lots }: LedgerEntry): readonly ChangedLot[] {
  return lots.map((lot) => {
    const { facts } = lot
    if (!facts) throw new Error(`Lot ${lot.recNo} of transaction ${transactionNo} has no facts`)
    return { ...lot, facts }
  })
}

/**
 * What an entry takes out of stock and brings in, lot by lot: all that was there leaves and all that is there comes, so that
 * sums are the same in whatever sequence entries arrive.
 */
export function stockParts(entry: LedgerEntry): readonly StockPart[] {
  return changedLots(entry).flatMap(({ recNo, wid, unitsBefore, unitsAfter, facts }): StockPart[] => {
    const { before, inTransit, price } = facts
    if (recNo === null) return []
    const parts: StockPart[] = []
    if (before && !before.inTransit)
      parts.push({ wid: before.wid, recNo, units: toDecimal(unitsBefore).times(-1), price: toPrice(before.price) })
    if (!inTransit) parts.push({ wid, recNo, units: toDecimal(unitsAfter), price: toPrice(price) })
    return parts.filter(({ units }) => !units.eq(ZERO))
  })
}

const toPrice = (price: number | null) => (price === null ? null : toDecimal(price))
