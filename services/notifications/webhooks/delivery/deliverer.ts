import pMap from 'p-map'
import type { Logger } from '../../../../shared/process/log.ts'
import type { ClientRights } from '../client-rights.ts'
import type { WebhookModel } from '../webhook.model.ts'
import type { DeliveryOptions } from './delivery-options.ts'
import type { FanOut } from './fan-out.ts'
import { createWebhookWorker, type WebhookWorker, type WebhookWorkerParts } from './webhook-worker.ts'

/** Lanes that look at once; each look is a few queries. */
const LOOKS_AT_ONCE = 8
/** After a failure of our own, so that the database is not asked on and on. */
const PAUSE_AFTER_FAILURE_MS = 1_000

export interface DelivererParts extends Omit<WebhookWorkerParts, 'take' | 'give'> {
  readonly webhooks: WebhookModel
  readonly rights: ClientRights
  readonly fanOut: FanOut
  readonly options: DeliveryOptions
  readonly log: Logger
}

/** Delivers what the feed brings until disposed of, which waits for the deliveries under way. */
export interface Deliverer extends AsyncDisposable {
  /** Says that the feed has grown. */
  wake(): void
}

/** One for each process; they share the work by claiming deliveries. */
export function createDeliverer(parts: DelivererParts): Deliverer {
  const { webhooks, rights, fanOut, options, log } = parts
  const { now, lookMs, inAll } = options
  const lanes = new Map<number, WebhookWorker>()
  const bell = createBell()
  let listedAt = Number.NEGATIVE_INFINITY
  let fannedOutAt = Number.NEGATIVE_INFINITY
  let underWay = 0
  let isStopping = false

  const take = (wanted: number) => {
    const granted = Math.min(wanted, inAll - underWay)
    underWay += granted
    return granted
  }
  const give = (count: number) => {
    if (count === 0) return
    underWay -= count
    for (const lane of lanes.values()) if (lane.isStarved) lane.lookAt = 0
    bell.ring()
  }
  const laneOf = (rec: number): WebhookWorker => {
    const lane = lanes.get(rec) ?? createWebhookWorker(rec, { ...parts, take, give })
    lanes.set(rec, lane)
    return lane
  }

  /** Whose webhooks there are; a lane goes when its webhook has gone and its deliveries have ended. */
  const list = async () => {
    listedAt = now()
    const active = await webhooks.find({ active: true }, { owner: 1 }).lean()
    await rights.learn(active.map(({ owner }) => owner)).catch((error: unknown) => {
      log.warn({ err: error }, 'auth cannot be asked; what is known of the rights of owners stands')
    })
    const recs = new Set(active.map(({ _id }) => _id))
    for (const [rec, { running }] of lanes) if (!recs.has(rec) && running.size === 0) lanes.delete(rec)
    for (const rec of recs) laneOf(rec)
  }

  const fanOutAll = async () => {
    fannedOutAt = now()
    for (let hasMore = true; hasMore && !isStopping; ) {
      const step = await fanOut.step()
      for (const rec of step.recs) laneOf(rec).lookAt = 0
      hasMore = step.hasMore
    }
  }

  const round = async () => {
    if (listedAt + lookMs <= now()) await list()
    if (fannedOutAt + lookMs <= now()) await fanOutAll()
    const eager = [...lanes.values()].filter(({ lookAt }) => lookAt <= now())
    // Whoever has the least under way is served first, if there is not room for all.
    await pMap(
      eager.toSorted((one, other) => one.running.size - other.running.size),
      (lane) => lane.look(),
      { concurrency: LOOKS_AT_ONCE, stopOnError: false },
    )
  }

  const untilNext = () => {
    const next = Math.min(listedAt + lookMs, fannedOutAt + lookMs, ...[...lanes.values()].map(({ lookAt }) => lookAt))
    return Math.max(0, next - now())
  }

  const run = async () => {
    while (!isStopping) {
      const pauseMs = await round().then(untilNext, (error: unknown) => {
        log.warn({ err: error }, 'Webhooks wait until the database answers')
        return PAUSE_AFTER_FAILURE_MS
      })
      if (!isStopping) await bell.wait(pauseMs)
    }
  }
  const ran = run()

  return {
    wake() {
      fannedOutAt = Number.NEGATIVE_INFINITY
      bell.ring()
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      bell.ring()
      await ran
      await Promise.all([...lanes.values()].flatMap(({ running }) => [...running]))
    },
  }
}

/** Something to wait for that may ring before anybody waits. */
function createBell() {
  let hasRung = false
  let stopWaiting: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      stopWaiting?.()
    },
    /** Resolves when it rings, or has rung since the last wait, or after a time. */
    async wait(timeoutMs: number): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          stopWaiting = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hasRung = false
      stopWaiting = undefined
    },
  }
}
