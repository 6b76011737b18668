import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { type AddressGuard, bareHost } from './address-guard.ts'
import type { FindAddresses } from './host-addresses.ts'

/** What came of one attempt: an HTTP status, or the reason why there is none. */
export type PostResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly error: string }

/** Sends a body once. Resolves in any case, at the latest after the timeout. */
export interface Post extends Disposable {
  (url: string, headers: Readonly<Record<string, string>>, body: string, timeoutMs: number): Promise<PostResult>
}

export interface PostOptions {
  readonly guard: AddressGuard
  readonly findAddresses: FindAddresses
}

/** Of an answer nothing but the status counts; so much is read to keep the connection, a longer one ends it. */
const MOST_READ_BYTES = 16_384
const IDLE_MS = 4_000
const MAX_IDLE_PER_HOST = 8

/**
 * POSTs to addresses that the guard permits. A name is resolved here and the connection gets no other addresses than those that
 * passed, so that a name cannot mean one address when it is checked and another when it is used. Redirects are answers.
 */
export function createPost({ guard, findAddresses }: PostOptions): Post {
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: MAX_IDLE_PER_HOST,
    timeout: IDLE_MS,
    scheduling: 'lifo',
  } as const
  const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) }

  const permittedAddresses = async (url: URL, signal: AbortSignal) => {
    const found = await Promise.race([findAddresses(url.hostname), aborted(signal)])
    const permitted = found.filter((address) => guard.permits(address, url.protocol))
    if (permitted.length === 0) throw new Error('The host has no address that deliveries may be sent to.')
    return permitted
  }

  const open = (
    url: URL,
    addresses: readonly string[],
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => {
    const secure = url.protocol === 'https:'
    return (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: secure ? agents['https:'] : agents['http:'],
      // Used for names only; a host that is an address has passed as it stands.
      lookup: lookupOf(addresses),
      headers,
      signal,
    })
  }

  const attempt = async (url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) => {
    const addresses = await permittedAddresses(url, signal)
    const sent = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers }
    for (;;) {
      const request = open(url, addresses, sent, signal)
      try {
        return await answerTo(request, body)
      } catch (error) {
        // The receiver closed a kept connection just as it was used again: that says nothing about the receiver.
        if (!request.reusedSocket || signal.aborted) throw error
      }
    }
  }

  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string, timeoutMs: number) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await attempt(new URL(url), headers, body, signal)
    } catch (error) {
      return { status: null, error: signal.aborted ? `No answer within ${timeoutMs / 1000} s.` : reasonOf(error) }
    }
  }

  return Object.assign(post, {
    [Symbol.dispose]() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  })
}

function answerTo(request: ClientRequest, body: string): Promise<PostResult> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    // An answer that switches protocols ends the connection without a word.
    request.once('close', () => reject(new Error('The receiver closed the connection without an answer.')))
    request.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      discard(request, response)
    })
    request.end(body)
  })
}

/** Reads to the end, so that the connection can be used again, unless that is far away. */
function discard(request: ClientRequest, response: IncomingMessage): void {
  let read = 0
  response.on('error', () => request.destroy())
  response.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > MOST_READ_BYTES) request.destroy()
  })
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address: bareHost(address), family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, callback) => {
    const [first] = found
    if (all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Aborted')), { once: true })
  })
}

/** What the system says of connections (`ECONNREFUSED`, `CERT_HAS_EXPIRED` …), or our own words. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'The connection failed.'
  const code = 'code' in error ? String(error.code) : undefined
  return code ? `The connection failed: ${code}.` : error.message
}
