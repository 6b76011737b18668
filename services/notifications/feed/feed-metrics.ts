import { Histogram, type Registry } from 'prom-client'
import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import type { IncomingEvent } from '../../../shared/messaging/events/subscribe.ts'
import { addGauges } from '../../../shared/process/monitor.ts'
import type { Sequence } from './sequence.model.ts'

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
