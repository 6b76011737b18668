import type { Request } from 'express'
import {
  AppError,
  type ErrorCode,
  type ErrorReason,
  errorCatalogue,
  helpLink,
  toAppError,
} from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { PageFigures, Snapshot } from '../../shared/contract/core/paging.ts'
import type { RpcReply } from '../../shared/messaging/broker.ts'
import { traceIdOf } from '../../shared/process/call-context.ts'
import type { Response } from './handler.ts'
import { sendBody } from './send-body.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** `Retry-After` of 503, 504 and a write that is still running: a service is usually back within a second. */
const RETRY_AFTER_SECONDS = '1'

/** Sends a service's reply: its bytes unchanged, its page figures as headers (docs/interface.md, paging). */
export function sendReply(res: Response, operation: Operation, reply: RpcReply): void {
  if (reply.page) {
    res.setHeader('X-Total-Count', reply.page.totalCount)
    res.setHeader('X-Page', reply.page.page)
    res.setHeader('X-Page-Size', reply.page.pageSize)
    const links = pageLinks(res.req.originalUrl, reply.page, reply.snapshot?.sequence)
    if (links !== undefined) res.setHeader('Link', links)
  }
  if (reply.snapshot) setSnapshot(res, reply.snapshot)
  if (reply.plan !== undefined) res.setHeader('X-Plan', reply.plan)
  if (reply.replayed) res.setHeader('Idempotent-Replayed', 'true')
  if (reply.error) sendErrorBody(res, reply.error, reply.reason, reply.body)
  else send(res, operation.status ?? 200, reply.body)
}

/** Names the moment of a report, and the zone of its days (docs/reports.md). */
export function setSnapshot(res: Response, { sequence, timeZone }: Snapshot): void {
  res.setHeader('X-Snapshot', sequence)
  res.setHeader('X-Time-Zone', timeZone)
}

/** Sends the error object; of an exceeded rate limit only the message (docs/interface.md, errors). */
export function sendError(res: Response, error: AppError): void {
  const body = error.code === 'rate_limited' ? { message: error.message } : error.toBody()
  sendErrorBody(res, error.code, error.reason, Buffer.from(JSON.stringify(body)))
}

function sendErrorBody(res: Response, code: ErrorCode, reason: ErrorReason | undefined, body: Buffer): void {
  res.locals.failure = { code, body }
  res.setHeader('Link', helpLink(code))
  if (reason === 'key_running') res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  send(res, errorCatalogue[code].status, body)
}

/** Sends the gateway's own JSON. */
export function sendJson(res: Response, body: unknown): void {
  send(res, 200, Buffer.from(JSON.stringify(body)))
}

/** The only place that ends a response of the interface. */
function send(res: Response, status: number, body: Buffer): void {
  setStatus(res, status)
  res.setHeader('Content-Type', JSON_TYPE)
  sendBody(res, body)
}

/** Sets the status, and the headers that belong to it. */
export function setStatus(res: Response, status: number): void {
  res.statusCode = status
  if (status === 401) res.setHeader('WWW-Authenticate', res.locals.challenge)
  if ((status === 503 || status === 504) && !res.hasHeader('Retry-After'))
    res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
}

/** Clients refuse headers of more than 8 to 16 kB, and the header has the address up to four times. */
const MAX_ADDRESS_LENGTH = 1_500

/**
 * `Link` header (RFC 8288) with the relations first, prev, next and last: paths with the request's other parameters
 * unchanged, and of a report with its `snapshot`. The next page has the key of the last record before it, the others
 * their numbers (docs/decisions/lists.md#13). Undefined if the request's address is too long for it.
 */
function pageLinks(
  url: string,
  { totalCount, page, pageSize, next, hasMore }: PageFigures,
  snapshot?: number,
): string | undefined {
  const [path = '', ...rest] = url.split('?')
  const replaced = snapshot === undefined ? /^(page|after)(=|$)/i : /^(page|after|snapshot)(=|$)/i
  const query = rest.join('?')
  const kept = query.split('&').filter((parameter) => parameter !== '' && !replaced.test(parameter))
  const others = snapshot === undefined ? kept : [...kept, `snapshot=${snapshot}`]
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  if (path.length + kept.join('&').length > MAX_ADDRESS_LENGTH) return undefined
  const links = [
    ['first', 'page=1'],
    ...(page > 1 ? [['prev', `page=${Math.min(page - 1, last)}`]] : []),
    ...((hasMore ?? page < last) ? [['next', next === undefined ? `page=${page + 1}` : `after=${next}`]] : []),
    ['last', `page=${last}`],
  ]
  return links.map(([rel, where]) => `<${path}?${[...others, where].join('&')}>; rel="${rel}"`).join(', ')
}

/**
 * Sends every error as the error object. One without a promised response is a bug: 500, logged here and shown to nobody.
 * Express takes a function of four parameters as its error handler.
 */
export function handleError(thrown: unknown, _req: Request, res: Response, _next: unknown): void {
  const error = isRefusalOfExpress(thrown)
    ? new AppError('bad_request', 'The request is malformed.', { cause: thrown })
    : toAppError(thrown)
  if (error.code === 'internal_error') {
    const { log, requestId } = res.locals
    log.error({ err: thrown, requestId, traceId: traceIdOf(res.locals) }, 'A request failed unexpectedly')
  }
  if (res.headersSent) res.destroy()
  else sendError(res, error)
}

/** Express and its parsers mark errors of the client with a 4xx `status`: broken percent-encoding, a body too large, … */
function isRefusalOfExpress(thrown: unknown): boolean {
  if (thrown instanceof AppError || !(thrown instanceof Error) || !('status' in thrown)) return false
  return typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500
}
