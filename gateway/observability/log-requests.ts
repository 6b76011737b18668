import { traceIdOf } from '../../shared/process/call-context.ts'
import type { Logger } from '../../shared/process/log.ts'
import type { Handler } from '../http/handler.ts'

/** Logs each request when its connection has taken the answer or was lost. The query is left out: it may hold secrets. */
export function logRequests(log: Logger): Handler {
  return (req, res, next) => {
    res.once('close', () => {
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
    })
    next()
  }
}
