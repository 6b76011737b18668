import {
  type AppError,
  type ErrorCode,
  type ErrorReason,
  errorCatalogue,
  helpLink,
} from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { Snapshot } from '../../shared/contract/core/paging.ts'
import type { RpcReply } from '../../shared/messaging/broker.ts'
import type { Answer } from './handler.ts'
import { pageLinks } from './page-links.ts'
import { sendBody } from './send-body.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** `Retry-After` of 503, 504 and a write that is still running: a service is usually back within a second. */
const RETRY_AFTER_SECONDS = '1'

/** Sends a service's reply: its bytes unchanged, its page figures as headers (docs/interface.md, paging). */
export function sendReply(res: Answer, operation: Operation, reply: RpcReply): void {
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
export function setSnapshot(res: Answer, { sequence, timeZone }: Snapshot): void {
  res.setHeader('X-Snapshot', sequence)
  res.setHeader('X-Time-Zone', timeZone)
}

/** Sends the error object; of an exceeded rate limit only the message (docs/interface.md, errors). */
export function sendError(res: Answer, error: AppError): void {
  const body = error.code === 'rate_limited' ? { message: error.message } : error.toBody()
  sendErrorBody(res, error.code, error.reason, Buffer.from(JSON.stringify(body)))
}

function sendErrorBody(res: Answer, code: ErrorCode, reason: ErrorReason | undefined, body: Buffer): void {
  res.locals.failure = { code, body }
  res.setHeader('Link', helpLink(code))
  if (reason === 'key_running') res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  send(res, errorCatalogue[code].status, body)
}

/** Sends the gateway's own JSON. */
export function sendJson(res: Answer, body: unknown): void {
  send(res, 200, Buffer.from(JSON.stringify(body)))
}

/** The only place that ends an answer of the interface. */
function send(res: Answer, status: number, body: Buffer): void {
  setStatus(res, status)
  res.setHeader('Content-Type', JSON_TYPE)
  sendBody(res, body)
}

/** Sets the status, and the headers that belong to it. */
export function setStatus(res: Answer, status: number): void {
  res.statusCode = status
  if (status === 401) res.setHeader('WWW-Authenticate', res.locals.challenge)
  if ((status === 503 || status === 504) && !res.hasHeader('Retry-After'))
    res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
}
