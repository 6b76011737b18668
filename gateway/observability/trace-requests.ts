import type { Request } from 'express'
import type { Facts, Tracing } from '../../shared/process/tracing.ts'
import type { Handler } from '../http/handler.ts'
import { continueTrace } from './trace-context.ts'

/** Methods that a span may be named after (RFC 9110 and PATCH); any other would be a name of the client's choice. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
])

/** Continues the trace that the request names, or begins one; as a span if there is a collector. */
export function traceRequests(tracing: Tracing | undefined): Handler {
  if (tracing) return recordSpans(tracing)
  return (req, res, next) => {
    res.locals.traceparent = continueTrace(req.headers.traceparent)
    next()
  }
}

function recordSpans(tracing: Tracing): Handler {
  return (req, res, next) => {
    const method = METHODS.has(req.method) ? req.method : 'HTTP'
    const span = tracing.begin('server', method, req.headers.traceparent?.toString(), attributesOf(req))
    res.locals.traceparent = span.traceparent
    res.once('close', () => {
      const { route } = res.locals
      const status = res.writableFinished ? res.statusCode : undefined
      span.end({
        name: route === undefined ? method : `${method} ${route}`,
        facts: { 'http.route': route, 'http.response.status_code': status },
        error: status !== undefined && status >= 500 ? String(status) : undefined,
      })
    })
    next()
  }
}

/** OpenTelemetry's semantic conventions for HTTP server spans; without the query, which may hold secrets. */
function attributesOf(req: Request): Facts {
  const [path] = req.originalUrl.split('?', 1)
  return {
    'http.request.method': METHODS.has(req.method) ? req.method : '_OTHER',
    'url.path': path,
    'url.scheme': req.protocol,
    'server.address': req.hostname,
    'client.address': req.ip,
    'network.protocol.version': req.httpVersion,
    'user_agent.original': req.headers['user-agent'],
  }
}
