import { type Quantity, ZERO } from '../../../../shared/quantity.ts'
import type { Books, Pool } from './books.ts'
import { addLayers, differenceOf, type PriceChange, repriceLayers } from './layer.ts'
import type { LotChange } from './lot-state.ts'

/** A change of a lot's price counts for the units that the lot has; for those that were used it is only posted. */
export async function reprice({ before, after }: LotChange, books: Books): Promise<void> {
  if (!before || isSame(before.price, after.price)) return
  const { recNo, wid } = after
  const price = { from: before.price, to: after.price }
  const { inStock, aSN } = before
  books.post(wid, 'priceVariance', differenceOf(price, before.gone))
  books.post(wid, 'repriced', differenceOf(price, inStock.plus(aSN)))
  if (!inStock.eq(ZERO)) {
    const difference = differenceOf(price, inStock)
    const pool = books.pool(wid)
    const repriced = repricePool(pool, price, inStock)
    books.setPool(wid, repriced)
    books.post(wid, 'averageVariance', repriced.value.minus(pool.value).minus(difference))
    const queue = books.queue(wid)
    const { value } = queue.total()
    await queue.reprice(recNo, price, inStock)
    books.post(wid, 'fifoVariance', queue.total().value.minus(value).minus(difference))
  }
  if (aSN.eq(ZERO)) return
  const difference = differenceOf(price, aSN)
  const load = books.load(recNo, wid)
  const average = repricePool(load.average, price, aSN)
  const layers = repriceLayers(load.layers, price, aSN)
  books.setLoad({ ...load, lotValue: load.lotValue.plus(difference), average, layers })
  books.post(wid, 'averageVariance', average.value.minus(load.average.value).minus(difference))
  const changed = addLayers(layers).value.minus(addLayers(load.layers).value)
  books.post(wid, 'fifoVariance', changed.minus(difference))
}

/** What units are worth does not fall below 0, and none are worth nothing. */
function repricePool({ priced: before, value }: Pool, price: PriceChange, units: Quantity): Pool {
  const priced = before.plus(price.from ? ZERO : units).minus(price.to ? ZERO : units)
  const after = value.plus(differenceOf(price, units))
  return { priced, value: priced.eq(ZERO) || (priced.gt(ZERO) && after.lt(ZERO)) ? ZERO : after }
}

const isSame = (one: Quantity | null, other: Quantity | null): boolean => (one && other ? one.eq(other) : one === other)
