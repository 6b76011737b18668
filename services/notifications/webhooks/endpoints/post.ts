import { isIP, isIPv6 } from 'node:net'
import { Agent, buildConnector, errors } from 'undici'
import type { AddressGuard, FindAddresses } from './address-guard.ts'

/** The result of one attempt: an HTTP status, or the reason why there is none. */
export type PostResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly error: string }

type Headers = Readonly<Record<string, string>>

/** Sends a body once. Never rejects, and resolves at the latest after the timeout. */
export interface Post extends AsyncDisposable {
  (url: string, headers: Headers, body: string, timeoutMs: number): Promise<PostResult>
}

/** Only the status of a response counts. This much of the body is read to keep the connection; a longer body closes it. */
const MAX_READ_BYTES = 16_384
const MAX_IDLE_MS = 4_000
/** A connection in constant use is replaced after this time, so that a changed address of the receiver takes effect. */
const MAX_CONNECTION_AGE_MS = 60_000

/** POSTs over connections that the guard permits. Redirects are not followed. */
export function createPost(options: ConnectorOptions): Post {
  const agent = new Agent({
    connect: createGuardedConnector(options),
    keepAliveTimeout: MAX_IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    clientTtl: MAX_CONNECTION_AGE_MS,
  })

  const request = async ({ origin, pathname, search }: URL, headers: Headers, body: string, signal: AbortSignal) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const path = `${pathname}${search}`
    const response = agent.request({ origin, path, method: 'POST', headers: sent, body, signal })
    // undici acts on the signal only once the request has a connection.
    const { statusCode, headers: received, body: rest } = await Promise.race([response, aborted(signal)])
    // The signal ends this too, and a failure here changes nothing: the status has arrived.
    rest.dump({ limit: MAX_READ_BYTES }).catch(() => undefined)
    const retryAfter = received['retry-after']
    return { status: statusCode, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter }
  }

  const post = async (url: string, headers: Headers, body: string, timeoutMs: number): Promise<PostResult> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const attempt = () => request(new URL(url), headers, body, signal)
    try {
      return await attempt().catch((error: unknown) => {
        if (isKeptConnectionClosed(error) && !signal.aborted) return attempt()
        throw error
      })
    } catch (error) {
      return { status: null, error: signal.aborted ? `No response within ${timeoutMs / 1000} s.` : reasonOf(error) }
    }
  }

  return Object.assign(post, { [Symbol.asyncDispose]: () => agent.destroy() })
}

/** The receiver closed an idle connection just as it was used again, which is not a failure of the receiver. */
function isKeptConnectionClosed(error: unknown): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Aborted')), { once: true })
  })
}

/** The system's code of a failed connection (`ECONNREFUSED`, `CERT_HAS_EXPIRED` …), or a message in words. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'The connection failed.'
  if (error instanceof errors.UndiciError) return `The connection failed: ${error.message}.`
  const code = 'code' in error ? String(error.code) : undefined
  return code ? `The connection failed: ${code}.` : error.message
}

interface ConnectorOptions {
  readonly guard: AddressGuard
  readonly findAddresses: FindAddresses
  /** Certificate authorities (PEM) to trust instead of the well-known ones. For tests only. */
  readonly ca?: string | undefined
}

/** Why a connection is refused. */
const NOT_PERMITTED = 'The host has no address that deliveries may be sent to.'

/**
 * Opens connections to addresses that the guard permits. The check happens when a connection is made, on the very addresses
 * that the socket gets: a name cannot mean one address when it is checked and another when it is used (DNS rebinding).
 */
function createGuardedConnector({ guard, findAddresses, ca }: ConnectorOptions): buildConnector.connector {
  const permittedAddresses = async (host: string, protocol: string) => {
    const permitted = (await findAddresses(host)).filter((address) => guard.permits(address, protocol))
    if (permitted.length === 0) throw new Error(NOT_PERMITTED)
    return permitted
  }

  const connectorOf = (protocol: string) =>
    buildConnector({
      // A delivery is one request; HTTP/1.1 keeps its connection and its errors simple for every receiver.
      allowH2: false,
      ...(ca !== undefined && { ca }),
      lookup(host, { all }, callback) {
        permittedAddresses(host, protocol)
          .then((addresses) => addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })))
          .then(
            (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
            (error: NodeJS.ErrnoException) => callback(error, ''),
          )
      },
    })
  const connectors = new Map(['http:', 'https:'].map((protocol) => [protocol, connectorOf(protocol)]))

  return (options, callback) => {
    const { hostname, protocol } = options
    const connect = connectors.get(protocol)
    // Node looks up names only: a host that is an address is checked here.
    const isPermitted = !isIP(hostname) || guard.permits(hostname, protocol)
    if (connect && isPermitted) connect(options, callback)
    else callback(new Error(NOT_PERMITTED), null)
  }
}
