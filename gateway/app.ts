import express, { type Express } from 'express'
import { AppError } from '../shared/contract/core/errors.ts'
import { operations } from '../shared/contract/index.ts'
import type { TokenVerifier } from '../shared/identity/token-verifier.ts'
import type { CallBytes } from '../shared/messaging/rpc/call.ts'
import type { Logger } from '../shared/process/log.ts'
import type { Monitor } from '../shared/process/monitor.ts'
import { authenticate, requireCaller } from './authenticate.ts'
import { BASE_PATH } from './base-path.ts'
import type { TrustProxy } from './config.ts'
import { createDocs } from './docs/docs.ts'
import { handleError } from './http/error-handler.ts'
import { measure } from './http/measure-request.ts'
import { receive } from './http/receive-request.ts'
import { securityHeaders } from './http/security-headers.ts'
import { trace } from './http/trace-request.ts'
import { limitByAddress, limitByCaller } from './limits/enforce-rate-limit.ts'
import type { RateLimit } from './limits/rate-limit.ts'
import { onlyRead } from './only-read.ts'
import { createOpenApi } from './openapi/document.ts'
import { serveDocument } from './openapi/serve-document.ts'
import { createRoutes, refuseMethod } from './routes.ts'

export interface AppParts {
  readonly callBytes: CallBytes
  readonly tokenVerifier: TokenVerifier
  readonly rateLimit: RateLimit
  readonly trustProxy: TrustProxy | undefined
  readonly log: Logger
  readonly monitor?: Monitor
}

/** What happens to a request, in the order of decision 1. The routes go on with it: see routes.ts. */
export function createApp({ callBytes, tokenVerifier, rateLimit, trustProxy, log, monitor }: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy)

  const isPublic = ({ access }: { access: unknown }) => access === 'public'
  const publicOperations = operations.filter(isPublic)
  const otherOperations = operations.filter((operation) => !isPublic(operation))

  if (monitor) app.use(measure(monitor))
  if (monitor?.tracing) app.use(trace(monitor.tracing))
  app.use(receive(log), securityHeaders())
  const openApi = createOpenApi(operations, { basePath: BASE_PATH, rateLimitPerMinute: rateLimit.perMinute })
  app.all(`${BASE_PATH}/openapi.json`, limitByAddress(rateLimit), onlyRead, serveDocument(openApi))
  app.use('/docs', createDocs(`${BASE_PATH}/openapi.json`, limitByAddress(rateLimit), onlyRead))
  app.use(BASE_PATH, createRoutes(publicOperations, callBytes, limitByAddress(rateLimit)))
  app.use(authenticate(tokenVerifier), limitByCaller(rateLimit))
  app.use(BASE_PATH, requireCaller, createRoutes(otherOperations, callBytes), refuseMethod(operations))
  app.use(() => {
    throw new AppError('not_found', 'There is no such path.')
  })
  app.use(handleError)
  return app
}
