const DAY_MS = 86_400_000
export const BUCKET_DAYS = 30
/** Lots that expire later than a year from now are one bucket. */
const BUCKETS = 12

export interface ExpiryBucket<Lot> {
  /** `Expired`, `0–29 days`, …, `360 days and later`. */
  readonly title: string
  readonly lots: readonly Lot[]
}

/** Lots by when they expire: the expired ones, a bucket for every 30 days of the next year, and the rest. */
export function toExpiryBuckets<Lot extends { readonly expires: string | null }>(
  lots: readonly Lot[],
  now: number,
): ExpiryBucket<Lot>[] {
  const byBucket = new Map<number, Lot[]>()
  for (const lot of lots) {
    if (lot.expires === null) continue
    const bucket = bucketOf(Date.parse(lot.expires) - now)
    byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), lot])
  }
  return Array.from({ length: BUCKETS + 2 }, (_, at) => ({ title: titleOf(at - 1), lots: byBucket.get(at - 1) ?? [] }))
}

const bucketOf = (aheadMs: number) =>
  aheadMs <= 0 ? -1 : Math.min(Math.floor(aheadMs / (BUCKET_DAYS * DAY_MS)), BUCKETS)

function titleOf(bucket: number): string {
  if (bucket < 0) return 'Expired'
  const first = bucket * BUCKET_DAYS
  return bucket === BUCKETS ? `${first} days and later` : `${first}–${first + BUCKET_DAYS - 1} days`
}
