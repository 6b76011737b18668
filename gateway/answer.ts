import type { Request, Response } from 'express'
import type { Caller } from '../shared/contract/access.ts'
import { type AppError, errorCatalogue } from '../shared/contract/errors.ts'
import type { Operation } from '../shared/contract/operation.ts'
import type { RpcReply } from '../shared/messaging/broker.ts'
import type { Logger } from '../shared/runtime/log.ts'

/** What is known of a request on its way through the gateway. */
export interface Locals {
  requestId: string
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

/** The one place that ends a response. */
function send(res: Answer, status: number, body: Buffer): void {
  res.statusCode = status
  res.setHeader('Content-Type', JSON_TYPE)
  res.setHeader('Content-Length', body.length)
  if (status === 401) res.setHeader('WWW-Authenticate', res.locals.challenge)
  if (status === 503 || status === 504) res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  res.end(body)
}

/** Passes a service's answer on: its bytes untouched, its figures as headers (spec 4.1). */
export function sendReply(res: Answer, operation: Operation, reply: RpcReply): void {
  if (reply.page) {
    res.setHeader('X-Total-Count', reply.page.totalCount)
    res.setHeader('X-Page', reply.page.page)
    res.setHeader('X-Page-Size', reply.page.pageSize)
  }
  if (reply.replayed) res.setHeader('Idempotent-Replayed', 'true')
  send(res, reply.error ? errorCatalogue[reply.error].status : (operation.status ?? 200), reply.body)
}

/** The error object of spec 7.1; only its message when the rate limit is exceeded (spec 7.5). */
export function sendError(res: Answer, error: AppError): void {
  const body = error.code === 'rate_limited' ? { message: error.message } : error.toBody()
  send(res, error.status, Buffer.from(JSON.stringify(body)))
}
