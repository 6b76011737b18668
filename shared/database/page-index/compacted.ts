import type { ClientSession, Types } from 'mongoose'
import { compareKeys, type IndexedList, type ListKey } from './indexed-list.ts'
import {
  bucketId,
  type Key,
  type PageIndexBucket,
  type PageIndexDelta,
  type PageIndexState,
} from './page-index.model.ts'

/** The compacted part of a list after one compaction. Immutable: the next compaction yields another one. */
export interface Compacted {
  readonly createdAt: number | undefined
  readonly version: number
  readonly until: Key | null
  /** Sorted by their first key; the first one begins at the list's lowest key. */
  readonly buckets: readonly Bucket[]
}

export type Bucket = Pick<PageIndexBucket, 'from' | 'counts'>
export type StoredDelta = PageIndexDelta & { readonly _id: Types.ObjectId }

const BATCH_SIZE = 250
const DELTAS_AT_ONCE = 4_096

/** The value before the first compaction. */
export const nothingCompacted = ({ lowestKey }: IndexedList): Compacted => ({
  createdAt: undefined,
  version: 0,
  until: lowestKey,
  buckets: [],
})

/** The most deltas that are read at once; more are summed bucket by bucket. */
export const MAX_CHANGES = 10_000

/** The deltas of a partition, or the state. */
export interface ChangingPart {
  readonly _id: { readonly kind: 'state' | 'delta'; readonly partitionKey?: string }
  readonly at: readonly Key[]
  readonly change: readonly number[]
  readonly version: number | null
  readonly createdAt: number | null
}

/** The state and the deltas that `changingBuckets` has found. */
export function readChanging(parts: readonly ChangingPart[]) {
  const state = parts.find(({ _id }) => _id.kind === 'state')
  const deltas = parts.flatMap(({ _id: { partitionKey }, at, change }) =>
    partitionKey === undefined
      ? []
      : at.map((key, index) => ({ kind: 'delta' as const, at: key, partitionKey, change: change[index] ?? 0 })),
  )
  return { state: state && { version: state.version ?? 0, createdAt: state.createdAt ?? undefined }, deltas }
}

/**
 * Reads the state and the deltas of the compacted part: all of a page index that changes between compactions. One record for
 * each partition is a third of the work of one for each delta.
 */
export const changingBuckets = (until: Key | null) => [
  { $match: { $or: [{ kind: 'state' }, deltasBelow(until)] } },
  { $limit: MAX_CHANGES },
  {
    $group: {
      _id: { kind: '$kind', partitionKey: '$partitionKey' },
      at: { $push: '$at' },
      change: { $push: '$change' },
      version: { $first: '$version' },
      createdAt: { $first: '$createdAt' },
    },
  },
]

/** Reads the compacted part; only those buckets that are newer than the known ones. */
export async function readCompacted(list: IndexedList, known: Compacted, session: ClientSession): Promise<Compacted> {
  const state = await list.pageIndex.findOne({ kind: 'state' }).session(session).lean<PageIndexState>()
  return state ? readBuckets(list, known, state, session) : nothingCompacted(list)
}

const deltasBelow = (until: Key | null) => ({ kind: 'delta' as const, ...(until !== null && { at: { $lt: until } }) })

/** The first deltas of the compacted part, at most so many. */
export const readDeltas = ({ pageIndex }: IndexedList, { until }: Compacted, most: number, session: ClientSession) =>
  pageIndex.find(deltasBelow(until)).sort({ at: 1 }).limit(most).session(session).lean<StoredDelta[]>()

/** What all deltas of the compacted part come to, one for each bucket and section: that fits, however many there are. */
export async function sumDeltas(
  { pageIndex }: IndexedList,
  { buckets, until }: Compacted,
  session: ClientSession,
): Promise<PageIndexDelta[]> {
  const sums = new Map<string, PageIndexDelta>()
  const options = { session, projection: { _id: 0, at: 1, partitionKey: 1, change: 1 }, batchSize: DELTAS_AT_ONCE }
  const deltas = pageIndex.collection.find<PageIndexDelta>(deltasBelow(until), options)
  for await (const { at, partitionKey, change } of deltas) {
    const key = `${bucketAt(buckets, at)}/${partitionKey}`
    sums.set(key, { kind: 'delta', at, partitionKey, change: (sums.get(key)?.change ?? 0) + change })
  }
  return [...sums.values()]
}

async function readBuckets(
  list: IndexedList,
  known: Compacted,
  state: PageIndexState,
  session: ClientSession,
): Promise<Compacted> {
  if (isCurrent(known, state)) return known
  const { createdAt, version, compactedUntil: until } = state
  const base = createdAt === known.createdAt && version > known.version ? known : nothingCompacted(list)
  const changed: Bucket[] = []
  for await (const { from, counts } of findBuckets(list, base.version, session)) changed.push({ from, counts })
  return { createdAt, version, until, buckets: withChanges(base.buckets, changed) }
}

/** In small batches: a list of a million records has 4,000 buckets, which took 15 MiB when they were read at once. */
const findBuckets = ({ pageIndex }: IndexedList, newerThan: number, session: ClientSession) =>
  pageIndex.collection.find<Bucket>(
    { kind: 'bucket', version: { $gt: newerThan } },
    { session, projection: { _id: 0, from: 1, counts: 1 }, batchSize: BATCH_SIZE },
  )

/** Whether no compaction has run since the known one. */
export const isCurrent = (
  known: Compacted,
  state: { readonly createdAt?: number | undefined; readonly version: number } | undefined,
): boolean => known.version === (state?.version ?? 0) && known.createdAt === state?.createdAt

/** The buckets with some replaced and others added. */
export function withChanges(buckets: readonly Bucket[], changed: readonly Bucket[]): Bucket[] {
  const byStart = new Map([...buckets, ...changed].map((bucket) => [bucketId(bucket.from), bucket]))
  return [...byStart.values()].sort((one, other) => compareKeys(one.from, other.from))
}

/** The index of the bucket that a key belongs to (binary search); -1 if it is below all. */
export function bucketAt(buckets: readonly Bucket[], key: Key): number {
  let low = 0
  let high = buckets.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const bucket = buckets[middle]
    if (bucket && compareKeys(bucket.from, key) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

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
