import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/contract/core/errors.ts'
import { traceIdOf } from '../../shared/process/call-context.ts'
import type { Logger } from '../../shared/process/log.ts'
import type { Handler } from './answer.ts'
import { createArrivalClock } from './arrival-clock.ts'
import { MAX_HEADERS } from './server.ts'
import { continueTrace } from './trace-context.ts'

const SANE_ID = /^[\w.:-]{1,64}$/

/** Names the request, has it logged when it is over, and refuses what could mean different things to different servers. */
export function receive(log: Logger): Handler {
  const arrivedAt = createArrivalClock()
  return (req, res, next) => {
    const { locals } = res
    const given = req.headers['x-request-id']
    locals.requestId = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID()
    // Unless the request is traced already, which makes a step too.
    locals.traceparent ??= continueTrace(req.headers.traceparent)
    locals.startedAt = arrivedAt()
    locals.log = log
    locals.challenge = 'Bearer realm="inventory"'
    res.setHeader('X-Request-Id', locals.requestId)
    res.once('close', () => {
      const { requestId, startedAt, caller } = locals
      const traceId = traceIdOf(locals)
      const ms = Date.now() - startedAt
      const [path] = req.originalUrl.split('?', 1)
      const facts = { requestId, traceId, method: req.method, path, status: res.statusCode, ms, client: caller?.id }
      if (res.writableFinished) log.info(facts, 'Request')
      else log.info({ ...facts, status: undefined }, 'Request abandoned by the client')
    })
    refuseAmbiguity(req.rawHeaders, req.httpVersion)
    next()
  }
}

/** Exactly one Host (RFC 9112, 3.2); node would take the first of two. Headers beyond the limit would be left out unseen. */
function refuseAmbiguity(rawHeaders: readonly string[], httpVersion: string): void {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) throw new AppError('bad_request', 'The request has more than one Host header.')
  if (hosts === 0 && httpVersion !== '1.0') throw new AppError('bad_request', 'The request has no Host header.')
  if (rawHeaders.length > 2 * MAX_HEADERS) throw new AppError('bad_request', 'The request has too many headers.')
}
