import type { Request } from 'express'
import { AppError, outcomeUnknown, serviceUnavailable } from '../../shared/contract/core/errors.ts'
import { timeoutMs } from '../../shared/contract/core/operation.ts'
import type { Check, Response as GatewayResponse } from '../http/handler.ts'
import { BASE_PATH, type RoutedOperation } from '../routes/routed-operation.ts'

type Arguments = Readonly<Record<string, unknown>>

/** A response of the interface. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Requests of the interface with the token of an agent. */
export interface Send {
  operation(routed: RoutedOperation, args: Arguments, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>
  /** A `GET` of a path below that of the interface; undefined if it leads out of that. */
  path(path: string): Promise<ApiResponse | undefined>
  /** Counts a call that needs no request; resolves to the refusal of one beyond the limit. */
  count(): Promise<ApiResponse | undefined>
}

/** For what a request waits besides its operation. */
const MARGIN_MS = 5_000

export const toApiResponse = (error: AppError, headers: Record<string, string> = {}): ApiResponse => ({
  status: error.status,
  headers: new Headers(headers),
  text: JSON.stringify(error.toBody()),
})

/**
 * Sends requests to this gateway itself, over HTTP. So the calls of an agent have the same limits, checks, metrics and log
 * as other requests of its client.
 */
export function createSend(req: Request, res: GatewayResponse, count: Check): Send {
  const { traceparent, token = '', log } = res.locals
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const base = `http://${host}:${localPort}${BASE_PATH}`
  const actor = req.headers['x-actor']
  const ofCaller = {
    Authorization: `Bearer ${token}`,
    traceparent,
    ...(actor !== undefined && { 'X-Actor': String(actor) }),
  }
  const isOfInterface = (path: string) => new URL(base + path).pathname.startsWith(`${BASE_PATH}/`)

  const send = async (path: string, ms: number, init: RequestInit = {}): Promise<ApiResponse> => {
    const headers = { ...ofCaller, ...init.headers }
    const response = await fetch(base + path, { ...init, headers, signal: AbortSignal.timeout(ms), redirect: 'error' })
    // A write is done, and its response is as long as what was asked for.
    const text = init.method === undefined || init.method === 'GET' ? await readShort(response) : await response.text()
    return text === undefined ? TOO_LONG() : { status: response.status, headers: response.headers, text }
  }

  return {
    path: async (path) => (isOfInterface(path) ? send(path, MARGIN_MS * 2) : undefined),

    async operation({ operation, method, path: pattern, pathFields, requiredQuery }, args, headers = {}) {
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(args[name])))
      const hasBody = method === 'POST' || method === 'PUT'
      // A query has no null, which a body has for a field that is left out (docs/decisions/interface.md#4).
      const isSent = (name: string, value: unknown) => !pathFields.includes(name) && (hasBody || value !== null)
      const others = Object.entries(args).filter(([name, value]) => isSent(name, value))
      const isInQuery = ([name]: readonly [string, unknown]) => !hasBody || name === requiredQuery
      const inBody = others.filter((one) => !isInQuery(one))
      const init = hasBody
        ? { body: JSON.stringify(Object.fromEntries(inBody)), headers: { ...headers, ...JSON_TYPE } }
        : { headers }
      try {
        return await send(withQuery(path, others.filter(isInQuery)), timeoutMs(operation) + MARGIN_MS, {
          method,
          ...init,
        })
      } catch (error) {
        log.warn({ err: error, operation: operation.name }, 'The request of a tool got no response')
        return toApiResponse(operation.effect === 'write' ? outcomeUnknown() : serviceUnavailable())
      }
    },

    async count() {
      try {
        await count(req, res)
        return undefined
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return toApiResponse(error, { 'retry-after': String(res.getHeader('Retry-After') ?? 1) })
      }
    },
  }
}

/** Longest response of a read, and what a longer one becomes: a list that is streamed is as long as the records are many. */
const MAX_RESPONSE_BYTES = 1_000_000
const TOO_LONG = () =>
  toApiResponse(new AppError('bad_request', 'The response has more than 1 MB: ask for less, or read a list by pages.'))

/** The text of a response; undefined for one that is too long, the rest of which is not received. */
async function readShort({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

function withQuery(path: string, fields: readonly (readonly [string, unknown])[]): string {
  const toText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const query = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, toText(value)])).toString()
  return query === '' ? path : `${path}?${query}`
}
