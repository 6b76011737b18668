import type { Registry } from 'prom-client'
import { notifications } from '../../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { addGauges } from '../../../shared/process/gauges.ts'
import { type Generations, generationInWork } from './generation.model.ts'

const READ_TIMEOUT_MS = 1_000

/** Adds the gauges of how far reports are behind the feed, which every process reads alike. */
export function measureFollower(generations: Generations, call: Call, registry: Registry): void {
  const read = async () => {
    const [all, current] = [await generations.list(), await generations.current()]
    const deadline = Date.now() + READ_TIMEOUT_MS
    const next = await call(notifications.readEvents, { since: current.sequence, limit: 1 }, { deadline })
    const oldest = next.value[0]
    const building = generationInWork(all, current)
    return { lagMs: oldest ? Math.max(0, Date.now() - Date.parse(oldest.at)) : 0, current, building }
  }
  addGauges(registry, read, [
    {
      name: 'inventory_reporting_lag_seconds',
      help: 'Age of the oldest change that reports do not know; 0 if they know all',
      of: ({ lagMs }) => lagMs / 1_000,
    },
    {
      name: 'inventory_reporting_rebuild_waiting',
      help: 'Changes that a rebuild of the reports has still to read; none while there is no rebuild',
      of: ({ current, building }) => building && current.sequence - building.sequence,
    },
  ])
}
