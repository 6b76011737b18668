import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request that a receiver has received. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one request; 204 by default. */
export type Respond = (request: ReceivedRequest, response: ServerResponse) => void

/** A webhook receiver on the loopback address. */
export interface Receiver extends AsyncDisposable {
  readonly port: number
  readonly url: string
  readonly received: readonly ReceivedRequest[]
  /** How many connections were opened. */
  readonly connections: number
  /** Changes the responses from now on. */
  respond: Respond
  /** Resolves with the first `count` requests when they have arrived. */
  take(count: number): Promise<readonly ReceivedRequest[]>
}

export async function startReceiver(
  respond: Respond = (_, response) => response.writeHead(204).end(),
  /** To receive over TLS. */
  certificate?: { readonly key: string; readonly cert: string },
): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  let connections = 0
  const arrivals = new EventEmitter()
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const told = { method, path, headers, body: Buffer.concat(chunks).toString() }
      received.push(told)
      receiver.respond(told, response)
      arrivals.emit('request')
    })
  }
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener)
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    port,
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    get connections() {
      return connections
    },
    respond,
    async take(count) {
      while (received.length < count) await once(arrivals, 'request')
      return received.slice(0, count)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
