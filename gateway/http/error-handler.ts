import type { Request } from 'express'
import { AppError, toAppError } from '../../shared/contract/core/errors.ts'
import { traceIdOf } from '../../shared/process/call-context.ts'
import { sendError } from './answer.ts'
import type { Answer } from './handler.ts'

/**
 * Sends every error as the error object. One without a promised answer is a bug: 500, logged here and shown to nobody.
 * Express takes a function of four parameters as its error handler.
 */
export function handleError(thrown: unknown, _req: Request, res: Answer, _next: unknown): void {
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
