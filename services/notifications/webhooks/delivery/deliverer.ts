import pMap from 'p-map'
import { createRepeatingTask } from '../../../../shared/process/repeating-task.ts'
import type { FanOut } from './fan-out.ts'
import { createWebhookWorker, type WebhookWorker, type WebhookWorkerDeps } from './webhook-worker.ts'

/** Workers that read the database at once. */
const LOOKS_AT_ONCE = 8
/** How often a process without webhooks looks for one that another process has made. */
const IDLE_LOOK_MS = 30_000
/** After a failure of the database. */
const PAUSE_AFTER_FAILURE_MS = 1_000

/** The replays that are running, each with a worker beside that of its webhook. */
export interface RunningReplays {
  list(): Promise<readonly number[]>
  /** What differs in the worker of a replay. */
  workerDeps(rec: number): Pick<WebhookWorkerDeps, 'deliveries' | 'deliver' | 'options' | 'admit'>
  /** Ends a replay whose webhook is not active. */
  fail(rec: number): Promise<void>
}

export interface DelivererDeps extends Omit<WebhookWorkerDeps, 'take' | 'give' | 'admit'> {
  readonly fanOut: FanOut
  readonly replays: RunningReplays
}

/** Delivers the changes of the feed until disposed of, which waits for the deliveries under way. */
export interface Deliverer extends AsyncDisposable {
  /** Announces that the feed has grown. */
  wake(): void
  /** Announces that a webhook was made or changed. */
  list(): void
}

/** Runs the fan-out and the webhook workers of one process. Processes share the deliveries by claiming them. */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { webhooks, feed, rights, fanOut, replays, options, log } = deps
  const { lookMs, inAll } = options
  const workers = new Map<number, WebhookWorker>()
  const replayWorkers = new Map<number, WebhookWorker>()
  const allWorkers = () => [...workers.values(), ...replayWorkers.values()]
  let listAt = 0
  let fanOutAt = 0
  let underWay = 0

  const take = (wanted: number) => {
    const granted = Math.min(wanted, inAll - underWay)
    underWay += granted
    return granted
  }
  const give = (count: number) => {
    if (count === 0) return
    underWay -= count
    for (const worker of allWorkers()) if (worker.isStarved) worker.lookAt = 0
    task.wake()
  }
  const workerOf = (rec: number): WebhookWorker => {
    const worker = workers.get(rec) ?? createWebhookWorker(rec, { ...deps, take, give })
    workers.set(rec, worker)
    return worker
  }
  const addReplayWorker = (rec: number) => {
    if (replayWorkers.has(rec)) return
    replayWorkers.set(rec, createWebhookWorker(rec, { ...deps, ...replays.workerDeps(rec), take, give }))
  }

  /** Starts a worker for each active webhook and each replay; removes the others. */
  const listWebhooks = async () => {
    const planned = performance.now() + lookMs
    listAt = planned
    // Before the webhooks: one that existed when a change happened gets it.
    const end = workers.size === 0 ? await feed.end() : undefined
    // Before the webhooks: one that is not active then was switched off while its replay ran.
    const replaying = await replays.list()
    const active = await webhooks.find({ active: true }, { owner: 1 }).lean()
    await rights.refresh(active.map(({ owner }) => owner)).catch((error: unknown) => {
      log.warn({ err: error }, 'auth does not answer: deliveries go on with the last known rights of their owners')
    })
    if (active.length === 0 && end !== undefined) await fanOut.skipTo(end)
    const recs = new Set(active.map(({ _id }) => _id))
    removeIdle(workers, recs)
    removeIdle(replayWorkers, new Set(replaying))
    for (const rec of recs) workerOf(rec)
    for (const rec of replaying) {
      if (recs.has(rec)) addReplayWorker(rec)
      else await replays.fail(rec)
    }
    // Unless a webhook was made or changed meanwhile.
    if (listAt === planned) listAt = performance.now() + (workers.size > 0 ? lookMs : Math.max(lookMs, IDLE_LOOK_MS))
  }

  const handOut = async () => {
    fanOutAt = performance.now() + lookMs
    const { recs, hasMore } = await fanOut.step()
    for (const rec of recs) workerOf(rec).lookAt = 0
    if (hasMore) fanOutAt = 0
  }

  /**
   * Resolves to the milliseconds until there may be work again. However much the feed has, each step of handing it out is
   * followed by deliveries, and webhooks are listed with the rights of their owners.
   */
  const round = async () => {
    if (listAt <= performance.now()) await listWebhooks()
    if (workers.size > 0 && fanOutAt <= performance.now()) await handOut()
    const due = allWorkers().filter(({ lookAt }) => lookAt <= performance.now())
    // If there is not room for all, the webhooks with the fewest attempts under way come first.
    due.sort((one, other) => one.running.size - other.running.size)
    await pMap(due, (worker) => worker.look(), { concurrency: LOOKS_AT_ONCE, stopOnError: false })
    const looks = allWorkers().map(({ lookAt }) => lookAt)
    return Math.max(0, Math.min(listAt, workers.size > 0 ? fanOutAt : listAt, ...looks) - performance.now())
  }

  const failure = 'Webhook deliveries wait until the database answers'
  const task = createRepeatingTask(round, { intervalMs: PAUSE_AFTER_FAILURE_MS, log, failure })
  task.wake()

  return {
    wake() {
      // Without a webhook only the position moves, which has time until the next look for webhooks.
      if (workers.size === 0 || fanOutAt === 0) return
      fanOutAt = 0
      task.wake()
    },
    list() {
      listAt = 0
      task.wake()
    },
    async [Symbol.asyncDispose]() {
      await task[Symbol.asyncDispose]()
      await Promise.all(allWorkers().flatMap((worker) => [...worker.running]))
    },
  }
}

/** Removes the workers of other webhooks than these once their deliveries have ended. */
function removeIdle(workers: Map<number, WebhookWorker>, recs: ReadonlySet<number>): void {
  for (const [rec, { running }] of workers) if (!recs.has(rec) && running.size === 0) workers.delete(rec)
}
