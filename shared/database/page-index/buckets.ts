import type { ClientSession } from 'mongoose'
import { type Bucket, bucketAt, type Sealed, type StoredDelta } from './compacted.ts'
import { compareKeys, type Listing } from './indexed-list.ts'
import type { Key } from './page-index.model.ts'
import { BUCKET_SIZE, cut, type Placed, sizeOf, toPlaced } from './split.ts'

/** Records sealed in one transaction, and changes folded in one. */
const MAX_RECORDS_PER_RUN = 32 * BUCKET_SIZE
const MAX_DELTAS_PER_RUN = 4_096
/** A bucket that has grown beyond this is cut anew. */
const MAX_BUCKET_SIZE = 2 * BUCKET_SIZE

/** What makes a run worth while. */
export interface SealingLimits {
  /** For a list that grows at its end: records before it have settled, and are sealed if there are enough of them. */
  readonly settledUntil?: Date
  readonly records?: number
  /** Noted changes. */
  readonly deltas: number
}

/** The keys from one to before another; without an end, all from there on. */
export const between = (from: Key | null, until: Key | null) => ({
  ...(from !== null && { $gte: from }),
  ...(until !== null && { $lt: until }),
})

/** Buckets of what comes next in the order; undefined if all is sealed, or too little has settled to be worth it. */
export async function sealMore(
  listing: Listing,
  from: Key | null,
  { settledUntil, records: minimum = BUCKET_SIZE }: SealingLimits,
  session: ClientSession,
): Promise<{ buckets: Bucket[]; until: Key | null } | undefined> {
  if (from === null) return undefined
  const end = settledUntil ?? null
  for (let limit = MAX_RECORDS_PER_RUN; ; limit *= 2) {
    const records = await readPlaced(listing, from, end, session, limit)
    if (end !== null && records.length < minimum) return undefined
    if (records.length < limit) return { buckets: cut(from, records), until: end }
    // The last key may have more records than were read: it stays open.
    const last = records.at(-1)?.at ?? from
    const whole = records.filter(({ at }) => compareKeys(at, last) !== 0)
    if (whole.length > 0) return { buckets: cut(from, whole), until: last }
  }
}

async function readPlaced(
  listing: Listing,
  from: Key | null,
  until: Key | null,
  session: ClientSession,
  limit = 0,
): Promise<Placed[]> {
  const { records, key, place } = listing
  const found = await records
    .find({ [key]: between(from, until) }, { session, projection: { [key]: 1, [place]: 1 } })
    .sort({ [key]: 1 })
    .limit(limit)
    .toArray()
  return found.map((record) => toPlaced(listing, record))
}

/** The buckets with the noted changes in them, each touched bucket once and with all of its changes; what has become too big is cut anew. */
export async function fold(
  listing: Listing,
  { buckets, until }: Sealed,
  deltas: readonly StoredDelta[],
  session: ClientSession,
): Promise<{ buckets: Bucket[]; deltas: StoredDelta[] }> {
  const touched = new Map<number, StoredDelta[]>()
  for (const delta of deltas) {
    const index = bucketAt(buckets, delta.at)
    touched.set(index, [...(touched.get(index) ?? []), delta])
  }
  const changed: Bucket[] = []
  const folded: StoredDelta[] = []
  for (const [index, changes] of touched) {
    if (folded.length >= MAX_DELTAS_PER_RUN) break
    const bucket = buckets[index]
    if (!bucket) throw new Error(`No bucket of ${listing.name} covers ${String(changes[0]?.at)}`)
    const counted = withDeltas(bucket, changes)
    const next = buckets[index + 1]?.from ?? until
    if (sizeOf(counted) <= MAX_BUCKET_SIZE) changed.push(counted)
    else changed.push(...cut(bucket.from, await readPlaced(listing, bucket.from, next, session)))
    folded.push(...changes)
  }
  return { buckets: changed, deltas: folded }
}

function withDeltas({ from, counts }: Bucket, deltas: readonly StoredDelta[]): Bucket {
  const changed = new Map(Object.entries(counts))
  for (const { place, change } of deltas) changed.set(place, (changed.get(place) ?? 0) + change)
  return { from, counts: Object.fromEntries([...changed].filter(([, count]) => count !== 0)) }
}
