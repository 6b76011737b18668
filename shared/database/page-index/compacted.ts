import type { ClientSession, Types } from 'mongoose'
import { compareKeys, type Listing } from './indexed-list.ts'
import {
  bucketId,
  type DirectoryBucket,
  type DirectoryDelta,
  type DirectoryState,
  type Key,
} from './page-index.model.ts'

/** The buckets of a list as they were at one moment; never changed, only replaced by a newer one. */
export interface Sealed {
  readonly born: number | undefined
  readonly version: number
  readonly until: Key | null
  /** By their first key; the first one begins at the lowest. */
  readonly buckets: readonly Bucket[]
}

export type Bucket = Pick<DirectoryBucket, 'from' | 'counts'>
export type StoredDelta = DirectoryDelta & { readonly _id: Types.ObjectId }

/** Before anything was sealed. */
export const nothingSealed = ({ lowest }: Listing): Sealed => ({
  born: undefined,
  version: 0,
  until: lowest,
  buckets: [],
})

/** What one look at a directory needs: its state, and the changes noted in the sealed part. */
export const lookFilter = (until: Key | null) => ({
  $or: [{ kind: 'state' }, { kind: 'delta', ...(until !== null && { at: { $lt: until } }) }],
})

/** Buckets and noted changes of one snapshot; of the buckets, only what is newer than those known is read. */
export async function readSealed(
  listing: Listing,
  known: Sealed,
  session: ClientSession,
): Promise<{ sealed: Sealed; deltas: StoredDelta[] }> {
  const { directory } = listing
  const state = await directory.findOne({ kind: 'state' }).session(session).lean<DirectoryState>()
  const sealed = state ? await readBuckets(listing, known, state, session) : nothingSealed(listing)
  const { until } = sealed
  const deltas = await directory
    .find({ kind: 'delta', ...(until !== null && { at: { $lt: until } }) })
    .session(session)
    .lean<StoredDelta[]>()
  return { sealed, deltas }
}

async function readBuckets(
  listing: Listing,
  known: Sealed,
  state: DirectoryState,
  session: ClientSession,
): Promise<Sealed> {
  if (isSame(known, state)) return known
  const { born, version, sealedUntil: until } = state
  const base = born === known.born && version > known.version ? known : nothingSealed(listing)
  const changed = await listing.directory
    .find({ kind: 'bucket', version: { $gt: base.version } })
    .session(session)
    .lean<DirectoryBucket[]>()
  return { born, version, until, buckets: withChanges(base.buckets, changed) }
}

/** Whether nobody has sealed since. */
export const isSame = (known: Sealed, state: Pick<DirectoryState, 'born' | 'version'> | undefined): boolean =>
  known.version === (state?.version ?? 0) && known.born === state?.born

/** The buckets with some replaced and others added. */
export function withChanges(buckets: readonly Bucket[], changed: readonly Bucket[]): Bucket[] {
  const byStart = new Map([...buckets, ...changed].map((bucket) => [bucketId(bucket.from), bucket]))
  return [...byStart.values()].sort((one, other) => compareKeys(one.from, other.from))
}

/** Which bucket a key is in. */
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
