import { type RequestHandler, Router } from 'express'
import { authorize } from '../shared/contract/core/access.ts'
import { AppError } from '../shared/contract/core/errors.ts'
import type { Method, Operation } from '../shared/contract/core/operation.ts'
import type { CallBytes } from '../shared/messaging/rpc/call.ts'
import { forward } from './forward.ts'
import type { Handler } from './http/answer.ts'
import { receiveBody } from './http/body.ts'
import { fitsPath, hasQuery, type RoutedOperation, toRouted } from './route.ts'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<Method, string>

/** The contract's operations as routes, in its order; `before` runs first on each. */
export function createRoutes(
  operations: readonly Operation[],
  callBytes: CallBytes,
  ...before: Handler[]
): RequestHandler {
  const router = createRouter()
  for (const routed of inOrder(operations)) {
    const { operation, method, path, bodyFields } = routed
    const body = bodyFields.length > 0 ? [receiveBody] : []
    router[verbs[method]](path, take(routed), ...before, begin(operation), ...body, forward(routed, callBytes))
  }
  // Express would answer OPTIONS by itself, in a form of its own.
  return (req, res, next) => (req.method === 'OPTIONS' ? next() : router(req, res, next))
}

/** 501 with `Allow` for a path that exists with another method (decision 2). */
export function refuseMethod(operations: readonly Operation[]): Router {
  const router = createRouter()
  for (const routed of inOrder(operations)) {
    router.all(routed.path, note(routed))
  }
  router.use(((_req, res, next) => {
    const { allowed } = res.locals
    if (!allowed) return next()
    res.setHeader('Allow', [...allowed].join(', '))
    throw new AppError('not_implemented', 'This path does not support the method.')
  }) satisfies Handler)
  return router
}

/** Paths are case as given, without a slash at the end. */
function createRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}

/** Literal paths are tried before those with parameters. */
function inOrder(operations: readonly Operation[]): RoutedOperation[] {
  return operations
    .flatMap((operation) => toRouted(operation) ?? [])
    .toSorted((one, other) => one.pathFields.length - other.pathFields.length)
}

/** Takes only requests whose path parameters and query have this operation's form. */
function take(routed: RoutedOperation): Handler {
  return (req, _res, next) => (fitsPath(routed, req.params) && hasQuery(routed, req.query) ? next() : next('route'))
}

function begin(operation: Operation): Handler {
  const headers = Object.entries(operation.headers ?? {})
  return (_req, res, next) => {
    res.locals.operation = operation.name
    for (const [name, value] of headers) res.setHeader(name, value)
    if (operation.access === 'public') res.locals.challenge = 'Basic realm="inventory"'
    authorize(operation, res.locals.caller)
    next()
  }
}

function note(routed: RoutedOperation): Handler {
  const methods = routed.method === 'GET' ? ['GET', 'HEAD'] : [routed.method]
  return (req, res, next) => {
    if (fitsPath(routed, req.params)) {
      res.locals.allowed ??= new Set()
      for (const method of methods) res.locals.allowed.add(method)
    }
    next()
  }
}
