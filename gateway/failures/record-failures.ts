import type { ErrorBody, ErrorCode } from '../../shared/contract/core/errors.ts'
import type { Answer, Handler } from '../http/handler.ts'
import { WINDOW_SECONDS } from '../limits/rate-limit.ts'
import type { FailedRequests } from './failed-requests.ts'

/** Longest path and message that are remembered. */
const MAX_TEXT = 300
/** Most fields that are remembered: a batch may have thousands that are bad. */
const MAX_FIELDS = 50
/** Longest Idempotency-Key. */
const MAX_KEY = 255

/**
 * Remembers requests of clients that are answered with an error: never their bodies, queries or tokens. Of those beyond the
 * rate limit it remembers one a minute, so that they neither cost much nor push out the others.
 */
export function recordFailures({ record }: Pick<FailedRequests, 'record'>, basePath: string): Handler {
  /** Clients, and until when their requests beyond the limit are like one that is remembered. */
  const limited = new Map<string, number>()
  const isRepeated = (clientId: string, code: ErrorCode) => {
    if (code !== 'rate_limited') return false
    const now = performance.now()
    if ((limited.get(clientId) ?? 0) > now) return true
    limited.set(clientId, now + WINDOW_SECONDS * 1_000)
    return false
  }
  return ({ url }, res, next) => {
    // Routers change the address of the request.
    const [path = ''] = url.split('?', 1)
    const shown = path.startsWith(basePath) ? path.slice(basePath.length) : path
    res.once('finish', () => {
      const { failure, caller } = res.locals
      if (failure && caller && !isRepeated(caller.id, failure.code))
        record(caller.id, toFailedRequest(res, failure, shown))
    })
    next()
  }
}

function toFailedRequest(
  res: Answer,
  { code, body }: NonNullable<Answer['locals']['failure']>,
  path: string,
): Parameters<FailedRequests['record']>[1] {
  const { method, headers } = res.req
  // The gateway or a service wrote it; of a 429 it has the message only.
  const { message, details = {} } = JSON.parse(body.toString()) as Partial<ErrorBody> & { message: string }
  const key = headers['idempotency-key']
  return {
    at: new Date(res.locals.startedAt).toISOString(),
    method,
    path: path.slice(0, MAX_TEXT),
    status: res.statusCode,
    error: code,
    message: message.slice(0, MAX_TEXT),
    fields: Object.keys(details)
      .slice(0, MAX_FIELDS)
      .map((name) => name.slice(0, MAX_TEXT)),
    requestId: res.locals.requestId,
    key: key === undefined ? null : String(key).slice(0, MAX_KEY),
  }
}
