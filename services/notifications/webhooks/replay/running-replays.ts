import { randomUUID } from 'node:crypto'
import { hasEnded } from '../../../../shared/database/lease.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { type Feed, isVisible } from '../../feed/feed.ts'
import type { RunningReplays } from '../delivery/deliverer.ts'
import { createDeliver, type DeliveryDeps } from '../delivery/delivery.ts'
import { newDelivery } from '../delivery/new-delivery.ts'
import type { Admission, Recipient } from '../delivery/webhook-worker.ts'
import type { ReplayRecord } from './replay.model.ts'
import type { ReplayDeps, Replays } from './replays.ts'

/** Changes that are looked at in one step; live deliveries wait for it. */
const MAX_CHANGES = 500
const MAX_QUEUED = 100
/** More deliveries are queued when no more than these are waiting, so their number is limited also if all fail. */
const FEW = MAX_QUEUED / 2
const TIMEOUT_MS = 8_000

interface RunningReplayDeps extends ReplayDeps {
  readonly feed: Feed
  readonly deliveryDeps: DeliveryDeps
  readonly end: Replays['end']
}

/**
 * Queues the deliveries of replays as the fan-out does those of new changes, in a collection of their own, so that neither
 * waits for the other. One process at a time holds a replay; it makes one delivery after the other.
 */
export function createRunningReplays(deps: RunningReplayDeps): RunningReplays {
  const { connection, replays, deliveries, feed, options, deliveryDeps } = deps
  const { now, leaseMs, schedule } = options
  const holder = randomUUID()
  const inOwnTransaction = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(connection, Date.now() + TIMEOUT_MS, work)
  const end = (rec: number, status: 'done' | 'failed') => inOwnTransaction((session) => deps.end(rec, status, session))
  const deliver = createDeliver({
    ...deliveryDeps,
    deliveries,
    countReplayed: async ({ rec: _id }) => {
      await replays.updateOne({ _id }, { $inc: { delivered: 1 } })
    },
  })

  const hold = (_id: number) =>
    replays
      .findOneAndUpdate(
        { _id, status: 'running', $or: [{ holder }, ...hasEnded('heldUntil', leaseMs, now())] },
        { $set: { holder, heldUntil: new Date(now() + leaseMs) } },
        { returnDocument: 'after' },
      )
      .lean<ReplayRecord>()

  /** Resolves to the number of deliveries that were queued. */
  const queueMore = async (replay: ReplayRecord, { webhook, reader }: Recipient): Promise<number> => {
    const { _id: rec, nextSequence, toSequence, types } = replay
    const outlines = await feed.outline(nextSequence - 1, MAX_CHANGES)
    const last = outlines.length < MAX_CHANGES ? undefined : outlines.at(-1)?._id
    let next = Math.min(last ?? toSequence, toSequence) + 1
    const wanted = webhook.events.filter((type) => !types || types.includes(type))
    const created = outlines.flatMap(({ _id: sequence, wids, type: written }) => {
      const type = wanted.find((one) => one === written)
      if (!type || sequence > toSequence || !isVisible({ _id: sequence, wids, type }, reader)) return []
      return newDelivery({ rec, sequence, type }, now(), schedule.giveUpAfterMs)
    })
    const [beyond] = created.splice(MAX_QUEUED)
    next = beyond?.sequence ?? next
    return inOwnTransaction(async (session) => {
      const unmoved = { _id: rec, status: 'running' as const, holder, nextSequence }
      const { matchedCount } = await replays.updateOne(unmoved, { $set: { nextSequence: next } }, { session })
      if (matchedCount === 0) return 0
      if (created.length > 0) await deliveries.insertMany(created, { session })
      return created.length
    })
  }

  const admit = async (rec: number, recipient: Recipient): Promise<Admission> => {
    const replay = await hold(rec)
    if (!replay) return 'none'
    let waiting = await deliveries.countDocuments({ rec })
    const isQueued = replay.nextSequence > replay.toSequence
    if (waiting <= FEW && !isQueued) waiting += await queueMore(replay, recipient)
    if (waiting > 0) return 'due'
    if (!isQueued) return 'look again'
    await end(rec, 'done')
    return 'none'
  }

  return {
    async list() {
      const running = await replays.find({ status: 'running' }, { _id: 1 }).sort({ _id: 1 }).lean()
      return running.map(({ _id }) => _id)
    },
    workerDeps: (rec) => ({
      deliveries,
      deliver,
      options: { ...options, perWebhook: 1 },
      admit: (recipient) => admit(rec, recipient),
    }),
    async fail(rec) {
      await end(rec, 'failed')
    },
  }
}
