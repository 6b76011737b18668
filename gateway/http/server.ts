import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Express, Request } from 'express'
import type { Logger } from '../../shared/process/log.ts'
import { limitPipelining } from './pipelining.ts'
import { refuseConnection, refuseTarget } from './refuse-connection.ts'
import { hasPath, toOriginForm } from './request-url.ts'
import { endSlowClients } from './slow-clients.ts'

export const MAX_HEADERS = 100

/** Limits of one connection (docs/promises.md, S4), in milliseconds. Timeouts act only at the checking interval. */
export const connectionLimits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // refuseAmbiguousHeaders does that with the error object.
  requireHostHeader: false,
}
const MAX_CONNECTIONS = 10_000
/** Time for requests that are on their way over idle connections when the server stops. */
const IDLE_GRACE_MS = 1_000
/** Longest time for responses when the server stops; the process has 12 s for all it has to end (docs/promises.md#R8). */
const MAX_DRAIN_MS = 10_000

interface HttpServerOptions {
  readonly port: number
  readonly host: string
  readonly log: Logger
  /** The address that a request comes from, for the limits of one address. */
  readonly addressOf: (req: Request) => string
  /** Milliseconds after which a response that its client does not take is given up; 30 s by default. */
  readonly maxUntakenMs?: number
  /** Milliseconds after which a server that stops gives up the responses that have not been taken; 10 s by default. */
  readonly maxDrainMs?: number
}

/** Listens until disposed of: then accepts no connection, answers requests in flight, and closes each connection. */
export async function startHttpServer(
  app: Express,
  { port, host, log, addressOf, maxUntakenMs, maxDrainMs = MAX_DRAIN_MS }: HttpServerOptions,
): Promise<AsyncDisposable & { readonly port: number }> {
  /** Responses that have not emitted `close`. */
  const open = new Set<ServerResponse>()
  const connections = new Set<Socket>()
  let stopping = false
  /** Ends connections that wait for no response, after the time for requests on their way. */
  const endIdle = (sockets: Iterable<Socket>) =>
    setTimeout(() => {
      const busy = new Set([...open].map(({ req }) => req.socket))
      for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
    }, IDLE_GRACE_MS).unref()

  const server = createServer({ ...connectionLimits, ...withPrototypesOf(app) })
  server.maxConnections = MAX_CONNECTIONS
  // A client that has sent its request may end its side and wait (RFC 9112, 9.6): Node.js would not answer it.
  Object.assign(server, { httpAllowHalfOpen: true })
  // One more than allowed, so that refuseAmbiguousHeaders can see that there are too many.
  server.maxHeadersCount = MAX_HEADERS + 1
  const begin = (req: IncomingMessage, res: ServerResponse) => {
    if (stopping) res.setHeader('Connection', 'close')
    toOriginForm(req)
    if (hasPath(req)) app(req, res)
    else refuseTarget(res)
  }
  const onClose = (socket: Socket) => {
    if (stopping) endIdle([socket])
  }
  const respond = limitPipelining({ open, begin, onClose })
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', respond)
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node.js would send a 417 without a body.
  server.on('checkExpectation', respond)
  server.on('clientError', (error, socket) => refuseConnection(error, socket, open, log))
  // Requests have the app's prototype: see withPrototypesOf.
  const addressOfResponse = ({ req }: ServerResponse) => addressOf(req as Request)
  const slowClients = endSlowClients({ open, addressOf: addressOfResponse, maxUntakenMs })

  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      stopping = true
      for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close')
      const closed = once(server, 'close')
      // http.Server's own close() ends idle connections at once, and with them requests on their way and responses that
      // are not taken yet.
      NetServer.prototype.close.call(server)
      endIdle(connections)
      const giveUp = setTimeout(() => {
        log.warn({ responses: open.size }, 'Responses that were not taken were given up')
        server.closeAllConnections()
      }, maxDrainMs)
      await closed
      // Ends the checks of its timeouts.
      server.close()
      clearTimeout(giveUp)
      slowClients[Symbol.dispose]()
    },
  }
}

/**
 * Request and response classes whose prototypes are the app's own. Express sets those prototypes on every request and
 * response. That changes nothing on objects that have them already; on others it invalidates V8's inline caches (15,500
 * instead of 55,500 requests/s of an empty app on two cores).
 */
function withPrototypesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
