import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request that the service has answered. */
interface Forwarded {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly status: number
  readonly bytes: Buffer
}

/** An HTTP proxy of the interface at `url`. What the service answered is passed on, or not, by `answer`; the head is set. */
export async function startProxy(url: string, answer: (forwarded: Forwarded, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const headers = new Headers()
    for (const name of ['content-type', 'accept', 'authorization', 'idempotency-key'])
      if (typeof request.headers[name] === 'string') headers.set(name, request.headers[name])
    const body = await buffer(request)
    const init = method === 'GET' ? { method, headers } : { method, headers, body }
    const answered = await fetch(`${new URL(url).origin}${path}`, init)
    const bytes = Buffer.from(await answered.arrayBuffer())
    const { status } = answered
    response.statusCode = status
    response.setHeader('content-type', answered.headers.get('content-type') ?? '')
    answer({ method, path, key: headers.get('idempotency-key'), status, bytes }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${new URL(url).pathname}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
