import { type Request, type RequestHandler, Router } from 'express'
import { authorize } from '../../shared/contract/core/access.ts'
import type { Method } from '../../shared/contract/core/operation.ts'
import { receiveBody } from '../http/body.ts'
import { type Check, type Handler, notImplemented, type Response } from '../http/handler.ts'
import { queryOf } from '../http/query.ts'
import type { Slot } from '../limits/concurrency-limiter.ts'
import type { ConcurrencyLimits } from '../limits/limit-concurrency.ts'
import { type ForwardDeps, forward } from './forward.ts'
import { ignoredParameters, knownParameters, refuseParameters } from './ignored-names.ts'
import { fitsPath, matchesRequest, type RoutedOperation } from './routed-operation.ts'
import { type FaultCounter, withFaults } from './sandbox.ts'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<Method, string>

/** The first checks of a request, in this order. */
interface Admission {
  /** Finds who sends it. */
  readonly identify?: Check
  /** Counts it: 429 if the sender has sent too many. */
  readonly count: Check
  /** 401 if only clients may send it, and the sender is not a client. */
  readonly authenticate?: Check
}

export interface RouteDeps extends ForwardDeps {
  /** Absent: there is no sandbox. */
  readonly countFault?: FaultCounter | undefined
  readonly limits: ConcurrencyLimits
  /** Of a public operation, and of any other. */
  readonly ofPublic: Admission
  readonly ofClients: Admission
}

/**
 * The contract's operations as routes. A router tries its routes one after the other, so there is one router for each
 * method, first segment and number of segments.
 */
export function createRoutes(routedOperations: readonly RoutedOperation[], deps: RouteDeps): RequestHandler {
  const routers = new Map<string, Router>()
  const knownFor = knownParameters(routedOperations)
  for (const routed of routedOperations) {
    const { method, path } = routed
    const key = keyOf(method, path)
    const router = routers.get(key) ?? createRouter()
    routers.set(key, router)
    router[verbs[method]](path, match(routed), serveOperation(routed, knownFor(routed), deps))
  }
  return (req, res, next) => {
    const { method, path } = req
    const router = routers.get(keyOf(method === 'HEAD' ? 'GET' : method, path))
    // Express would answer a malformed path before authentication.
    return router && isDecodable(path) ? router(req, res, next) : next()
  }
}

/** `GET 2 /Inventory` of `GET /Inventory/:recno`. */
function keyOf(method: string, path: string): string {
  const segments = path.split('/')
  return `${method} ${segments.length - 1} /${segments[1]}`
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    return decodeURIComponent(path) !== undefined
  } catch {
    return false
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** 501 with `Allow` for a known path with another method (docs/decisions/interface.md#2). */
export function refuseMethod(routedOperations: readonly RoutedOperation[]): Router {
  const router = createRouter()
  for (const routed of routedOperations) router.all(routed.path, collectMethods(routed))
  router.use(((_req, res, next) => {
    const { allowedMethods } = res.locals
    if (!allowedMethods) return next()
    notImplemented(res, METHODS.filter((method) => allowedMethods.has(method)).join(', '))
  }) satisfies Handler)
  return router
}

/** Paths are case-sensitive and have no slash at the end. */
function createRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}

/** Continues to the next route unless the request is for this operation. */
function match(routed: RoutedOperation): Handler {
  return (req, res, next) => (matchesRequest(routed, req, res.locals) ? next() : next('route'))
}

/**
 * Receives the body, waits for a slot, and then does everything that costs time. So a body that comes slowly takes no
 * slot, and a refusal under overload costs little. A read is called while it is counted: one that turns out to be too
 * many gets 429, and its result dropped; after it the client is refused without a call until its window ends.
 */
function serveOperation(
  routed: RoutedOperation,
  known: ReadonlySet<string>,
  { limits, ofPublic, ofClients, countFault, ...deps }: RouteDeps,
): Handler {
  const { operation, method, bodyFields } = routed
  const receive = bodyFields.length > 0 ? receiveBody(operation.maxBodyBytes) : undefined
  const { identify, count, authenticate } = operation.access === 'public' ? ofPublic : ofClients
  const begin = beginOperation(routed, known)
  const call = withFaults(countFault, forward(routed, deps))
  const respond = async (req: Request, res: Response, slot: Slot, requireBody: (() => void) | undefined) => {
    await authenticate?.(req, res)
    begin(req, res)
    requireBody?.()
    return call(req, res, slot)
  }
  return async (req, res) => {
    const requireBody = await receive?.(req, res)
    await limits.withSlot(routed, res, async (slot) => {
      await identify?.(req, res)
      const counted = count(req, res)
      if (method !== 'GET') await counted
      const send = await unlessRefused(counted, respond(req, res, slot, requireBody))
      await send()
    })
  }
}

/** Waits for both. A 429 comes before whatever else may be wrong with the request (docs/decisions/interface.md#1). */
async function unlessRefused<T>(counted: void | Promise<void>, work: Promise<T>): Promise<T> {
  const [allowed, outcome] = await Promise.allSettled([counted, work])
  if (allowed.status === 'rejected') throw allowed.reason
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/**
 * Records the operation and the ignored parameters; then 403 for a read-only account or a missing permission, and 400 for
 * refused parameters.
 */
function beginOperation({ operation, path }: RoutedOperation, known: ReadonlySet<string>) {
  const headers = Object.entries(operation.headers ?? {})
  const refuse = refuseParameters(operation)
  return (req: Request, res: Response): void => {
    res.locals.operation = operation.name
    res.locals.route = req.baseUrl + path
    const query = queryOf(req, res.locals)
    const ignored = ignoredParameters(query, known)
    if (ignored !== undefined) {
      res.locals.ignored = ignored
      res.setHeader('X-Ignored-Parameters', ignored)
    }
    for (const [name, value] of headers) res.setHeader(name, value)
    if (operation.access === 'public') res.locals.challenge = 'Basic realm="inventory"'
    authorize(operation, res.locals.caller)
    refuse(query)
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
