import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Express } from 'express'
import type { Logger } from '../../shared/process/log.ts'
import { refuseConnection } from './refuse-connection.ts'

export const MAX_HEADERS = 100

/** Limits on what one connection may take (promise S4). The timeouts act at the checking interval only. */
export const connectionLimits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // receive.ts refuses what is missing or double, in the form of every other error.
  requireHostHeader: false,
}
const MAX_CONNECTIONS = 10_000
/** After the end is announced, requests that are already on their way over idle connections are still answered for this long. */
const LAST_REQUESTS_MS = 1_000

export interface HttpServerOptions {
  readonly port: number
  readonly host: string
  readonly log: Logger
}

/** Listens until disposed of: then takes no more connections, answers the requests under way and tells clients to go elsewhere. */
export async function startHttpServer(
  app: Express,
  { port, host, log }: HttpServerOptions,
): Promise<AsyncDisposable & { readonly port: number }> {
  const underWay = new Set<ServerResponse>()
  let stopping = false

  const server = createServer({ ...connectionLimits, ...withPrototypesOf(app) })
  server.maxConnections = MAX_CONNECTIONS
  // One more than allowed, so that it shows when there are too many.
  server.maxHeadersCount = MAX_HEADERS + 1
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    underWay.add(res)
    res.once('close', () => underWay.delete(res))
    if (stopping) res.setHeader('Connection', 'close')
    app(req, res)
  }
  server.on('request', answer)
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); node would answer it without a body.
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => refuseConnection(error, socket, underWay, log))

  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      stopping = true
      for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close')
      const closed = once(server, 'close')
      // http.Server's own close() would cut idle connections at once, with requests that are on their way.
      NetServer.prototype.close.call(server)
      setTimeout(() => server.close(), LAST_REQUESTS_MS).unref()
      await closed
    },
  }
}

/**
 * Express sets the prototypes of every request and response to its own, which makes V8 throw its inline caches away each time.
 * Objects that are born with those prototypes make that a change of nothing (performance.md: 15,500 to 55,500 requests/s).
 */
function withPrototypesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
