import { randomUUID } from 'node:crypto'
import { traceIdOf } from '../../shared/process/call-context.ts'
import type { Logger } from '../../shared/process/log.ts'
import type { Begin, End } from './handler.ts'

/** A client's `X-Request-Id` that is used; any other is replaced. */
const ACCEPTED_ID = /^[\w.:-]{1,64}$/

/** Gives the request its id (`X-Request-Id`), its arrival time, its log and the default challenge of a 401. */
export function startRequest(log: Logger): Begin {
  const arrivedAt = createArrivalClock()
  return (req, res) => {
    const given = req.headers['x-request-id']
    const requestId = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID()
    res.locals.requestId = requestId
    res.locals.startedAt = arrivedAt()
    res.locals.beganAt = performance.now()
    res.locals.log = log
    res.locals.challenge = 'Bearer realm="inventory"'
    res.setHeader('X-Request-Id', requestId)
  }
}

/** Logs each request. The query is left out: it may hold secrets. */
export function logRequest(log: Logger): End {
  return (req, res) => {
    if (!log.isLevelEnabled('info')) return
    const { requestId, startedAt, caller, ignored, ignoredFields } = res.locals
    const line = {
      requestId,
      traceId: traceIdOf(res.locals),
      method: req.method,
      path: req.originalUrl.split('?', 1)[0],
      status: res.writableFinished ? res.statusCode : undefined,
      ms: Date.now() - startedAt,
      client: caller?.id,
      ignored,
      ignoredFields,
    }
    log.info(line, res.writableFinished ? 'Request' : 'Request abandoned by the client')
  }
}

const TICK_MS = 500
/**
 * A timer that is later than this means that the process stood still (frozen, or swapped out). Deadlines leave 2 s for
 * less.
 */
const STALL_MS = 1_000
/** Requests that are read in this time after it may have waited. */
const WAITED_MS = 100

/**
 * Returns a function that estimates when a request that is read now arrived, in epoch milliseconds. After the process stood
 * still, the first requests may have waited for all of that time, so their deadlines count from its beginning
 * (docs/promises.md, R5).
 */
export function createArrivalClock() {
  // Measured by the monotonic clock: the system's clock may jump, which is not a stall.
  let tickedAt = performance.now()
  let stall = { lastedMs: 0, until: Number.NEGATIVE_INFINITY }
  const tick = () => {
    const now = performance.now()
    if (now - tickedAt > STALL_MS) stall = { lastedMs: now - tickedAt, until: now }
    tickedAt = now
  }
  setInterval(tick, TICK_MS).unref()
  return (): number => {
    const sinceMs = performance.now() - stall.until
    return sinceMs < WAITED_MS ? Date.now() - sinceMs - stall.lastedMs : Date.now()
  }
}
