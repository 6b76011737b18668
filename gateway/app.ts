import express, { type Express } from 'express'
import { AppError } from '../shared/contract/core/errors.ts'
import { operations } from '../shared/contract/index.ts'
import type { TokenVerifier } from '../shared/identity/token-verifier.ts'
import type { Logger } from '../shared/process/log.ts'
import type { Monitor } from '../shared/process/monitor.ts'
import type { TrustProxy } from './config.ts'
import { createDocs, serveLlmsText } from './docs/docs.ts'
import { type FailedRequests, recordFailure } from './failed-requests.ts'
import { identifyCaller, requireCaller } from './http/authenticate.ts'
import { around, type Begin, inTurn, refuseWrites, toHandler } from './http/handler.ts'
import { refuseAmbiguousHeaders, securityHeaders } from './http/headers.ts'
import { handleError } from './http/response.ts'
import { logRequest, startRequest } from './http/start-request.ts'
import { traceRequests } from './http/trace-requests.ts'
import { limitByAddress, limitByCaller } from './limits/enforce-rate-limit.ts'
import { createConcurrencyLimits } from './limits/limit-concurrency.ts'
import type { RateLimit } from './limits/rate-limit.ts'
import { createMcp } from './mcp/mcp.ts'
import { createPlans } from './mcp/plans.ts'
import { measureRequests, type RecentRequests } from './measure-requests.ts'
import { createOpenApi } from './openapi/document.ts'
import { serveOpenApi } from './openapi/serve-openapi.ts'
import { createRoutes, refuseMethod } from './routes/create-routes.ts'
import type { ForwardDeps } from './routes/forward.ts'
import { BASE_PATH, toRoutedOperations } from './routes/routed-operation.ts'
import type { FaultCounter } from './routes/sandbox.ts'
import { servePages } from './sessions/pages.ts'
import { createSessionRoutes, type SessionRoutesDeps } from './sessions/session-routes.ts'
import { createSignInRoutes } from './sessions/sign-in-routes.ts'
import { useSession } from './sessions/use-session.ts'

interface AppDeps extends ForwardDeps {
  /** Absent: there is no sandbox. */
  readonly countFault?: FaultCounter | undefined
  readonly tokenVerifier: TokenVerifier
  readonly rateLimit: RateLimit
  /** The folder of its built files, and its sessions; absent: there is no console. */
  readonly console?: (Pick<SessionRoutesDeps, 'sessions' | 'call' | 'signIn'> & { readonly folder: string }) | undefined
  readonly trustProxy?: TrustProxy | undefined
  /** In the OpenAPI document. */
  readonly contact?: string | undefined
  /** Where people reach this system; absent: unknown. */
  readonly publicOrigin?: string | undefined
  /** Signs the plans of agents. */
  readonly storageSecret: Buffer
  readonly log: Logger
  readonly monitor?: Monitor
  readonly recentRequests?: RecentRequests
  readonly failedRequests?: FailedRequests
}

const routedOperations = toRoutedOperations(operations)

/**
 * The stages of a request, in the order of docs/decisions/interface.md#1. Each either continues to the next or throws its
 * error.
 */
export function createApp(deps: AppDeps): Express {
  const { tokenVerifier, rateLimit, console, countFault, log, monitor, failedRequests } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // A path in another case is another path (RFC 9110, 4.2.3), which the guards of this one would miss.
  // Express reads the setting at the first `use`.
  app.enable('case sensitive routing')
  if (deps.trustProxy !== undefined) app.set('trust proxy', deps.trustProxy)

  const measured = monitor && measureRequests(monitor, deps.recentRequests)
  const begins = [startRequest(log), traceRequests(), measured?.begin, refuseAmbiguousHeaders, securityHeaders()]
  const ends = [measured?.end, logRequest(log), failedRequests && recordFailure(failedRequests)]
  app.use(around([...begins, countFault && announceSandbox].filter(isGiven), ends.filter(isGiven)))
  // The console's requests become those of the interface.
  if (console) app.use(useSession(console.signIn?.persons ?? console.sessions))

  // Operations: a slot (503 under overload), rate limit (429), authentication (401), permissions (403) and input (400).
  // They come first, since most requests are theirs.
  const limits = createConcurrencyLimits(operations, log, monitor)
  const byAddress = limitByAddress(rateLimit)
  const ofClients = {
    identify: identifyCaller(tokenVerifier),
    count: limitByCaller(rateLimit),
    authenticate: requireCaller,
  }
  app.use(BASE_PATH, createRoutes(routedOperations, { ...deps, limits, ofPublic: { count: byAddress }, ofClients }))
  app.use('/mcp', createMcp({ ...ofClients, plans: createPlans(deps.storageSecret), publicOrigin: deps.publicOrigin }))

  // Documents: the rate limit of the address (429), then the document.
  const createDocument = (baseUrl: string) =>
    createOpenApi(operations, { baseUrl, rateLimitPerMinute: rateLimit.perMinute, contact: deps.contact })
  app.all(`${BASE_PATH}/openapi.json`, toHandler(byAddress), refuseWrites, serveOpenApi(createDocument))
  app.use('/docs', createDocs(createDocument, toHandler(byAddress), refuseWrites))
  app.all('/llms.txt', toHandler(byAddress), refuseWrites, serveLlmsText)
  if (console) {
    const ofSessions = { ...console, tokenVerifier, rateLimit, limits }
    app.use('/console', createSessionRoutes(ofSessions), createSignInRoutes(ofSessions))
    app.use('/console', refuseWrites, servePages(console.folder))
  }

  // The rest: rate limit (429), authentication (401), a known path with another method (501), an unknown path (404).
  app.use(toHandler(inTurn(ofClients.identify, ofClients.count)))
  app.use(BASE_PATH, toHandler(requireCaller), refuseMethod(routedOperations))
  app.use(() => {
    throw new AppError('not_found', 'There is no such path.')
  })
  app.use(handleError)
  return app
}

/** Nobody takes a sandbox for the real thing. */
const announceSandbox: Begin = (_req, res) => {
  res.setHeader('X-Sandbox', 'on')
}

const isGiven = <T>(value: T | undefined): value is T => value !== undefined
