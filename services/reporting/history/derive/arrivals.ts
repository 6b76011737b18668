import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, ZERO } from '../../../../shared/quantity.ts'
import { type StockPart, unitsOf } from './stock-parts.ts'

/** Units of a lot that came into the stock of a warehouse by a transaction; negative if it was reversed. */
export interface Arrival {
  readonly transactionNo: number
  readonly units: Quantity
}

/**
 * What an entry brings into a warehouse from outside of it, or, as a reversal, takes back of it: by recNo. Units that an
 * issue took and that its reversal brings back had come before.
 */
export function arrivalsOf(
  { type, transactionNo, reverses }: LedgerEntry,
  parts: readonly StockPart[],
): ReadonlyMap<number, Arrival> {
  const total = unitsOf(parts)
  if (type === 'reverse' ? total.gte(ZERO) : total.lte(ZERO)) return new Map()
  const arrivals = [...groupBy(parts, ({ recNo }) => recNo)].map(
    ([recNo, ofLot]) => [recNo, { transactionNo: reverses ?? transactionNo, units: unitsOf(ofLot) }] as const,
  )
  return new Map(arrivals.filter(([, { units }]) => !units.eq(ZERO)))
}
