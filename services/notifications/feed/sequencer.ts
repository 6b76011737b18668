import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientSession, Connection } from 'mongoose'
import type { ChangeType } from '../../../shared/contract/notifications/changes.ts'
import { AS_GIVEN, recordsOf } from '../../../shared/database/records.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { IncomingEvent } from '../../../shared/messaging/events/subscribe.ts'
import { asPartOf, type Tracing } from '../../../shared/process/tracing.ts'
import { type ChangeModel, type ChangeRecord, EVERYWHERE } from './change.model.ts'
import type { Sequence } from './sequence.model.ts'

/** Events that share a transaction at most. */
export const MAX_BATCH = 256
/** From one batch to the next at least: a busy hour costs the database 10 transactions a second, however many events come. */
const PAUSE_MS = 100
/** After this time the broker's own repeat takes its turn. */
const TIMEOUT_MS = 8_000

type Incoming = IncomingEvent<ChangeType>
interface Waiting {
  readonly event: Incoming
  /** The step of a trace that it came with. */
  readonly step: string | undefined
  resolve(): void
  reject(error: unknown): void
}

/**
 * Gives each event its place in the feed: once, without gaps, visible in order. What arrives while a batch is written goes
 * together in the next one, so that many cost little more than one.
 */
export function createSequencer(
  connection: Connection,
  changes: ChangeModel,
  sequence: Sequence,
  tracing: Tracing | undefined,
) {
  const waiting: Waiting[] = []
  let isRunning = false

  const run = async () => {
    isRunning = true
    // What arrived in one turn goes together.
    await nextTurn()
    while (waiting.length > 0) {
      const pause = delay(PAUSE_MS)
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        const events = batch.map(({ event }) => event)
        await asPartOf(tracing, batch[0]?.step, () =>
          inTransaction(connection, Date.now() + TIMEOUT_MS, (session) => append(events, session)),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await pause
    }
    isRunning = false
  }

  async function append(events: readonly Incoming[], session: ClientSession): Promise<void> {
    const fresh = new Map(events.map((event) => [event.id, event]))
    const known = await changes.find({ eventId: { $in: [...fresh.keys()] } }, { eventId: 1 }, { session }).lean()
    for (const { eventId } of known) fresh.delete(eventId)
    if (fresh.size === 0) return
    // Fails if another batch was written since the line above looked: what it has found is complete.
    const last = await sequence.take(fresh.size, session)
    const first = last - fresh.size + 1
    const records = [...fresh.values()].map((event, index) => toRecord(event, first + index))
    await recordsOf<ChangeRecord>(changes).insertMany(records, { session, ...AS_GIVEN })
  }

  return {
    /** Resolves when the event has its place for good. */
    place: (event: Incoming) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ event, step: tracing?.current, resolve, reject })
        if (!isRunning) void run()
      }),
  }
}

function toRecord({ id, subject, payload: { at, wids, data } }: Incoming, sequence: number): ChangeRecord {
  return { _id: sequence, eventId: id, type: subject, at: new Date(at), wids: wids ?? [EVERYWHERE], data }
}
