import type { Request, Response } from 'express'
import type { Caller } from '../../shared/contract/core/access.ts'
import { type AppError, errorCatalogue } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { RpcReply } from '../../shared/messaging/broker.ts'
import type { Logger } from '../../shared/process/log.ts'
import { matchesETag, toETag } from './etag.ts'
import { pageLinks } from './page-links.ts'

/** What is known of a request on its way through the gateway. */
export interface Locals {
  requestId: string
  /** Our step in the trace that the request belongs to (W3C Trace Context). */
  traceparent: string
  /** Epoch milliseconds at which the gateway first saw the request. */
  startedAt: number
  log: Logger
  /** The scheme that a 401 asks for (RFC 9110, 11.6.1). */
  challenge: string
  token?: string
  caller?: Caller
  /** Name of the operation that the request is for, once known. */
  operation?: string
  /** Methods that the path takes, once known. */
  allowed?: Set<string>
}

export type Answer = Response<unknown, Locals>
export type Handler = (req: Request, res: Answer, next: (reason?: unknown) => void) => unknown

const JSON_TYPE = 'application/json; charset=utf-8'
/** When to try again after 503 or 504: services are back within seconds. */
const RETRY_AFTER_SECONDS = '1'

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Tags what was read, and says 304 in its place to who has it already; answers are kept by nobody but the client. */
export function answersUnmodified(res: Answer, body: Buffer): boolean {
  const tag = toETag(body)
  res.setHeader('ETag', tag)
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private, no-cache')
  if (!matchesETag(res.req.headers['if-none-match'], tag)) return false
  res.statusCode = 304
  res.removeHeader('Content-Type')
  res.removeHeader('Content-Length')
  res.end()
  return true
}

/** The one place that ends an answer of the interface. */
function send(res: Answer, status: number, body: Buffer): void {
  res.statusCode = status
  res.setHeader('Content-Type', JSON_TYPE)
  res.setHeader('Content-Length', body.length)
  if (status === 401) res.setHeader('WWW-Authenticate', res.locals.challenge)
  if (status === 200 && isRead(res.req) && answersUnmodified(res, body)) return
  if (status === 503 || status === 504) res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  res.end(body)
}

/** Passes a service's answer on: its bytes untouched, its figures as headers (spec 4.1). */
export function sendReply(res: Answer, operation: Operation, reply: RpcReply): void {
  if (reply.page) {
    res.setHeader('X-Total-Count', reply.page.totalCount)
    res.setHeader('X-Page', reply.page.page)
    res.setHeader('X-Page-Size', reply.page.pageSize)
    const links = pageLinks(res.req.originalUrl, reply.page)
    if (links !== undefined) res.setHeader('Link', links)
  }
  if (reply.replayed) res.setHeader('Idempotent-Replayed', 'true')
  send(res, reply.error ? errorCatalogue[reply.error].status : (operation.status ?? 200), reply.body)
}

/** The error object of spec 7.1; only its message when the rate limit is exceeded (spec 7.5). */
export function sendError(res: Answer, error: AppError): void {
  const body = error.code === 'rate_limited' ? { message: error.message } : error.toBody()
  send(res, error.status, Buffer.from(JSON.stringify(body)))
}
