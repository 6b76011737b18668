import type { Bucket } from './compacted.ts'
import { compareKeys, type ListKey } from './indexed-list.ts'
import type { Key } from './page-index.model.ts'

/** Records per bucket: a page skips at most about as many. */
export const BUCKET_SIZE = 256

/** Splits records, sorted by key, into buckets of even size, the first from `from` on. Records of one key share a bucket. */
export function split(from: Key, records: readonly ListKey[]): Bucket[] {
  const size = Math.ceil(records.length / Math.max(1, Math.floor(records.length / BUCKET_SIZE)))
  const buckets: { from: Key; counts: Record<string, number> }[] = [{ from, counts: {} }]
  let inBucket = 0
  let previous: Key | undefined
  for (const { at, partitionKey } of records) {
    const isNewKey = previous === undefined || compareKeys(previous, at) !== 0
    if (inBucket >= size && isNewKey) {
      buckets.push({ from: at, counts: {} })
      inBucket = 0
    }
    const counts = buckets.at(-1)?.counts ?? {}
    counts[partitionKey] = (counts[partitionKey] ?? 0) + 1
    inBucket++
    previous = at
  }
  return buckets
}

/** The number of records in a bucket, whatever their partition keys. */
export const sizeOf = ({ counts }: Bucket): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
