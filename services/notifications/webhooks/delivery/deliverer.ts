import { setTimeout as delay } from 'node:timers/promises'
import pMap from 'p-map'
import type { Logger } from '../../../../shared/process/log.ts'
import type { ClientRights } from '../endpoints/client-rights.ts'
import type { WebhookModel } from '../endpoints/webhook.model.ts'
import type { DeliveryOptions } from './delivery-options.ts'
import type { FanOut } from './fan-out.ts'
import { createWebhookWorker, type WebhookWorker, type WebhookWorkerParts } from './webhook-worker.ts'

/** Workers that read the database at once. */
const LOOKS_AT_ONCE = 8
/** After a failure of the database. */
const PAUSE_AFTER_FAILURE_MS = 1_000

export interface DelivererParts extends Omit<WebhookWorkerParts, 'take' | 'give'> {
  readonly webhooks: WebhookModel
  readonly rights: ClientRights
  readonly fanOut: FanOut
  readonly options: DeliveryOptions
  readonly log: Logger
}

/** Delivers the changes of the feed until disposed of, which waits for the deliveries under way. */
export interface Deliverer extends AsyncDisposable {
  /** Announces that the feed has grown. */
  wake(): void
}

/** Runs the fan-out and the webhook workers of one process. Processes share the deliveries by claiming them. */
export function createDeliverer(parts: DelivererParts): Deliverer {
  const { webhooks, rights, fanOut, options, log } = parts
  const { now, lookMs, inAll } = options
  const workers = new Map<number, WebhookWorker>()
  const wakeSignal = createWakeSignal()
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
    for (const worker of workers.values()) if (worker.isStarved) worker.lookAt = 0
    wakeSignal.wake()
  }
  const workerOf = (rec: number): WebhookWorker => {
    const worker = workers.get(rec) ?? createWebhookWorker(rec, { ...parts, take, give })
    workers.set(rec, worker)
    return worker
  }

  /** Starts a worker for each active webhook; removes those of other webhooks once their deliveries have ended. */
  const listWebhooks = async () => {
    listedAt = now()
    const active = await webhooks.find({ active: true }, { owner: 1 }).lean()
    await rights.refresh(active.map(({ owner }) => owner)).catch((error: unknown) => {
      log.warn({ err: error }, 'auth does not answer: deliveries go on with the last known rights of their owners')
    })
    const recs = new Set(active.map(({ _id }) => _id))
    for (const [rec, { running }] of workers) if (!recs.has(rec) && running.size === 0) workers.delete(rec)
    for (const rec of recs) workerOf(rec)
  }

  const fanOutAll = async () => {
    fannedOutAt = now()
    for (let hasMore = true; hasMore && !isStopping; ) {
      const step = await fanOut.step()
      for (const rec of step.recs) workerOf(rec).lookAt = 0
      hasMore = step.hasMore
    }
  }

  const round = async () => {
    if (listedAt + lookMs <= now()) await listWebhooks()
    if (fannedOutAt + lookMs <= now()) await fanOutAll()
    const due = [...workers.values()].filter(({ lookAt }) => lookAt <= now())
    // If there is not room for all, the webhooks with the fewest attempts under way come first.
    due.sort((one, other) => one.running.size - other.running.size)
    await pMap(due, (worker) => worker.look(), { concurrency: LOOKS_AT_ONCE, stopOnError: false })
  }

  const untilNextMs = () => {
    const looks = [...workers.values()].map(({ lookAt }) => lookAt)
    return Math.max(0, Math.min(listedAt + lookMs, fannedOutAt + lookMs, ...looks) - now())
  }

  const run = async () => {
    while (!isStopping) {
      const pauseMs = await round().then(untilNextMs, (error: unknown) => {
        log.warn({ err: error }, 'Webhook deliveries wait until the database answers')
        return PAUSE_AFTER_FAILURE_MS
      })
      if (!isStopping) await wakeSignal.wait(pauseMs)
    }
  }
  const running = run()

  return {
    wake() {
      fannedOutAt = Number.NEGATIVE_INFINITY
      wakeSignal.wake()
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      wakeSignal.wake()
      await running
      await Promise.all([...workers.values()].flatMap((worker) => [...worker.running]))
    },
  }
}

/** A pause that can be ended early, also before it begins. */
function createWakeSignal() {
  let controller = new AbortController()
  return {
    wake: () => controller.abort(),
    /** Resolves after the time, or when `wake` is called, or at once if it was called since the last wait. */
    async wait(timeoutMs: number): Promise<void> {
      await delay(timeoutMs, undefined, { signal: controller.signal }).catch(() => undefined)
      controller = new AbortController()
    },
  }
}
