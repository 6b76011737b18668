import type { Request } from 'express'
import { operations } from '../../shared/contract/index.ts'
import type { Facts, Tracing } from '../../shared/process/tracing.ts'
import { BASE_PATH } from '../base-path.ts'
import { toRouted } from '../route.ts'
import type { Handler } from './answer.ts'

/** Methods that a span may be named after (RFC 9110 and PATCH); others are whatever somebody sent. */
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

/** Makes each request a step of the trace that it names, or of a new one; its query stays untold, since secrets may stand there. */
export function trace(tracing: Tracing): Handler {
  const routes = new Map(operations.map((operation) => [operation.name, toRouted(operation)?.path]))
  return (req, res, next) => {
    const method = METHODS.has(req.method) ? req.method : 'HTTP'
    const step = tracing.begin('server', method, req.headers.traceparent?.toString(), requestFacts(req))
    res.locals.traceparent = step.traceparent
    res.once('close', () => {
      const path = routes.get(res.locals.operation ?? '')
      const route = path === undefined ? undefined : BASE_PATH + path
      const status = res.writableFinished ? res.statusCode : undefined
      step.end({
        name: route === undefined ? method : `${method} ${route}`,
        facts: { 'http.route': route, 'http.response.status_code': status },
        error: status !== undefined && status >= 500 ? String(status) : undefined,
      })
    })
    next()
  }
}

/** Semantic conventions for HTTP server spans. */
function requestFacts(req: Request): Facts {
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
