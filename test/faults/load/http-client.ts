import { Agent, request } from 'node:http'

/** The client's timeout, longer than most operations may take. */
const TIMEOUT_MS = 20_000

export interface HttpRequest {
  readonly method: string
  /** Base address and path, sent without normalization. */
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
  /** How long the client waits for the response; 20 s by default. */
  readonly waitMs?: number
}

export interface HttpResponse {
  /** 0: the connection failed, or no response arrived in time. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  /** The code of the error. */
  readonly failure?: string
}

export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>
  close(): void
}

/** Sends requests unchanged, over connections that are kept alive; never rejects. */
export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 512 })

  return {
    send({ method, origin, path, headers, body, waitMs = TIMEOUT_MS }) {
      return new Promise((resolve) => {
        const { hostname, port } = new URL(origin)
        const outgoing = request({ agent, method, hostname, port, path, headers: { ...headers, ...lengthOf(body) } })
        const timer = setTimeout(() => outgoing.destroy(new Error('no answer')), waitMs)
        const end = (answer: HttpResponse) => {
          clearTimeout(timer)
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
