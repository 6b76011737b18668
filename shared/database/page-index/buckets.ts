import type { ClientSession } from 'mongoose'
import { groupBy } from '../../process/group-by.ts'
import { BUCKET_SIZE, type Bucket, bucketAt, type Compacted, type StoredDelta, sizeOf, split } from './compacted.ts'
import { compareKeys, type IndexedList, type ListKey, projectionOf, toListKey } from './indexed-list.ts'
import type { Key } from './page-index.model.ts'

/** The most records that one transaction puts into new buckets, unless more have one key. */
const MAX_RECORDS_PER_RUN = 32 * BUCKET_SIZE
/** A bucket larger than this is split. */
const MAX_BUCKET_SIZE = 2 * BUCKET_SIZE

/** Matches the keys from `from` to before `until`; null means no limit. */
export const keysBetween = (from: Key | null, until: Key | null) => ({
  ...(from !== null && { $gte: from }),
  ...(until !== null && { $lt: until }),
})

/** New buckets after the compacted part of a list that was long before it was indexed; undefined if all is compacted. */
export async function compactMore(
  list: IndexedList,
  from: Key | null,
  session: ClientSession,
): Promise<{ buckets: Bucket[]; until: Key | null } | undefined> {
  if (from === null) return undefined
  const { records, until } = await readFirst(list, from, null, session)
  return { buckets: split(from, records), until }
}

/** The first records of a range, as many as one transaction takes, and where the others begin; `end` if there are none. */
async function readFirst(list: IndexedList, from: Key, end: Key | null, session: ClientSession) {
  for (let limit = MAX_RECORDS_PER_RUN; ; limit *= 2) {
    const records = await readKeys(list, from, end, session, limit)
    if (records.length < limit) return { records, until: end }
    // More records than were read may have the last key, so it is left for the next run.
    const last = records.at(-1)?.at ?? from
    const complete = records.filter(({ at }) => compareKeys(at, last) !== 0)
    if (complete.length > 0) return { records: complete, until: last }
  }
}

async function readKeys(
  list: IndexedList,
  from: Key | null,
  until: Key | null,
  session: ClientSession,
  limit: number,
): Promise<ListKey[]> {
  const { records, keyField } = list
  const found = await records
    .find({ [keyField]: keysBetween(from, until) }, { session, projection: projectionOf(list) })
    .sort({ [keyField]: 1 })
    .limit(limit)
    .toArray()
  return found.map((record) => toListKey(list, record))
}

/** Buckets after some deltas, and which of these they count. */
interface AppliedDeltas {
  readonly buckets: readonly Bucket[]
  readonly deltas: readonly StoredDelta[]
  /** Where the records were counted again: all deltas of these keys are in the counts, including those not read. */
  readonly recounted: readonly { readonly from: Key; readonly until: Key | null }[]
}

/** Applies deltas to their buckets, each bucket once with all that are given; splits a bucket that has become too large. */
export async function applyDeltas(
  list: IndexedList,
  { buckets, until: end }: Compacted,
  deltas: readonly StoredDelta[],
  session: ClientSession,
): Promise<AppliedDeltas> {
  const byBucket = groupBy(deltas, ({ at }) => bucketAt(buckets, at))
  const changed: Bucket[] = []
  const applied: StoredDelta[] = []
  const recounted: { from: Key; until: Key | null }[] = []
  for (const [index, changes] of byBucket) {
    const bucket = buckets[index]
    if (!bucket) throw new Error(`No bucket of ${list.name} covers ${String(changes[0]?.at)}`)
    const { from } = bucket
    const counted = withDeltas(bucket, changes)
    const until = buckets[index + 1]?.from ?? end
    if (sizeOf(counted) <= MAX_BUCKET_SIZE) {
      changed.push(counted)
      applied.push(...changes)
    } else {
      const split = await splitBucket(list, bucket, until, session)
      changed.push(...split.buckets)
      recounted.push({ from, until: split.until })
    }
  }
  return { buckets: changed, deltas: applied, recounted }
}

/**
 * Splits a bucket: its first records are counted again. What is left of what it counted, if it holds more records than one
 * transaction takes, is a bucket of its own.
 */
async function splitBucket(list: IndexedList, { from, counts }: Bucket, end: Key | null, session: ClientSession) {
  const { records, until } = await readFirst(list, from, end, session)
  const buckets = split(from, records)
  if (until === end || until === null) return { buckets, until }
  const deltas = await list.pageIndex
    .aggregate<Change>([
      { $match: { kind: 'delta', at: keysBetween(from, until) } },
      { $group: { _id: '$partitionKey', change: { $sum: '$change' } } },
      { $project: { _id: 0, partitionKey: '$_id', change: 1 } },
    ])
    .session(session)
  const moved = records.map(({ partitionKey }) => ({ partitionKey, change: -1 }))
  return { buckets: [...buckets, withDeltas({ from: until, counts }, [...deltas, ...moved])], until }
}

type Change = Pick<StoredDelta, 'partitionKey' | 'change'>

function withDeltas({ from, counts }: Bucket, deltas: readonly Change[]): Bucket {
  const changed = new Map(Object.entries(counts))
  for (const { partitionKey, change } of deltas) changed.set(partitionKey, (changed.get(partitionKey) ?? 0) + change)
  return { from, counts: Object.fromEntries([...changed].filter(([, count]) => count !== 0)) }
}
