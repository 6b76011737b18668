import { permissions, requirePermission } from '../shared/contract/core/access.ts'
import { type ErrorBody, type ErrorCode, serviceUnavailable } from '../shared/contract/core/errors.ts'
import type { Input, Output } from '../shared/contract/core/operation.ts'
import type { gateway } from '../shared/contract/gateway.ts'
import { FAILED_REQUESTS_DAYS, FailedRequest, MAX_FAILED_REQUESTS } from '../shared/contract/gateway.ts'
import { DAY_SECONDS } from '../shared/day.ts'
import type { CallContext } from '../shared/process/call-context.ts'
import { presentMs } from '../shared/process/time/clock.ts'
import type { End, Response } from './http/handler.ts'
import { type RateLimit, WINDOW_SECONDS } from './limits/rate-limit.ts'
import type { RedisDeps, RedisMemory } from './limits/redis.ts'
import { BASE_PATH } from './routes/routed-operation.ts'

/** Longest path and message that are remembered. */
const MAX_TEXT = 300
/** Most fields that are remembered: a batch may have thousands that are bad. */
const MAX_FIELDS = 50
/** Longest Idempotency-Key. */
const MAX_KEY = 255

/**
 * Remembers a request of a client that was answered with an error: never its body, query or token. Of those beyond the rate
 * limit it remembers one a minute, so that they neither cost much nor push out the others.
 */
export function recordFailure({ record }: Pick<FailedRequests, 'record'>): End {
  /** Clients, and until when their requests beyond the limit are like one that is remembered. */
  const limited = new Map<string, number>()
  const isRepeated = (clientId: string, code: ErrorCode) => {
    if (code !== 'rate_limited') return false
    const now = performance.now()
    if ((limited.get(clientId) ?? 0) > now) return true
    limited.set(clientId, now + WINDOW_SECONDS * 1_000)
    return false
  }
  return ({ baseUrl, url }, res) => {
    const { failure, caller } = res.locals
    if (!failure || !caller || !res.writableFinished || isRepeated(caller.id, failure.code)) return
    // Routers move the beginning of the address from one to the other.
    const [path = ''] = `${baseUrl}${url}`.split('?', 1)
    const shown = path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path
    record(caller.id, toFailedRequest(res, failure, shown))
  }
}

function toFailedRequest(
  res: Response,
  { code, body }: NonNullable<Response['locals']['failure']>,
  path: string,
): FailedRequest {
  const { method, headers } = res.req
  // The gateway or a service wrote it; of a 429 it has the message only.
  const { message, details = {} } = JSON.parse(body.toString()) as Partial<ErrorBody> & { message: string }
  const key = headers['idempotency-key']
  return {
    at: new Date(res.locals.startedAt).toISOString(),
    method,
    path: path.slice(0, MAX_TEXT),
    status: res.statusCode,
    error: code,
    message: message.slice(0, MAX_TEXT),
    fields: Object.keys(details)
      .slice(0, MAX_FIELDS)
      .map((name) => name.slice(0, MAX_TEXT)),
    requestId: res.locals.requestId,
    key: key === undefined ? null : String(key).slice(0, MAX_KEY),
  }
}

const KEPT_SECONDS = FAILED_REQUESTS_DAYS * DAY_SECONDS

interface FailedRequestsOptions extends RedisDeps {
  readonly rateLimit: Pick<RateLimit, 'isDegraded'>
  readonly memory: Pick<RedisMemory, 'hasRoom'>
}

/** Requests of clients that were refused or failed, in Redis, for all gateways. */
export function createFailedRequests({ redis, system, rateLimit, memory, log }: FailedRequestsOptions) {
  const nameOf = (clientId: string) => `${system}:failed:${clientId}`
  return {
    /** Remembers one; it may be lost. */
    record(clientId: string, request: FailedRequest): void {
      // The rate limit finds out when Redis is back (docs/promises.md#R9).
      if (rateLimit.isDegraded) return
      const name = nameOf(clientId)
      const keep = async () => {
        if (!(await memory.hasRoom())) return
        const commands = redis
          .multi()
          .lpush(name, JSON.stringify(request))
          .ltrim(name, 0, MAX_FAILED_REQUESTS - 1)
          .expire(name, KEPT_SECONDS)
        await commands.exec()
      }
      keep().catch((err: unknown) => log.debug({ err }, 'A request that failed could not be remembered'))
    },
    /** Throws 503 while Redis is away. */
    async list(
      { status, path = '', since, client }: Input<typeof gateway.listFailedRequests>,
      { caller }: Pick<CallContext, 'caller'>,
    ): Promise<Output<typeof gateway.listFailedRequests>> {
      const clientId = client ?? caller?.id ?? ''
      if (clientId !== caller?.id) requirePermission(caller, permissions.readClients)
      const texts = await redis.lrange(nameOf(clientId), 0, -1).catch((error: unknown) => {
        throw serviceUnavailable(error)
      })
      const oldest = new Date(presentMs() - KEPT_SECONDS * 1_000).toISOString()
      const first = since !== undefined && since > oldest ? since : oldest
      const isAsked = (request: FailedRequest) =>
        request.at >= first && request.path.startsWith(path) && (status === undefined || request.status === status)
      return { value: texts.flatMap(readRequest).filter(isAsked) }
    },
  }
}

export type FailedRequests = ReturnType<typeof createFailedRequests>

/** Nothing for one that a gateway of a later version has remembered in another form. */
function readRequest(text: string): FailedRequest[] {
  const { data } = FailedRequest.safeParse(JSON.parse(text))
  return data ? [data] : []
}
