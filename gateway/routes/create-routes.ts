import { type RequestHandler, Router } from 'express'
import { authorize } from '../../shared/contract/core/access.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Method, Operation } from '../../shared/contract/core/operation.ts'
import type { CallBytes } from '../../shared/messaging/rpc/call.ts'
import { receiveBody } from '../http/body.ts'
import type { Handler } from '../http/handler.ts'
import { queryOf } from '../http/query.ts'
import { segmentOf } from './base-path.ts'
import { forward } from './forward.ts'
import { ignoredParameters, knownParameters } from './ignored-parameters.ts'
import { fitsPath, matchesRequest } from './match-request.ts'
import { type RoutedOperation, toRoutedOperations } from './routed-operation.ts'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<Method, string>

/**
 * The contract's operations as routes; `before` runs on each request that one of them takes, before it is authorized. A router tries
 * its routes one after the other, so there is one for each first segment of a path.
 */
export function createRoutes(
  operations: readonly Operation[],
  callBytes: CallBytes,
  ...before: Handler[]
): RequestHandler {
  const routers = new Map<string, Router>()
  const routedOperations = toRoutedOperations(operations)
  const knownFor = knownParameters(routedOperations)
  for (const routed of routedOperations) {
    const { method, path, bodyFields } = routed
    const router = routers.get(segmentOf(path)) ?? createRouter()
    routers.set(segmentOf(path), router)
    router[verbs[method]](
      path,
      match(routed),
      ...before,
      beginOperation(routed, knownFor(routed)),
      ...(bodyFields.length > 0 ? [receiveBody(routed.operation.maxBodyBytes)] : []),
      forward(routed, callBytes),
    )
  }
  return (req, res, next) => {
    // Express would answer OPTIONS itself, without the error object.
    const router = req.method === 'OPTIONS' ? undefined : routers.get(segmentOf(req.url))
    return router ? router(req, res, next) : next()
  }
}

/** 501 with `Allow` for a known path with another method (docs/decisions.md#2). */
export function refuseMethod(operations: readonly Operation[]): Router {
  const router = createRouter()
  for (const routed of toRoutedOperations(operations)) router.all(routed.path, collectMethods(routed))
  router.use(((_req, res, next) => {
    const { allowedMethods } = res.locals
    if (!allowedMethods) return next()
    res.setHeader('Allow', [...allowedMethods].join(', '))
    throw new AppError('not_implemented', 'This path does not support the method.')
  }) satisfies Handler)
  return router
}

/** Paths are case-sensitive and have no slash at the end. */
function createRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}

/** Goes on to the next route unless the request is for this operation. */
function match(routed: RoutedOperation): Handler {
  return (req, res, next) => (matchesRequest(routed, req, res.locals) ? next() : next('route'))
}

/** Records what the request is for and the parameters it ignores; then 403 for a read-only account, or a missing permission. */
function beginOperation({ operation, path }: RoutedOperation, known: ReadonlySet<string>): Handler {
  const headers = Object.entries(operation.headers ?? {})
  return (req, res, next) => {
    res.locals.operation = operation.name
    res.locals.route = req.baseUrl + path
    const ignored = ignoredParameters(queryOf(req, res.locals), known)
    if (ignored !== undefined) {
      res.locals.ignored = ignored
      res.setHeader('X-Ignored-Parameters', ignored)
    }
    for (const [name, value] of headers) res.setHeader(name, value)
    if (operation.access === 'public') res.locals.challenge = 'Basic realm="inventory"'
    authorize(operation, res.locals.caller)
    next()
  }
}

function collectMethods(routed: RoutedOperation): Handler {
  const methods = routed.method === 'GET' ? ['GET', 'HEAD'] : [routed.method]
  return (req, res, next) => {
    if (fitsPath(routed, req.params)) {
      res.locals.allowedMethods ??= new Set()
      for (const method of methods) res.locals.allowedMethods.add(method)
    }
    next()
  }
}
