import { setTimeout as delay } from 'node:timers/promises'
import type { ClientSession } from 'mongoose'
import type { Logger } from '../../process/log.ts'
import { isDuplicateKey } from '../mongo.ts'
import { inTransaction, TransactionConflict } from '../transaction.ts'
import { between, fold, type SealingLimits, sealMore } from './buckets.ts'
import type { Bucket, StoredDelta } from './compacted.ts'
import type { Listing } from './indexed-list.ts'
import { bucketId, type DirectoryState, STATE_ID } from './page-index.model.ts'
import type { Directory } from './page-index.ts'

const MIN_DELTAS = 64
const PAUSE_MS = 2_000
const RUN_MS = 10_000

/** Keeps directories short: folds noted changes into buckets, and seals settled records into new ones. */
export function keepSealing(directories: readonly Directory[], log: Logger): AsyncDisposable {
  const stopping = new AbortController()
  const sealAll = async () => {
    let hasWorked = false
    for (const directory of directories) {
      if (stopping.signal.aborted) return false
      try {
        hasWorked = (await sealOnce(directory)) || hasWorked
      } catch (error) {
        const { name } = directory.listing
        log.warn(
          { err: error, directory: name },
          'A directory could not be sealed; its list stays exact and becomes slower',
        )
      }
    }
    return hasWorked
  }
  const keepOn = async () => {
    while (!stopping.signal.aborted) {
      if (!(await sealAll())) await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const keeping = keepOn()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await keeping
    },
  }
}

/** One step; true if there was something to do. Processes may run it side by side: they conflict on the state, and one repeats. */
export async function sealOnce(
  directory: Directory,
  limits: SealingLimits = limitsNow(directory.listing),
): Promise<boolean> {
  const { connection, listing } = directory
  return inTransaction(connection, Date.now() + RUN_MS, async (session) => {
    const { sealed, deltas } = await directory.read(session)
    const fresh = await sealMore(listing, sealed.until, limits, session)
    const folded = deltas.length >= limits.deltas ? await fold(listing, sealed, deltas, session) : undefined
    const buckets = [...(folded?.buckets ?? []), ...(fresh?.buckets ?? [])]
    if (buckets.length === 0) return false

    const version = sealed.version + 1
    const born = sealed.version === 0 ? Date.now() : sealed.born
    const until = fresh ? fresh.until : sealed.until
    await claim(listing, { kind: 'state', ...(born && { born }), version, sealedUntil: until }, session)
    await writeBuckets(listing, buckets, version, session)
    await forget(listing, folded?.deltas ?? [], session)
    // What was noted of records that are sealed now is counted with them.
    if (fresh) await listing.directory.deleteMany({ kind: 'delta', at: between(sealed.until, until) }, { session })
    return true
  })
}

/** What makes a run worth while, and which records have settled. */
const limitsNow = ({ settlesAfterMs }: Listing) => ({
  deltas: MIN_DELTAS,
  ...(settlesAfterMs !== undefined && { settledUntil: new Date(Date.now() - settlesAfterMs) }),
})

/** Takes the state first, so that of two processes that seal at once one stops before it writes anything else. */
async function claim({ directory, name }: Listing, state: DirectoryState, session: ClientSession): Promise<void> {
  try {
    await directory.replaceOne({ _id: STATE_ID, version: state.version - 1 }, state, { session, upsert: true })
  } catch (error) {
    throw isDuplicateKey(error) ? new TransactionConflict(`Another process has sealed ${name} meanwhile`) : error
  }
}

async function writeBuckets(
  { directory }: Listing,
  buckets: readonly Bucket[],
  version: number,
  session: ClientSession,
): Promise<void> {
  const writes = buckets.map(({ from, counts }) => ({
    replaceOne: {
      filter: { _id: bucketId(from) },
      replacement: { kind: 'bucket' as const, from, counts, version },
      upsert: true,
    },
  }))
  await directory.bulkWrite(writes, { session })
}

async function forget({ directory }: Listing, deltas: readonly StoredDelta[], session: ClientSession): Promise<void> {
  if (deltas.length > 0) await directory.deleteMany({ _id: { $in: deltas.map(({ _id }) => _id) } }, { session })
}
