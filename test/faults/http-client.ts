import { Agent, request } from 'node:http'

/** No promise lets an answer take this long. */
const PATIENCE_MS = 20_000

export interface HttpRequest {
  readonly method: string
  /** Base address and path, as they go on the wire. */
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

export interface HttpAnswer {
  /** 0: the connection broke or could not be made, or there was no answer in time. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  /** The code of what went wrong. */
  readonly failure?: string
}

export interface HttpClient {
  send(request: HttpRequest): Promise<HttpAnswer>
  close(): void
}

/** Sends requests as they are, over connections that are kept alive; never rejects. */
export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 512 })

  return {
    send({ method, origin, path, headers, body }) {
      return new Promise((resolve) => {
        const { hostname, port } = new URL(origin)
        const outgoing = request({ agent, method, hostname, port, path, headers: { ...headers, ...lengthOf(body) } })
        const patience = setTimeout(() => outgoing.destroy(new Error('no answer')), PATIENCE_MS)
        const end = (answer: HttpAnswer) => {
          clearTimeout(patience)
          resolve(answer)
        }
        const fail = (error: NodeJS.ErrnoException) =>
          end({ status: 0, headers: {}, text: '', failure: error.code ?? error.message })
        outgoing.on('error', fail)
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', fail)
          incoming.on('end', () =>
            end({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        })
        outgoing.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

const lengthOf = (body: Buffer | undefined) => (body ? { 'content-length': String(body.length) } : {})
