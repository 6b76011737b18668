import { randomUUID } from 'node:crypto'
import type { Logger } from '../../shared/process/log.ts'
import { createArrivalClock } from './arrival-clock.ts'
import type { Handler } from './handler.ts'

/** A client's `X-Request-Id` that is used; any other is replaced. */
const ACCEPTED_ID = /^[\w.:-]{1,64}$/

/** Gives the request its id (`X-Request-Id`), its arrival time, its log and the default challenge of a 401. */
export function startRequest(log: Logger): Handler {
  const arrivedAt = createArrivalClock()
  return (req, res, next) => {
    const given = req.headers['x-request-id']
    const requestId = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID()
    res.locals.requestId = requestId
    res.locals.startedAt = arrivedAt()
    res.locals.log = log
    res.locals.challenge = 'Bearer realm="inventory"'
    res.setHeader('X-Request-Id', requestId)
    next()
  }
}
