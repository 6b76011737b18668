import { Counter, Gauge, type Registry } from 'prom-client'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import { type Method, type Operation, timeoutMs } from '../../shared/contract/core/operation.ts'
import { EXPORT_PART_MS } from '../../shared/contract/core/paging.ts'
import type { Logger } from '../../shared/process/log.ts'
import type { Monitor } from '../../shared/process/monitor.ts'
import type { Response } from '../http/handler.ts'
import { sendError } from '../http/response.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter, type Slot } from './concurrency-limiter.ts'

/** Longest `Retry-After` of a refusal. */
const MAX_RETRY_AFTER_SECONDS = 10
/** Time for the checks before a call and for sending its response, during which a request has its slot as well. */
const MARGIN_MS = 5_000
/** So long after a slot was lost the gateway reports it as degraded. */
const LOST_SHOWN_MS = 600_000

/** Calls that share a concurrency limit: the reads or the writes of a service. */
interface Group {
  readonly limiter: ConcurrencyLimiter
  countRefusal(): void
}

/** What a slot is for, by the method of its request. */
interface Callable {
  readonly operation: Operation
  readonly method: Method
}

/** Slots of the services that requests are for; 503 under overload (docs/overload.md). */
export interface ConcurrencyLimits {
  /**
   * Waits for a slot of the operation's service and does the work of the request in it. The slot is given back when the work
   * has ended, whatever becomes of the response and its connection. Under overload it sends 503 instead.
   */
  withSlot(call: Callable, res: Response, work: (slot: Slot) => Promise<void>): Promise<void>
}

export function createConcurrencyLimits(
  operations: readonly Operation[],
  log: Logger,
  monitor?: Monitor,
): ConcurrencyLimits {
  const ofRequests = operations.filter(({ route }) => route !== undefined)
  const longestCallMs = Math.max(EXPORT_PART_MS, ...ofRequests.map(timeoutMs)) + MARGIN_MS
  const groups = createGroups(longestCallMs, log, monitor)
  // One error for all refusals: its stack trace says nothing, and making one costs time.
  const overloaded = serviceUnavailable()

  /** Resolves to a slot; to undefined after the request has been refused, or its client has gone. */
  const acquire = ({ limiter, countRefusal }: Group, res: Response) =>
    new Promise<Slot | undefined>((resolve) => {
      if (res.req.socket.destroyed) return resolve(undefined)
      let isSettled = false
      const leave = limiter.acquire((slot) => {
        isSettled = true
        if (!slot) {
          countRefusal()
          res.setHeader('Retry-After', retryAfterSeconds(limiter))
          sendError(res, overloaded)
        }
        resolve(slot)
      })
      if (isSettled) return
      res.once('close', () => {
        leave()
        resolve(undefined)
      })
    })

  return {
    async withSlot({ operation, method }, res, work) {
      const slot = await acquire(groups.find(operation.service, method === 'GET' ? 'read' : 'write'), res)
      if (!slot) return
      try {
        await work(slot)
      } finally {
        slot.release()
      }
    },
  }
}

/** Random, so that clients do not come back together; in a range that grows with the excess. */
function retryAfterSeconds({ limit, queued }: ConcurrencyLimiter): number {
  const range = Math.min(MAX_RETRY_AFTER_SECONDS, 2 + queued / limit)
  return 1 + Math.floor(Math.random() * range)
}

function createGroups(longestCallMs: number, log: Logger, monitor: Monitor | undefined) {
  const metrics = monitor && createOverloadMetrics(monitor.registry)
  const groups = new Map<string, Group>()
  let lastLostAt = Number.NEGATIVE_INFINITY
  monitor?.health.watch('concurrency-limit', () => {
    const lost = [...groups.values()].reduce((sum, { limiter }) => sum + limiter.lost, 0)
    const isRecent = performance.now() - lastLostAt < LOST_SHOWN_MS
    return isRecent ? `${lost} slots were not given back and had to be taken back: this is a bug.` : undefined
  })
  return {
    find(target: string, effect: 'read' | 'write'): Group {
      const known = groups.get(`${target} ${effect}`)
      if (known) return known
      const onLost = () => {
        lastLostAt = performance.now()
        log.error({ target, effect }, 'A slot of the concurrency limit was not given back; it was taken back')
      }
      const limiter = createConcurrencyLimiter({ longestCallMs, onLost })
      const group = { limiter, countRefusal: metrics?.watch({ target, effect }, limiter) ?? (() => undefined) }
      groups.set(`${target} ${effect}`, group)
      return group
    },
  }
}

/** `target` is the service that is called; `service` is the label of the process that measures. */
interface Labels {
  readonly target: string
  readonly effect: 'read' | 'write'
}
const LABELS = ['target', 'effect'] as const

/** Figures of the concurrency limits: limit, requests in flight, queued, refused and lost. */
function createOverloadMetrics(registry: Registry) {
  const limiters: { readonly labels: Labels; readonly limiter: ConcurrencyLimiter }[] = []
  const gauge = (name: string, help: string, figure: (limiter: ConcurrencyLimiter) => number) =>
    new Gauge({
      name,
      help,
      labelNames: LABELS,
      registers: [registry],
      collect() {
        for (const { labels, limiter } of limiters) this.set(labels, figure(limiter))
      },
    })
  gauge('inventory_concurrency_limit', 'Requests that may be in flight at once', ({ limit }) => limit)
  gauge('inventory_concurrency_in_flight', 'Requests in flight', ({ inFlight }) => inFlight)
  gauge('inventory_concurrency_queued', 'Queued requests, and refusals that are held back', ({ queued }) => queued)
  new Counter({
    name: 'inventory_concurrency_lost_total',
    help: 'Slots that were taken back because they were not given back',
    labelNames: LABELS,
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, limiter } of limiters) this.inc(labels, limiter.lost)
    },
  })
  const refusals = new Counter({
    name: 'inventory_concurrency_refused_total',
    help: 'Requests refused with 503 because of overload',
    labelNames: LABELS,
    registers: [registry],
  })

  return {
    /** Shows a limiter's figures from now on. @returns a function that counts a refusal */
    watch(labels: Labels, limiter: ConcurrencyLimiter): () => void {
      limiters.push({ labels, limiter })
      const counter = refusals.labels(labels)
      return () => counter.inc()
    },
  }
}
