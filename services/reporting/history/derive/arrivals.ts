import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { ArrivalRecord } from '../records/arrival.model.ts'
import { type LotChange, type LotState, lotId } from './lot-state.ts'
import { type StockPart, unitsOf } from './stock-parts.ts'

/** Units of a lot that came into the stock of a warehouse by a transaction, or only another price of the lot. */
export interface Arrival {
  readonly lot: LotState
  /** 0 if only the price has changed. */
  readonly transactionNo: number
  /** Negative if the transaction was reversed. */
  readonly units: Quantity
}

/** What an entry brings into a warehouse from outside or, as a reversal, takes back; and what prices it changes. */
export function arrivalsOf(
  entry: LedgerEntry,
  parts: readonly StockPart[],
  lots: readonly LotChange[],
): readonly Arrival[] {
  const brought = broughtBy(entry, parts)
  return lots.flatMap(({ before, after }): Arrival[] => {
    const units = brought.get(after.recNo) ?? ZERO
    if (!units.eq(ZERO)) return [{ lot: after, transactionNo: entry.reverses ?? entry.transactionNo, units }]
    return before && !isSame(before.price, after.price) ? [{ lot: after, transactionNo: 0, units }] : []
  })
}

export const toArrivalRecord = ({ lot, transactionNo, units }: Arrival): ArrivalRecord => ({
  _id: `${lotId(lot)}/${lot.sequence}`,
  partNo: lot.partNo,
  wid: lot.wid,
  recNo: lot.recNo,
  sequence: lot.sequence,
  at: lot.at,
  transactionNo,
  ...(!units.eq(ZERO) && { units: toStored(units) }),
  price: lot.price && toStored(lot.price),
})

/** Units by lot. Those that an issue took, and that its reversal brings back, had come before. */
function broughtBy({ type }: LedgerEntry, parts: readonly StockPart[]): ReadonlyMap<number, Quantity> {
  const total = unitsOf(parts)
  if (type === 'reverse' ? total.gte(ZERO) : total.lte(ZERO)) return new Map()
  return new Map([...groupBy(parts, ({ recNo }) => recNo)].map(([recNo, ofLot]) => [recNo, unitsOf(ofLot)]))
}

const isSame = (one: Quantity | null, other: Quantity | null): boolean => (one && other ? one.eq(other) : one === other)
