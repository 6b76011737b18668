import { type Quantity, toNumber, ZERO } from '../../../shared/quantity.ts'
import type { LotState } from '../history/derive/lot-state.ts'

interface Bucket {
  readonly units: Quantity
  readonly value: Quantity
}

/** Units of lots in buckets, their value there, and the units of all that have no price. */
export interface InBuckets<B extends string> {
  readonly total: number
  readonly unpricedUnits: number
  units(bucket: B): number
  value(bucket: B): number
}

/** Puts what is in stock of lots into buckets; lots without one are left out. */
export function putInBuckets<B extends string>(
  lots: readonly LotState[],
  bucketOf: (lot: LotState) => B | undefined,
): InBuckets<B> {
  const buckets = new Map<B, Bucket>()
  let [total, unpriced] = [ZERO, ZERO]
  for (const lot of lots) {
    const { inStock, price } = lot
    const name = inStock.eq(ZERO) ? undefined : bucketOf(lot)
    if (!name) continue
    const bucket = buckets.get(name) ?? { units: ZERO, value: ZERO }
    const value = price ? inStock.times(price) : ZERO
    buckets.set(name, { units: bucket.units.plus(inStock), value: bucket.value.plus(value) })
    total = total.plus(inStock)
    if (!price) unpriced = unpriced.plus(inStock)
  }
  return {
    total: toNumber(total),
    unpricedUnits: toNumber(unpriced),
    units: (bucket) => toNumber(buckets.get(bucket)?.units ?? ZERO),
    value: (bucket) => toNumber(buckets.get(bucket)?.value ?? ZERO),
  }
}
