import { type Quantity, ZERO } from '../../../../shared/quantity.ts'

/** Decimals that a value at the moving average is rounded to. */
const DECIMALS = 12

/** Units with a price, and what they are worth at their average. */
export interface Pool {
  readonly units: Quantity
  readonly value: Quantity
}

/** Units that come into a pool or, negative, leave it; those without a price count in none. */
export interface PoolChange {
  readonly units: Quantity
  readonly price: Quantity | null
}

/**
 * A pool after an entry: what leaves does so at the average, then what comes is added at the price of its lot, or at the
 * average if the entry takes an issue back. Units that only change their lot or spot neither leave nor come.
 */
export function changePool(pool: Pool, changes: readonly PoolChange[], isReversal: boolean): Pool {
  let { units, value } = pool
  for (const { units: left, price } of netByPrice(changes).filter((net) => net.units.lt(ZERO))) {
    value = units.eq(ZERO) ? value.plus(left.times(price)) : value.times(units.plus(left)).div(units)
    units = units.plus(left)
    if (units.eq(ZERO)) value = ZERO
  }
  for (const { units: came, price } of netByPrice(changes).filter((net) => net.units.gt(ZERO))) {
    const isAtAverage = isReversal && units.gt(ZERO)
    value = isAtAverage ? value.times(units.plus(came)).div(units) : value.plus(came.times(price))
    units = units.plus(came)
    if (units.eq(ZERO)) value = ZERO
  }
  return { units, value: value.round(DECIMALS) }
}

/** What came less what left, of each price. */
function netByPrice(changes: readonly PoolChange[]): { readonly units: Quantity; readonly price: Quantity }[] {
  const nets = new Map<string, { units: Quantity; price: Quantity }>()
  for (const { units, price } of changes)
    if (price) nets.set(price.toFixed(), { price, units: units.plus(nets.get(price.toFixed())?.units ?? ZERO) })
  return [...nets.values()]
}
