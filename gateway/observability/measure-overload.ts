import { Counter, Gauge, type Registry } from 'prom-client'
import type { ConcurrencyLimiter } from '../overload/concurrency-limiter.ts'

/** `target` is the service that is called; `service` is the label of the process that measures. */
interface Labels {
  readonly target: string
  readonly effect: 'read' | 'write'
}
const LABELS = ['target', 'effect'] as const

/** Figures of the concurrency limits: limit, requests in flight, queued, refused and lost. */
export function createOverloadMetrics(registry: Registry) {
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
