import type { ClientSession, Connection } from 'mongoose'
import { AppError, type ErrorDetails } from '../../../../shared/contract/core/errors.ts'
import type { ChangeType } from '../../../../shared/contract/notifications/changes.ts'
import type {
  ReplayInput,
  ReplayStatus,
  WebhookReplay,
} from '../../../../shared/contract/notifications/webhook-replays.ts'
import { isDuplicateKey } from '../../../../shared/database/database-errors.ts'
import { TransactionConflict } from '../../../../shared/database/transaction.ts'
import type { Feed } from '../../feed/feed.ts'
import type { DeliveryModel } from '../delivery/delivery.model.ts'
import type { DeliveryOptions } from '../delivery/delivery-options.ts'
import type { WebhookRecord } from '../endpoints/webhook.model.ts'
import type { ReplayModel, ReplayRecord } from './replay.model.ts'

export interface ReplayDeps {
  readonly connection: Connection
  readonly replays: ReplayModel
  /** Those of replays. */
  readonly deliveries: DeliveryModel
  readonly options: DeliveryOptions
}

interface Wanted {
  readonly from: number
  readonly to: number
  readonly types: readonly ChangeType[] | undefined
}

/** The running or last replay of each webhook. */
export function createReplays({ replays, deliveries, options }: ReplayDeps) {
  const find = async (rec: number, session: ClientSession | null = null): Promise<ReplayRecord> => {
    const found = await replays.findById(rec, null, { session }).lean<ReplayRecord>()
    if (!found) throw new AppError('not_found', `Webhook ${rec} has had no replay.`)
    return found
  }

  /** The same replay as it is seen: what is queued or repeated is still to come. */
  const withoutWaiting = async (replay: ReplayRecord, session: ClientSession | null = null): Promise<ReplayRecord> => {
    const waiting = deliveries.findOne({ rec: replay._id }, { sequence: 1 }, { session })
    const first = await waiting.sort({ sequence: 1 }).lean()
    return { ...replay, nextSequence: first?.sequence ?? replay.nextSequence }
  }

  return {
    get: async (rec: number) => toReplay(await withoutWaiting(await find(rec))),

    async start({ _id, active }: WebhookRecord, { from, to, types }: Wanted, session: ClientSession) {
      if (!active) throw new AppError('conflict', `Webhook ${_id} is not active.`)
      if (await replays.exists({ _id, status: 'running' }).session(session))
        throw new AppError('conflict', `A replay to webhook ${_id} is running already.`)
      const startedAt = new Date(options.now())
      const replay: ReplayRecord = {
        _id,
        fromSequence: from,
        toSequence: to,
        nextSequence: from,
        types: types ? [...new Set(types)] : null,
        delivered: 0,
        status: 'running',
        startedAt,
        endedAt: null,
        holder: null,
        heldUntil: startedAt,
      }
      await replays.replaceOne({ _id }, replay, { session, upsert: true }).catch((error: unknown) => {
        // Another request has started one: the transaction is repeated, and finds it.
        throw isDuplicateKey(error) ? new TransactionConflict('A replay was started', { cause: error }) : error
      })
      return toReplay(replay)
    },

    /** Ends a replay that is running; its deliveries that wait are not made. */
    async end(rec: number, status: Exclude<ReplayStatus, 'running'>, session: ClientSession) {
      const replay = await find(rec, session)
      if (replay.status !== 'running') return toReplay(replay)
      const { nextSequence } = await withoutWaiting(replay, session)
      const changes = { status, nextSequence, endedAt: new Date(options.now()) }
      await replays.updateOne({ _id: rec }, { $set: changes }, { session })
      await deliveries.deleteMany({ rec }, { session })
      return toReplay({ ...replay, ...changes })
    },

    async remove(rec: number, session: ClientSession): Promise<void> {
      await replays.deleteOne({ _id: rec }, { session })
      await deliveries.deleteMany({ rec }, { session })
    },
  }
}

export type Replays = ReturnType<typeof createReplays>

function toReplay(replay: ReplayRecord): WebhookReplay {
  const { _id: rec, fromSequence, toSequence, nextSequence, types, delivered, status, startedAt, endedAt } = replay
  return {
    rec,
    fromSequence,
    toSequence,
    nextSequence,
    types: types && [...types],
    delivered,
    status,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** The first and the last change. */
interface Range {
  readonly from: number
  readonly to: number
}

/** The range of the feed that is asked for, or what is wrong with it. */
export async function toRange(feed: Feed, input: ReplayInput): Promise<Range | { readonly refused: ErrorDetails }> {
  const { fromSequence, fromTime, toSequence, toTime } = input
  const end = await feed.end()
  const from = fromTime === undefined ? (fromSequence ?? 1) : await feed.firstSince(new Date(fromTime))
  const to = toTime === undefined ? (toSequence ?? end) : await feed.lastUntil(new Date(toTime))
  const [fromField, toField] = [fromTime ? 'fromTime' : 'fromSequence', toTime ? 'toTime' : 'toSequence']
  const beyondEnd = `must not be beyond the end of the feed, which is ${end}.`
  const refused: Record<string, string[]> = {}
  if (from === undefined || from > end) refused[fromField] = [`The field ${fromField} ${beyondEnd}`]
  if (to > end) refused[toField] = [`The field ${toField} ${beyondEnd}`]
  // Between two times there may be no change; the other comparisons of like with like are the contract's.
  else if (from !== undefined && from <= end && to < from && !(fromTime && toTime))
    refused[toField] = [`The field ${toField} must not be before ${fromField}.`]
  if (from === undefined || Object.keys(refused).length > 0) return { refused }
  return { from, to: Math.max(to, from - 1) }
}
