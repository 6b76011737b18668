import type { Request } from 'express'
import { AppError, toAppError } from '../../shared/contract/core/errors.ts'
import { traceIdOf } from '../../shared/process/call-context.ts'
import { type Answer, sendError } from './answer.ts'

/** Every failure ends here, in the error object of spec 7.1; a bug is logged and shown to nobody. Express knows it by its four parameters. */
export function handleError(thrown: unknown, _req: Request, res: Answer, _next: unknown): void {
  const error = isRefusalOfExpress(thrown)
    ? new AppError('bad_request', 'The request is malformed.', { cause: thrown })
    : toAppError(thrown)
  if (error.code === 'internal_error') {
    res.locals.log.error(
      { err: thrown, requestId: res.locals.requestId, traceId: traceIdOf(res.locals) },
      'A request failed unexpectedly',
    )
  }
  if (res.headersSent) res.destroy()
  else sendError(res, error)
}

/** Express and its parsers mark what is the client's fault with a status: broken percent-encoding, a body too large, … */
function isRefusalOfExpress(thrown: unknown): boolean {
  if (thrown instanceof AppError || !(thrown instanceof Error) || !('status' in thrown)) return false
  return typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500
}
