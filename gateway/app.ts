import express, { type Express } from 'express'
import { AppError } from '../shared/contract/core/errors.ts'
import { operations } from '../shared/contract/index.ts'
import type { TokenVerifier } from '../shared/identity/token-verifier.ts'
import type { Call, CallBytes } from '../shared/messaging/rpc/call.ts'
import type { Logger } from '../shared/process/log.ts'
import type { Monitor } from '../shared/process/monitor.ts'
import { identifyCaller, requireCaller } from './authentication/authenticate.ts'
import type { TrustProxy } from './config.ts'
import { createConsole } from './console/console.ts'
import type { ProviderDeps } from './console/provider/sign-in-routes.ts'
import type { SessionStore } from './console/sessions/session-store.ts'
import { useSession } from './console/use-session.ts'
import { createDocs, serveLlmsText } from './docs/docs.ts'
import type { ExportLimit } from './exports/export-limit.ts'
import type { FailedRequests } from './failures/failed-requests.ts'
import { recordFailures } from './failures/record-failures.ts'
import { refuseAmbiguousHeaders } from './http/ambiguous-headers.ts'
import { handleError } from './http/error-handler.ts'
import { type Handler, inTurn, toHandler } from './http/handler.ts'
import { refuseWrites } from './http/refuse-writes.ts'
import { securityHeaders } from './http/security-headers.ts'
import { startRequest } from './http/start-request.ts'
import { limitByAddress, limitByCaller } from './limits/enforce-rate-limit.ts'
import { createConcurrencyLimits } from './limits/limit-concurrency.ts'
import type { RateLimit } from './limits/rate-limit.ts'
import { createMcp } from './mcp/mcp.ts'
import { createPlans } from './mcp/plans.ts'
import { logRequests } from './observability/log-requests.ts'
import { measureRequests } from './observability/measure-requests.ts'
import type { RecentRequests } from './observability/recent-requests.ts'
import { traceRequests } from './observability/trace-requests.ts'
import { createOpenApi } from './openapi/document.ts'
import { serveOpenApi } from './openapi/serve-openapi.ts'
import { BASE_PATH } from './routes/base-path.ts'
import { createRoutes, refuseMethod } from './routes/create-routes.ts'
import { toRoutedOperations } from './routes/routed-operation.ts'
import type { FaultCounter } from './sandbox/fault-counter.ts'
import { withFaults } from './sandbox/with-faults.ts'

export interface AppDeps {
  readonly callBytes: CallBytes
  readonly tokenVerifier: TokenVerifier
  readonly rateLimit: RateLimit
  readonly exportLimit: ExportLimit
  /** Absent: there is no console. */
  readonly console?: ConsoleDeps | undefined
  readonly trustProxy: TrustProxy | undefined
  /** Absent: there is no sandbox. */
  readonly countFault?: FaultCounter | undefined
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

export interface ConsoleDeps {
  /** Its built files. */
  readonly folder: string
  readonly sessions: SessionStore
  readonly call: Call
  /** Absent: people sign in by secrets only. */
  readonly signIn: ProviderDeps | undefined
}

const routedOperations = toRoutedOperations(operations)

/**
 * The stages of a request, in the order of docs/decisions/interface.md#1. Each either continues to the next or throws its
 * error.
 */
export function createApp({
  callBytes,
  tokenVerifier,
  rateLimit,
  exportLimit,
  console,
  trustProxy,
  countFault,
  contact,
  publicOrigin,
  storageSecret,
  log,
  monitor,
  recentRequests,
  failedRequests,
}: AppDeps): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // A path in another case is another path (RFC 9110, 4.2.3), which the guards of this one would miss.
  // Express reads the setting at the first `use`.
  app.enable('case sensitive routing')
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy)

  if (monitor) app.use(measureRequests(monitor, recentRequests))
  app.use(traceRequests(), startRequest(log), logRequests(log))
  app.use(refuseAmbiguousHeaders, securityHeaders())
  if (countFault) app.use(announceSandbox)
  // The console's requests become those of the interface.
  if (console) app.use(useSession(console.signIn?.persons ?? console.sessions))
  if (failedRequests) app.use(recordFailures(failedRequests, BASE_PATH))

  // Documents: the rate limit of the address (429), then the document.
  const byAddress = limitByAddress(rateLimit)
  const createDocument = (baseUrl: string) =>
    createOpenApi(operations, { baseUrl, rateLimitPerMinute: rateLimit.perMinute, contact })
  app.all(`${BASE_PATH}/openapi.json`, toHandler(byAddress), refuseWrites, serveOpenApi(BASE_PATH, createDocument))
  app.use('/docs', createDocs({ basePath: BASE_PATH, createDocument }, toHandler(byAddress), refuseWrites))
  app.all('/llms.txt', toHandler(byAddress), refuseWrites, serveLlmsText(BASE_PATH))
  const limits = createConcurrencyLimits(operations, log, monitor)
  if (console) {
    const { folder, ...deps } = console
    app.use('/console', createConsole(folder, { ...deps, tokenVerifier, rateLimit, limits }))
  }

  // Operations: a slot (503 under overload), rate limit (429), authentication (401), permissions (403) and input (400).
  const ofClients = {
    identify: identifyCaller(tokenVerifier),
    count: limitByCaller(rateLimit),
    authenticate: requireCaller,
  }
  app.use('/mcp', createMcp({ ...ofClients, plans: createPlans(storageSecret), publicOrigin }))
  const ofPublic = { count: byAddress }
  const deps = { callBytes, exportLimit, limits, ofPublic, ofClients, wrapForward: withFaults(countFault) }
  app.use(BASE_PATH, createRoutes(routedOperations, deps))
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
const announceSandbox: Handler = (_req, res, next) => {
  res.setHeader('X-Sandbox', 'on')
  next()
}
