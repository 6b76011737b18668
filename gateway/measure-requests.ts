import { Histogram } from 'prom-client'
import type { RequestFigures } from '../shared/contract/gateway.ts'
import { addGauges, DURATION_BUCKETS, type Monitor } from '../shared/process/monitor.ts'
import type { Begin, End } from './http/handler.ts'

/** Measures every request by its operation (`none` if no path was matched) and status. */
export function measureRequests(
  { registry }: Monitor,
  recent?: RecentRequests,
): { readonly begin: Begin; readonly end: End } {
  const requests = new Histogram({
    name: 'inventory_http_request_seconds',
    help: 'Requests by operation and status; status is abandoned if the client left before its response',
    labelNames: ['operation', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  let inFlight = 0
  addGauges(registry, async () => inFlight, [
    { name: 'inventory_http_requests_in_flight', help: 'Requests under way', of: (figure) => figure },
  ])
  return {
    begin() {
      inFlight++
    },
    end(_req, res) {
      inFlight--
      const status = res.writableFinished ? String(res.statusCode) : 'abandoned'
      const ms = performance.now() - res.locals.beganAt
      requests.observe({ operation: res.locals.operation ?? 'none', status }, ms / 1000)
      recent?.record(res.statusCode, ms)
    },
  }
}

const WINDOW_SECONDS = 60
/** Four buckets for each doubling of the time, from 0.1 ms to 100 s. */
const BUCKETS_PER_DOUBLING = 4
const SHORTEST_MS = 0.1
const BUCKETS = 81

interface Second {
  /** Whole seconds of the clock. */
  readonly at: number
  readonly buckets: Uint32Array
  rateLimited: number
  unavailable: number
  failed: number
}

/** Counts the requests of the last minute, second by second. */
export function createRecentRequests(now: () => number = () => performance.now()) {
  const startedAt = now()
  const seconds: Second[] = []
  const current = () => {
    const at = Math.floor(now() / 1_000)
    const last = seconds.at(-1)
    if (last?.at === at) return last
    const made = { at, buckets: new Uint32Array(BUCKETS), rateLimited: 0, unavailable: 0, failed: 0 }
    seconds.push(made)
    while ((seconds[0]?.at ?? at) <= at - WINDOW_SECONDS) seconds.shift()
    return made
  }

  return {
    record(status: number, ms: number): void {
      const second = current()
      const bucket = bucketOf(ms)
      second.buckets[bucket] = (second.buckets[bucket] ?? 0) + 1
      if (status === 429) second.rateLimited++
      else if (status === 503 || status === 504) second.unavailable++
      else if (status >= 500) second.failed++
    },
    figures(): RequestFigures {
      current()
      const counts = Array.from({ length: BUCKETS }, (_, index) => sum(seconds, ({ buckets }) => buckets[index] ?? 0))
      const total = sum(counts, (count) => count)
      const length = Math.max(1, Math.min(WINDOW_SECONDS, Math.round((now() - startedAt) / 1_000)))
      return {
        seconds: length,
        requestsPerSecond: Math.round((100 * total) / length) / 100,
        p50Ms: quantile(counts, total, 0.5),
        p99Ms: quantile(counts, total, 0.99),
        rateLimited: sum(seconds, ({ rateLimited }) => rateLimited),
        unavailable: sum(seconds, ({ unavailable }) => unavailable),
        failed: sum(seconds, ({ failed }) => failed),
      }
    },
  }
}

export type RecentRequests = ReturnType<typeof createRecentRequests>

const sum = <T>(values: readonly T[], of: (value: T) => number) => values.reduce((total, value) => total + of(value), 0)

function bucketOf(ms: number): number {
  const bucket = Math.ceil(BUCKETS_PER_DOUBLING * Math.log2(Math.max(ms, SHORTEST_MS) / SHORTEST_MS))
  return Math.min(bucket, BUCKETS - 1)
}

/** The upper bound of the bucket that the share of the requests ends in. */
function quantile(counts: readonly number[], total: number, share: number): number | null {
  let left = share * total
  for (const [bucket, count] of counts.entries()) {
    left -= count
    if (count > 0 && left <= 0) return Math.round(10 * SHORTEST_MS * 2 ** (bucket / BUCKETS_PER_DOUBLING)) / 10
  }
  return null
}
