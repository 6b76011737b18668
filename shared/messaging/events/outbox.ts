import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClientSession, type Connection, Schema } from 'mongoose'
import { type EventPayload, type EventSubject, events } from '../../contract/core/events.ts'
import { AS_GIVEN, recordsOf } from '../../database/records.ts'
import type { Logger } from '../../process/log.ts'
import type { Broker } from '../broker.ts'

const SWEEP_MS = 2_000
/** Older than this, an event's own process has had its chance to publish it. */
const LEFT_BEHIND_MS = 4_000
const SWEEP_SIZE = 200
/** Events that one process keeps in mind to send. */
const MOST_WAITING = 5_000

interface OutboxRecord {
  readonly _id: string
  readonly subject: string
  readonly payload: unknown
  readonly at: Date
}

const schema = new Schema<OutboxRecord>(
  {
    _id: { type: String, required: true },
    subject: { type: String, required: true },
    payload: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'outbox', versionKey: false, strict: 'throw' },
)
schema.index({ at: 1 })

/** An event of the contract that a transaction causes. */
export type OutgoingEvent = {
  [S in EventSubject]: { readonly subject: S; readonly payload: EventPayload<S> }
}[EventSubject]

export interface Outbox extends AsyncDisposable {
  /** Stores events in the transaction that causes them; pass the result to `send` once it has committed. */
  add(outgoing: readonly OutgoingEvent[], session: ClientSession): Promise<readonly OutboxRecord[]>
  /** Publishes stored events and removes them; what fails is sent by the sweep, in this process or another. */
  send(stored: readonly OutboxRecord[]): void
}

const MOST_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** What waits in a service's outbox, and for how long the oldest event has. */
export async function readOutboxLag(connection: Connection): Promise<{ waiting: number; ageMs: number }> {
  const records = connection.collection<OutboxRecord>(schema.get('collection') ?? '')
  const [oldest] = await records.find({}, { maxTimeMS: READ_TIMEOUT_MS }).sort({ at: 1 }).limit(1).toArray()
  if (!oldest) return { waiting: 0, ageMs: 0 }
  const waiting = await records.countDocuments({}, { limit: MOST_COUNTED, maxTimeMS: READ_TIMEOUT_MS })
  return { waiting, ageMs: Math.max(0, Date.now() - oldest.at.getTime()) }
}

/** The transactional outbox: an event is stored with its cause, published at least once, then removed. */
export function createOutbox(connection: Connection, broker: Broker, log: Logger): Outbox {
  const records = connection.model('Outbox', schema)
  let waiting: OutboxRecord[] = []
  let sending: Promise<void> | undefined

  const publish = async (stored: readonly OutboxRecord[]) => {
    await Promise.all(stored.map(({ _id: id, subject, payload }) => broker.publish({ id, subject, payload })))
    await records.deleteMany({ _id: { $in: stored.map(({ _id }) => _id) } })
  }

  /** What comes while events are sent is sent together after them. */
  const sendOn = async () => {
    while (waiting.length > 0) {
      const stored = waiting
      waiting = []
      await publish(stored).catch((error: unknown) =>
        log.warn({ err: error }, 'Events stay in the outbox until the next sweep'),
      )
    }
    sending = undefined
  }

  const stopping = new AbortController()
  const pause = () => delay(SWEEP_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
  const sweep = async () => {
    const leftBehind = { at: { $lt: new Date(Date.now() - LEFT_BEHIND_MS) } }
    const stored = await records.find(leftBehind).sort({ at: 1 }).limit(SWEEP_SIZE).lean()
    if (stored.length > 0) await publish(stored)
  }
  const sweepOn = async () => {
    for (await pause(); !stopping.signal.aborted; await pause()) {
      await sweep().catch((error: unknown) => log.warn({ err: error }, 'Events wait in the outbox'))
    }
  }
  const sweeping = sweepOn()

  return {
    async add(outgoing, session) {
      if (outgoing.length === 0) return []
      const at = new Date()
      const stored = outgoing.map(({ subject, payload }) => ({
        _id: randomUUID(),
        subject,
        payload: events[subject].parse(payload),
        at,
      }))
      await recordsOf<OutboxRecord>(records).insertMany(stored, { session, ...AS_GIVEN })
      return stored
    },
    send(stored) {
      if (stored.length === 0) return
      // While RabbitMQ is away the sweep remembers for all processes.
      if (waiting.length + stored.length > MOST_WAITING) return
      waiting.push(...stored)
      sending ??= sendOn()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([sweeping, sending])
    },
  }
}
