import { type Quantity, sum, ZERO } from '../../../../shared/quantity.ts'
import type { LotChange } from './lot-state.ts'

/** Units of a lot that came into the stock of a warehouse, or left it if they are negative. */
export interface StockFlow {
  readonly recNo: number
  readonly units: Quantity
  /** Null if the lot has none. */
  readonly price: Quantity | null
}

/** What changes of lots are to the stock of their warehouse: all that was there leaves, and all that is there comes. */
export const stockFlows = (changes: readonly LotChange[]): readonly StockFlow[] =>
  changes
    .flatMap(({ before, after }): StockFlow[] => [
      ...(before ? [{ recNo: after.recNo, units: before.inStock.times(-1), price: before.price }] : []),
      { recNo: after.recNo, units: after.inStock, price: after.price },
    ])
    .filter(({ units }) => !units.eq(ZERO))

export const worthOf = (flows: readonly StockFlow[]): Quantity =>
  sum(flows.map(({ units, price }) => (price ? units.times(price) : ZERO)))

export const unpricedOf = (flows: readonly StockFlow[]): Quantity =>
  sum(flows.map(({ units, price }) => (price ? ZERO : units)))
