import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { UsageError } from './command.ts'
import type { Change } from './feed.ts'
import { reasonOf } from './terminal.ts'

/** As of a webhook. */
const RESPONSE_WITHIN_MS = 10_000
/** In the ids of messages in place of a webhook's number, of which 1 is the first. */
const NO_WEBHOOK = 0
/** The responses that ask for a pause with Retry-After. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

/** The result of one attempt. */
export interface Result {
  readonly isAccepted: boolean
  /** The status, or why there is none. */
  readonly outcome: string
  readonly retryAfterMs?: number
}

/**
 * Sends a change as a webhook does: the same body, headers and signature, redirects not followed. Not by fetch, which adds
 * headers of its own.
 */
export function createDeliver(url: URL, secret: string): (change: Change) => Promise<Result> {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })

  const attempt = async (id: string, body: string): Promise<Result> => {
    const headers = { 'content-type': 'application/json', ...sign(secret, id, body) }
    const signal = AbortSignal.timeout(RESPONSE_WITHIN_MS)
    const send = () => {
      const sent = { ...headers, 'content-length': Buffer.byteLength(body) }
      const options = { method: 'POST', headers: sent, agent, signal }
      return (isSecure ? requestHttps : requestHttp)(url, options).end(body)
    }
    try {
      return toResult(await responseTo(send()).catch((error: unknown) => again(error, send)))
    } catch (error) {
      const reason = signal.aborted ? `no response within ${RESPONSE_WITHIN_MS / 1000} s` : reasonOf(error)
      return { isAccepted: false, outcome: reason }
    }
  }

  return ({ type, at, sequence, id, data }) =>
    attempt(`msg_${NO_WEBHOOK}_${sequence}`, JSON.stringify({ type, timestamp: at, sequence, id, data }))
}

/** A kept connection that was lost, and the request on it. */
class KeptConnectionLost extends Error {}

async function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  try {
    const [response]: IncomingMessage[] = await once(request, 'response')
    if (!response) throw new Error('no response')
    // Only the status counts; an error after it changes nothing.
    response.on('error', () => undefined).resume()
    return response
  } catch (error) {
    throw request.reusedSocket ? new KeptConnectionLost('The connection was lost', { cause: error }) : error
  }
}

/** A receiver that closed an idle connection just as it was used again has not failed. */
function again(error: unknown, send: () => ClientRequest): Promise<IncomingMessage> {
  if (error instanceof KeptConnectionLost) return responseTo(send())
  throw error
}

function toResult({ statusCode = 0, headers }: IncomingMessage): Result {
  const isAccepted = statusCode >= 200 && statusCode < 300
  const result = { isAccepted, outcome: String(statusCode) }
  const seconds = BUSY.has(statusCode) ? Number(headers['retry-after'] ?? Number.NaN) : Number.NaN
  return Number.isFinite(seconds) ? { ...result, retryAfterMs: seconds * 1000 } : result
}

const PREFIX = 'whsec_'
const KEY_BYTES = 32

export const makeSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`

export function parseSecret(given: string): string {
  const key = given.slice(PREFIX.length)
  if (given.startsWith(PREFIX) && key !== '' && Buffer.from(key, 'base64').toString('base64') === key) return given
  throw new UsageError('The secret must be whsec_ and a key in base64.')
}

/** The headers of a message as in Standard Webhooks 1.0. */
export function sign(secret: string, id: string, body: string): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
