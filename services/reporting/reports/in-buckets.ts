import { type Quantity, toNumber, ZERO } from '../../../shared/quantity.ts'
import type { LotState } from '../history/derive/lot-state.ts'

interface Bucket {
  readonly units: Quantity
  readonly value: Quantity
}

/** Puts what is in stock of lots into buckets; lots without one are left out. */
export function putInBuckets<B extends string | number>(
  lots: readonly LotState[],
  bucketOf: (lot: LotState) => B | undefined,
) {
  const buckets = new Map<B, Bucket>()
  let [total, unpriced] = [ZERO, ZERO]
  for (const lot of lots) {
    const { inStock, price } = lot
    const name = inStock.eq(ZERO) ? undefined : bucketOf(lot)
    if (name === undefined) continue
    const bucket = buckets.get(name) ?? { units: ZERO, value: ZERO }
    const value = price ? inStock.times(price) : ZERO
    buckets.set(name, { units: bucket.units.plus(inStock), value: bucket.value.plus(value) })
    total = total.plus(inStock)
    if (!price) unpriced = unpriced.plus(inStock)
  }
  const units = (bucket: B) => toNumber(buckets.get(bucket)?.units ?? ZERO)
  const value = (bucket: B) => toNumber(buckets.get(bucket)?.value ?? ZERO)
  /** Two columns of each bucket, such as units30 and value30. */
  const columns = <N extends B>(names: readonly N[]) =>
    // Object.fromEntries loses which names there are.
    Object.fromEntries(
      names.flatMap((name) => [
        [`units${name}`, units(name)],
        [`value${name}`, value(name)],
      ]),
    ) as Readonly<Record<`${'units' | 'value'}${N}`, number>>
  return { total: toNumber(total), unpricedUnits: toNumber(unpriced), units, value, columns }
}
