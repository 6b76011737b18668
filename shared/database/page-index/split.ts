import type { Bucket } from './compacted.ts'
import { compareKeys, type Listing, placeOf } from './indexed-list.ts'
import type { Key } from './page-index.model.ts'

/** Records in a bucket: a page's start is found by skipping at most about as many. */
export const BUCKET_SIZE = 256

/** A record of a list, as far as a directory knows it. */
export interface Placed {
  readonly at: Key
  readonly place: string
}

export const toPlaced = ({ key, place }: Listing, record: Readonly<Record<string, unknown>>): Placed => ({
  // The listing says that its key is one.
  at: record[key] as Key,
  place: placeOf(record[place]),
})

/** Cuts a stretch of the order into buckets of even size, the first of which begins at `from`; records of one key stay together. */
export function cut(from: Key, records: readonly Placed[]): Bucket[] {
  const size = Math.ceil(records.length / Math.max(1, Math.floor(records.length / BUCKET_SIZE)))
  const buckets: { from: Key; counts: Record<string, number> }[] = [{ from, counts: {} }]
  let inBucket = 0
  let previous: Key | undefined
  for (const { at, place } of records) {
    const isNewKey = previous === undefined || compareKeys(previous, at) !== 0
    if (inBucket >= size && isNewKey) {
      buckets.push({ from: at, counts: {} })
      inBucket = 0
    }
    const counts = buckets.at(-1)?.counts ?? {}
    counts[place] = (counts[place] ?? 0) + 1
    inBucket++
    previous = at
  }
  return buckets
}

/** How many records a bucket holds, seen or not. */
export const sizeOf = ({ counts }: Bucket): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
