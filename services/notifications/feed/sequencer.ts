import type { Connection } from 'mongoose'
import { Histogram, type Registry } from 'prom-client'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import { isDatabaseUnavailable, isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'
import type { IncomingEvent } from '../../../shared/messaging/events/subscribe.ts'
import { createBatchWriter } from '../../../shared/process/batch-writer.ts'
import { addGauges } from '../../../shared/process/monitor.ts'
import { presentMs } from '../../../shared/process/time/clock.ts'
import { type ChangeModel, type ChangeRecord, EVERYWHERE } from './change.model.ts'
import type { Sequence } from './sequence.model.ts'

/** Most events in one transaction. */
export const MAX_BATCH = 256
/** Limits the cost for the database: 10 transactions a second, however many events come. */
const INTERVAL_MS = 100
/** After this time the event is handled again from the start. */
const TIMEOUT_MS = 8_000

type Incoming = IncomingEvent<FeedType>

/** An event that waits for its batch, and why the database refused it. */
interface Waiting {
  readonly event: Incoming
  refusal?: unknown
}

/**
 * Appends events to the feed: each event once, in one sequence without gaps. Events that arrive together share a
 * transaction of two commands: a compare-and-set of the sequence from the number that this process wrote last, with the
 * changes, and the commit. If another process has taken numbers since, its changes have these numbers, which their unique
 * index finds, as that on `eventId` finds an event that is in the feed already. Only then does the batch read.
 */
export function createSequencer(connection: Connection, changes: ChangeModel, sequence: Sequence) {
  /** The end of the feed when this process wrote last; undefined after a failure, which leaves it unknown. */
  let known: number | undefined

  const append = (events: readonly Incoming[], isRepeat: boolean) =>
    inUnitOfWork(connection, Date.now() + TIMEOUT_MS, async (unit, { number }) => {
      const { session } = unit
      const fresh = new Map(events.map((event) => [event.id, event]))
      if (isRepeat) {
        const found = await changes.find({ eventId: { $in: [...fresh.keys()] } }, { eventId: 1 }, { session }).lean()
        for (const { eventId } of found) fresh.delete(eventId)
      }
      if (fresh.size === 0) return
      const last = number === 0 && known !== undefined ? known : await sequence.last(session)
      known = undefined
      const oldest = Math.min(...[...fresh.values()].map(({ payload: { at } }) => Date.parse(at)))
      const end = last + fresh.size
      // The clocks of two machines may differ a little.
      sequence.move(last, end, Math.max(0, presentMs() - oldest), unit)
      unit.insert(
        changes,
        [...fresh.values()].map((event, index) => toRecord(event, last + index + 1)),
      )
      unit.afterCommit(() => {
        known = end
      })
    })

  const write = (events: readonly Incoming[]) =>
    append(events, false).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      return append(events, true)
    })

  /** Finds the events that the database refuses by halves, so that the others of their batch are written. */
  const writeApart = async (waiting: readonly Waiting[]): Promise<void> => {
    try {
      await write(waiting.map(({ event }) => event))
    } catch (error) {
      if (error instanceof AppError || isDatabaseUnavailable(error)) throw error
      const [first] = waiting
      const half = Math.ceil(waiting.length / 2)
      if (first && half === waiting.length) first.refusal = error
      else for (const batch of [waiting.slice(0, half), waiting.slice(half)]) await writeApart(batch)
    }
  }
  const writer = createBatchWriter(writeApart, { maxBatch: MAX_BATCH, intervalMs: INTERVAL_MS })

  return {
    /** Appends an event to the feed, unless it is there. Rejects if the database refuses it. */
    async append(event: Incoming): Promise<void> {
      const waiting: Waiting = { event }
      await writer.add([waiting])
      if (waiting.refusal !== undefined) throw waiting.refusal
    },
  }
}

function toRecord({ id, subject, payload: { at, wids, data } }: Incoming, sequence: number): ChangeRecord {
  return { _id: sequence, eventId: id, type: subject, at: new Date(at), wids: wids ?? [EVERYWHERE], data }
}

const DELAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const READ_TIMEOUT_MS = 1_000

type Append = (event: IncomingEvent<FeedType>) => Promise<void>

/** The same function, with the time from the change to its commit in the feed measured. */
export function measureFeedDelay(append: Append, registry: Registry): Append {
  const delays = new Histogram({
    name: 'inventory_feed_delay_seconds',
    help: 'Time from a change until it is in the feed',
    buckets: DELAY_BUCKETS,
    registers: [registry],
  })
  return async (event) => {
    await append(event)
    // The clocks of two machines may differ a little.
    delays.observe(Math.max(0, Date.now() - Date.parse(event.payload.at)) / 1_000)
  }
}

/** Adds the gauge of the feed's lag, which is in the database: every process reports the same. */
export function measureFeedLag(sequence: Sequence, registry: Registry): void {
  addGauges(registry, () => sequence.lagMs(READ_TIMEOUT_MS), [
    {
      name: 'inventory_feed_lag_seconds',
      help: 'How long the changes that came into the feed last took to be there; the longest of those committed together',
      of: (lagMs) => lagMs && lagMs / 1_000,
    },
  ])
}
