import { Gauge, Histogram } from 'prom-client'
import { DURATION_BUCKETS, type Monitor } from '../../shared/process/monitor.ts'
import type { Handler } from '../http/handler.ts'
import type { RecentRequests } from './recent-requests.ts'

/** Measures every request by its operation (`none` if no path was matched) and status. */
export function measureRequests({ registry }: Monitor, recent?: RecentRequests): Handler {
  const requests = new Histogram({
    name: 'inventory_http_request_seconds',
    help: 'Requests by operation and status; status is abandoned if the client left before its answer',
    labelNames: ['operation', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'inventory_http_requests_in_flight',
    help: 'Requests under way',
    registers: [registry],
  })
  return (_req, res, next) => {
    const start = performance.now()
    inFlight.inc()
    res.once('close', () => {
      inFlight.dec()
      const status = res.writableFinished ? String(res.statusCode) : 'abandoned'
      const ms = performance.now() - start
      requests.observe({ operation: res.locals.operation ?? 'none', status }, ms / 1000)
      recent?.record(res.statusCode, ms)
    })
    next()
  }
}
