import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { type EventPayload, type EventSubject, events } from '../../contract/events.ts'
import { defineSchema, field, type RecordOf } from '../../database/record-fields.ts'
import type { UnitOfWork } from '../../database/unit-of-work.ts'
import { createBatchWriter } from '../../process/batch-writer.ts'
import type { Logger } from '../../process/log.ts'
import { addGauges } from '../../process/monitor.ts'
import { createRepeatingTask } from '../../process/repeating-task.ts'
import { present, presentMs } from '../../process/time/clock.ts'
import type { Broker, EventMessage } from '../broker.ts'

const SWEEP_INTERVAL_MS = 2_000
/** The sweep publishes events older than this: the process that stored them did not. */
const SWEPT_AFTER_MS = 4_000
/** Most events of one record: of a stock change in a thousand lines, 1 MB. */
const MAX_EVENTS = 1_000
/** Most records that a sweep publishes together. */
const MAX_SWEPT = 50
/**
 * Least time between two messages of events of one process: RabbitMQ stores every message on a quorum queue, whatever
 * it holds. What comes after a pause is published at once.
 */
const PUBLISH_INTERVAL_MS = 100
/**
 * What was published is removed by one command for all of this time, and what a lost process has not removed is
 * published again.
 */
const REMOVAL_INTERVAL_MS = 1_000
/** Most records that are removed by one command: more than are published meanwhile. */
const MAX_REMOVED = 10_000
/** Most records that one process keeps in memory to send; those beyond it are left to the sweep. */
const MAX_WAITING = 500

const fields = {
  _id: field.text,
  /** In the sequence in which the transaction caused them. Every copy of an event has the same id. */
  events: field.mixed<readonly EventMessage[]>(),
  at: field.date,
}

/** The events of one transaction, in one record: it is written, indexed and removed once, however many they are. */
export type OutboxRecord = RecordOf<typeof fields>

const LEFT = 'Events stay in the outbox until the next sweep'

export const OUTBOX_COLLECTION = 'outbox'

const schema = defineSchema(OUTBOX_COLLECTION, fields)
schema.index({ at: 1 })

/** An event of the contract that a transaction causes. */
export type OutgoingEvent = {
  [S in EventSubject]: { readonly subject: S; readonly payload: EventPayload<S> }
}[EventSubject]

export interface Outbox extends AsyncDisposable {
  /**
   * Stores events in the transaction that causes them, and publishes them once it has committed; those that cannot be
   * published are left to the sweep of any process.
   */
  add(outgoing: readonly OutgoingEvent[], unit: UnitOfWork): void
}

/** A transactional outbox: an event is stored in the transaction that causes it, published at least once, then removed. */
export function createOutbox(
  connection: Connection,
  broker: Broker,
  log: Logger,
  { publishIntervalMs = PUBLISH_INTERVAL_MS, removalIntervalMs = REMOVAL_INTERVAL_MS } = {},
): Outbox {
  const records = connection.model('Outbox', schema)

  const leave = (error: unknown) => log.warn({ err: error }, LEFT)
  const publish = (stored: readonly OutboxRecord[]) =>
    broker.publish(stored.flatMap(({ events: ofRecord }) => ofRecord))
  const remove = (ids: readonly string[]) => records.deleteMany({ _id: { $in: [...ids] } })

  const remover = createBatchWriter(remove, { maxBatch: MAX_REMOVED, intervalMs: removalIntervalMs })
  const publishOrLeave = async (stored: readonly OutboxRecord[]) => {
    try {
      await publish(stored)
      remover.add(stored.map(({ _id }) => _id)).catch(leave)
    } catch (error) {
      leave(error)
    }
  }
  const sender = createBatchWriter(publishOrLeave, { maxBatch: MAX_WAITING, intervalMs: publishIntervalMs })

  const sweep = async () => {
    const leftBehind = { at: { $lt: new Date(presentMs() - SWEPT_AFTER_MS) } }
    const stored = await records.find(leftBehind).sort({ at: 1 }).limit(MAX_SWEPT).lean()
    if (stored.length > 0) {
      await publish(stored)
      await remove(stored.map(({ _id }) => _id))
    }
    return stored.length === MAX_SWEPT
  }
  const sweeping = createRepeatingTask(sweep, {
    intervalMs: SWEEP_INTERVAL_MS,
    log,
    failure: LEFT,
  })

  return {
    add(outgoing, unit) {
      if (outgoing.length === 0) return
      const at = present()
      const checked = outgoing.map(({ subject, payload }) => ({
        id: randomUUID(),
        subject,
        payload: events[subject].parse(payload),
      }))
      const stored: OutboxRecord[] = []
      for (let first = 0; first < checked.length; first += MAX_EVENTS)
        stored.push({ _id: randomUUID(), events: checked.slice(first, first + MAX_EVENTS), at })
      unit.insert(records, stored)
      unit.afterCommit(() => {
        if (sender.waiting + stored.length <= MAX_WAITING) void sender.add(stored)
      })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([sweeping[Symbol.asyncDispose](), sender.idle()])
      await remover.idle()
    },
  }
}

const MAX_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** Adds the gauges of a service's outbox to `registry`. It is in the database, so all processes report the same figures. */
export function measureOutbox(connection: Connection, registry: Registry): void {
  addGauges(registry, () => readOutboxLag(connection), [
    {
      name: 'inventory_outbox_waiting',
      help: 'Transactions whose events are in the outbox, counted up to 10,000',
      of: ({ waiting }) => waiting,
    },
    {
      name: 'inventory_outbox_lag_seconds',
      help: 'Age of the oldest event in the outbox; 0 if it is empty',
      of: ({ ageMs }) => ageMs / 1_000,
    },
  ])
}

async function readOutboxLag(connection: Connection): Promise<{ waiting: number; ageMs: number }> {
  const records = connection.collection<OutboxRecord>(OUTBOX_COLLECTION)
  const [oldest] = await records.find({}, { maxTimeMS: READ_TIMEOUT_MS }).sort({ at: 1 }).limit(1).toArray()
  if (!oldest) return { waiting: 0, ageMs: 0 }
  const waiting = await records.countDocuments({}, { limit: MAX_COUNTED, maxTimeMS: READ_TIMEOUT_MS })
  return { waiting, ageMs: Math.max(0, Date.now() - oldest.at.getTime()) }
}
