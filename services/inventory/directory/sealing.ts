import { setTimeout as delay } from 'node:timers/promises'
import type { ClientSession, Connection, Types } from 'mongoose'
import type { Logger } from '../../../shared/runtime/log.ts'
import { isDuplicateKey } from '../../../shared/runtime/mongo.ts'
import { inTransaction, TransactionConflict } from '../../../shared/runtime/transaction.ts'
import type { LotModel } from '../lot.model.ts'
import {
  bucketId,
  type DirectoryBucket,
  type DirectoryDelta,
  type DirectoryModel,
  type DirectoryState,
  STATE_ID,
} from './directory.model.ts'

/** Lots in a bucket: a page's start is found by skipping at most about as many. */
const BUCKET_SIZE = 512
/** Lots sealed in one transaction. */
const MAX_LOTS_PER_RUN = 16 * BUCKET_SIZE
/** No receipt commits later than this after its lot's date: requests have ended by then, clocks may differ a little. */
const SETTLED_AFTER_MS = 60_000
const PAUSE_MS = 2_000
const RUN_MS = 10_000
const MIN_DELTAS = 64
const MAX_DELTAS_PER_RUN = 256

type StoredDelta = DirectoryDelta & { readonly _id: Types.ObjectId }

/** Keeps the directory short: folds noted changes into buckets, and seals settled lots into new ones. */
export function keepSealing(
  connection: Connection,
  directory: DirectoryModel,
  lots: LotModel,
  log: Logger,
): AsyncDisposable {
  const stopping = new AbortController()
  const keepOn = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await sealOnce(connection, directory, lots, new Date(Date.now() - SETTLED_AFTER_MS))) continue
      } catch (error) {
        log.warn({ err: error }, 'The lot directory could not be sealed; lists stay exact and become slower')
      }
      await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
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
  connection: Connection,
  directory: DirectoryModel,
  lots: LotModel,
  settledUntil: Date,
  minimum: { readonly lots: number; readonly deltas: number } = { lots: BUCKET_SIZE, deltas: MIN_DELTAS },
): Promise<boolean> {
  return inTransaction(connection, Date.now() + RUN_MS, async (session) => {
    const found = await directory
      .find({ kind: { $in: ['state', 'delta'] } })
      .session(session)
      .lean<(DirectoryState | StoredDelta)[]>()
    const state = found.find((record) => record.kind === 'state')
    const sealedUntil = state?.sealedUntil ?? new Date(0)
    const settled = await lots
      .find({ received: { $gte: sealedUntil, $lt: settledUntil } }, { received: 1, wid: 1 })
      .sort({ received: 1 })
      .limit(MAX_LOTS_PER_RUN)
      .session(session)
      .lean()
    const fresh =
      settled.length >= minimum.lots ? toBuckets(sealedUntil, settled, settled.length < MAX_LOTS_PER_RUN) : undefined
    const until = fresh?.until ?? sealedUntil
    const deltas = found.filter((record) => record.kind === 'delta')
    const foldable = deltas.filter(({ at }) => at < sealedUntil).slice(0, MAX_DELTAS_PER_RUN)
    // What was noted of lots that are sealed now is counted with them.
    const counted = deltas.filter(({ at }) => at >= sealedUntil && at < until)
    if (!fresh && foldable.length < minimum.deltas) return false

    const version = (state?.version ?? 0) + 1
    await claim(directory, { kind: 'state', version, sealedUntil: until }, session)
    await fold(directory, foldable, version, session)
    const records = (fresh?.buckets ?? []).map((bucket) => ({ ...bucket, _id: bucketId(bucket.from), version }))
    if (records.length > 0) await directory.insertMany(records, { session })
    await directory.deleteMany({ _id: { $in: [...foldable, ...counted].map(({ _id }) => _id) } }, { session })
    return true
  })
}

/** Takes the state first, so that of two processes that seal at once one stops before it writes anything else. */
async function claim(directory: DirectoryModel, state: DirectoryState, session: ClientSession): Promise<void> {
  try {
    await directory.replaceOne({ _id: STATE_ID, version: state.version - 1 }, state, { session, upsert: true })
  } catch (error) {
    throw isDuplicateKey(error) ? new TransactionConflict('Another process has sealed meanwhile') : error
  }
}

interface Settled {
  readonly received: Date
  readonly wid: number
}

/** Cuts lots into buckets between moments: lots of one moment stay together. The last moment stays open if more may follow. */
function toBuckets(
  from: Date,
  settled: readonly Settled[],
  isComplete: boolean,
): { buckets: Omit<DirectoryBucket, 'version'>[]; until: Date } {
  const last = settled.at(-1)?.received ?? from
  const until = isComplete ? new Date(last.getTime() + 1) : last
  const buckets: { kind: 'bucket'; from: Date; counts: Record<string, number> }[] = []
  let size = 0
  let previous: Date | undefined
  for (const { received, wid } of settled) {
    if (received >= until) break
    const isNewMoment = previous?.getTime() !== received.getTime()
    if (buckets.length === 0 || (size >= BUCKET_SIZE && isNewMoment)) {
      buckets.push({ kind: 'bucket', from: buckets.length === 0 ? from : received, counts: {} })
      size = 0
    }
    const counts = buckets.at(-1)?.counts ?? {}
    counts[wid] = (counts[wid] ?? 0) + 1
    size++
    previous = received
  }
  return { buckets, until }
}

async function fold(
  directory: DirectoryModel,
  deltas: readonly StoredDelta[],
  version: number,
  session: ClientSession,
): Promise<void> {
  for (const { at, place, change } of deltas) {
    const bucket = await directory
      .findOne({ kind: 'bucket', from: { $lte: at } })
      .sort({ from: -1 })
      .session(session)
      .lean()
    if (!bucket) throw new Error(`No bucket covers ${at.toISOString()}`)
    await directory.updateOne(
      { _id: bucket._id },
      { $inc: { [`counts.${place}`]: change }, $set: { version } },
      { session },
    )
  }
}
