import type { Redis } from 'ioredis'
import { permissions, requirePermission } from '../../shared/contract/core/access.ts'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../shared/contract/core/operation.ts'
import {
  FAILED_REQUESTS_DAYS,
  FailedRequest,
  type gateway,
  MAX_FAILED_REQUESTS,
} from '../../shared/contract/gateway.ts'
import { DAY_SECONDS } from '../../shared/day.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { Logger } from '../../shared/process/log.ts'
import { presentMs } from '../../shared/process/time/clock.ts'
import type { RateLimit } from '../limits/rate-limit.ts'
import type { RedisMemory } from '../limits/redis-memory.ts'

const KEPT_SECONDS = FAILED_REQUESTS_DAYS * DAY_SECONDS

/** Requests of clients that were refused or failed, in Redis, for all gateways. */
export interface FailedRequests {
  /** Remembers one; it may be lost. */
  record(clientId: string, request: FailedRequest): void
  /** Throws 503 while Redis is away. */
  list: (
    query: Input<typeof gateway.listFailedRequests>,
    context: Pick<CallContext, 'caller'>,
  ) => Promise<Output<typeof gateway.listFailedRequests>>
}

export interface FailedRequestsOptions {
  readonly redis: Redis
  readonly system: string
  readonly rateLimit: Pick<RateLimit, 'isDegraded'>
  readonly memory: Pick<RedisMemory, 'hasRoom'>
  readonly log: Logger
}

export function createFailedRequests({ redis, system, rateLimit, memory, log }: FailedRequestsOptions): FailedRequests {
  const nameOf = (clientId: string) => `${system}:failed:${clientId}`
  return {
    record(clientId, request) {
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
    async list({ status, path = '', since, client }, { caller }) {
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

/** Nothing for one that a gateway of a later version has remembered in another form. */
function readRequest(text: string): FailedRequest[] {
  const { data } = FailedRequest.safeParse(JSON.parse(text))
  return data ? [data] : []
}
