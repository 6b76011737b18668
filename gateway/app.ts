import express, { type Express } from 'express'
import { AppError } from '../shared/contract/errors.ts'
import { operations } from '../shared/contract/index.ts'
import type { CallBytes } from '../shared/messaging/call.ts'
import type { Logger } from '../shared/runtime/log.ts'
import type { Monitor } from '../shared/runtime/monitor.ts'
import type { Trust } from '../shared/runtime/trust.ts'
import { authenticate, requireCaller } from './authenticate.ts'
import { BASE_PATH } from './base-path.ts'
import type { TrustProxy } from './config.ts'
import { createDocs } from './docs/docs.ts'
import { handleError } from './error-handler.ts'
import { limitByAddress, limitByCaller } from './limit.ts'
import { measure } from './measure.ts'
import { onlyRead } from './only-read.ts'
import { createOpenApi } from './openapi/document.ts'
import { serveDocument } from './openapi/serve-document.ts'
import type { RateLimit } from './rate-limit.ts'
import { receive } from './receive.ts'
import { createRoutes, refuseMethod } from './routes.ts'
import { securityHeaders } from './security-headers.ts'
import { trace } from './trace.ts'

export interface AppParts {
  readonly callBytes: CallBytes
  readonly trust: Trust
  readonly rateLimit: RateLimit
  readonly trustProxy: TrustProxy | undefined
  readonly log: Logger
  readonly monitor?: Monitor
}

/** What happens to a request, in the order of decision 1. The routes go on with it: see routes.ts. */
export function createApp({ callBytes, trust, rateLimit, trustProxy, log, monitor }: AppParts): Express {
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
  app.use(authenticate(trust), limitByCaller(rateLimit))
  app.use(BASE_PATH, requireCaller, createRoutes(otherOperations, callBytes), refuseMethod(operations))
  app.use(() => {
    throw new AppError('not_found', 'There is no such path.')
  })
  app.use(handleError)
  return app
}
