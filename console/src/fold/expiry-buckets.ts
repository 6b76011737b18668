import { DAY_MS } from '../../../shared/day.ts'
export const BUCKET_DAYS = 30
/** Lots that expire later than a year from now are one bucket. */
const BUCKETS = 12

export interface ExpiryBucket {
  /** `Expired`, `0–29 days`, …, `360 days or more`. */
  readonly title: string
  readonly lots: number
}

/** The moments at which the buckets end, in milliseconds since 1970; the last has no end. */
export const bucketEnds = (now: number): readonly number[] =>
  Array.from({ length: BUCKETS + 1 }, (_, at) => now + at * BUCKET_DAYS * DAY_MS)

/** How many of these lots expire before each of the moments. */
export const countBefore = (
  lots: readonly { readonly goodUntil: string | null }[],
  ends: readonly number[],
): number[] =>
  ends.map((end) => lots.filter(({ goodUntil }) => goodUntil !== null && Date.parse(goodUntil) < end).length)

/** Expired lots, a bucket for each 30 days of the next year, and the rest, from how many lots expire before each end. */
export const toExpiryBuckets = (expireBefore: readonly number[], total: number): ExpiryBucket[] =>
  [...expireBefore, total].map((count, at) => ({ title: titleOf(at - 1), lots: count - (expireBefore[at - 1] ?? 0) }))

function titleOf(bucket: number): string {
  if (bucket < 0) return 'Expired'
  const first = bucket * BUCKET_DAYS
  return bucket === BUCKETS ? `${first} days or more` : `${first}–${first + BUCKET_DAYS - 1} days`
}
