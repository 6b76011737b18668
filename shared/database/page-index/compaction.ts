import type { ClientSession } from 'mongoose'
import type { Logger } from '../../process/log.ts'
import { createRepeatingTask } from '../../process/repeating-task.ts'
import { isDuplicateKey } from '../database-errors.ts'
import { inTransaction, TransactionConflict } from '../transaction.ts'
import { applyDeltas, compactMore, keysBetween } from './buckets.ts'
import { type Bucket, readDeltas, type StoredDelta } from './compacted.ts'
import { countRecorded, type IndexedList } from './indexed-list.ts'
import { bucketId, type PageIndexState, STATE_ID } from './page-index.model.ts'
import type { PageIndex } from './page-index.ts'

/** The least changes for which deltas are applied: of a list that is busy, and of one that has become quiet. */
const MANY_CHANGES = 256
const MIN_CHANGES = 64
/** The most deltas that one transaction reads. */
const MAX_DELTAS = 4_096
const INTERVAL_MS = 2_000
/** When a list is looked at again that has few changes of this process: other processes record some too. */
const QUIET_MS = 30_000
const RUN_MS = 10_000

/** Compacts a page index until disposed of: applies deltas to buckets, and makes buckets for records without one. */
export function startCompaction(pageIndex: PageIndex, log: Logger): AsyncDisposable {
  const { list } = pageIndex
  const failure = `The compaction of ${list.name} failed; its list stays exact and becomes slower`
  /** Before the first run, there may be changes of processes that have ended. */
  let seen = Number.NEGATIVE_INFINITY
  let dueAt = 0
  const run = async () => {
    const recorded = countRecorded(list)
    const isQuiet = recorded === seen || performance.now() < dueAt
    if (recorded - seen < MANY_CHANGES && isQuiet) return false
    const isMore = await compactOnce(pageIndex)
    seen = isMore ? Number.NEGATIVE_INFINITY : recorded
    dueAt = performance.now() + QUIET_MS
    return isMore
  }
  return createRepeatingTask(run, { intervalMs: INTERVAL_MS, log, failure })
}

/**
 * Runs one transaction of compaction; resolves to whether there may be more to do. Of concurrent runs, which conflict on the
 * state, one gives up.
 */
export async function compactOnce(pageIndex: PageIndex, minChanges = MIN_CHANGES): Promise<boolean> {
  const { connection, list } = pageIndex
  return inTransaction(connection, Date.now() + RUN_MS, async (session, { number }) => {
    if (number > 0) return false
    const compacted = await pageIndex.read(session)
    const deltas = await readDeltas(list, compacted, MAX_DELTAS, session)
    const fresh = await compactMore(list, compacted.until, session)
    const changes = deltas.reduce((sum, { change }) => sum + Math.abs(change), 0)
    const isWorth = deltas.length > 0 && changes >= minChanges
    const applied = isWorth ? await applyDeltas(list, compacted, deltas, session) : undefined
    const buckets = [...(applied?.buckets ?? []), ...(fresh?.buckets ?? [])]
    if (buckets.length === 0) return false

    const version = compacted.version + 1
    const createdAt = compacted.version === 0 ? Date.now() : compacted.createdAt
    const until = fresh ? fresh.until : compacted.until
    const state = { kind: 'state', ...(createdAt && { createdAt }), version, compactedUntil: until } as const
    await writeState(list, state, session)
    await writeBuckets(list, buckets, version, session)
    await deleteDeltas(list, applied?.deltas ?? [], session)
    // Where records were counted again, all deltas are in the counts already, including those that were not read.
    const counted = [...(applied?.recounted ?? []), ...(fresh ? [{ from: compacted.until, until }] : [])]
    for (const { from, until } of counted)
      await list.pageIndex.deleteMany({ kind: 'delta', at: keysBetween(from, until) }, { session })
    const isOpen = fresh !== undefined && fresh.until !== null
    return isOpen || deltas.length === MAX_DELTAS || (applied?.recounted ?? []).length > 0
  })
}

/** Written first, so that of two concurrent compactions one fails before it writes anything else. */
async function writeState(
  { pageIndex, name }: IndexedList,
  state: PageIndexState,
  session: ClientSession,
): Promise<void> {
  try {
    await pageIndex.replaceOne({ _id: STATE_ID, version: state.version - 1 }, state, { session, upsert: true })
  } catch (error) {
    throw isDuplicateKey(error) ? new TransactionConflict(`Another process compacted ${name} meanwhile`) : error
  }
}

async function writeBuckets(
  { pageIndex }: IndexedList,
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
  await pageIndex.bulkWrite(writes, { session })
}

async function deleteDeltas({ pageIndex }: IndexedList, deltas: readonly StoredDelta[], session: ClientSession) {
  if (deltas.length > 0) await pageIndex.deleteMany({ _id: { $in: deltas.map(({ _id }) => _id) } }, { session })
}
