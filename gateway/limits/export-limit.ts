import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Response } from '../http/handler.ts'
import { type RateLimit, withTimeout } from './rate-limit.ts'
import type { RedisDeps } from './redis.ts'

/** Most lists that are streamed to a client at once. */
const MAX_EXPORTS = 4
/** What a gateway that is lost was streaming counts for so long. */
const LEASE_MS = 10_000
/** When one of them may have ended. */
const RETRY_AFTER_SECONDS = 10

/** Counts an export until its lease ends, or renews its lease, unless there are so many others; by the clock of Redis. */
const LEASE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREM', KEYS[1], ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

export interface ExportLimit {
  /**
   * Counts an export of a client, until the function that it resolves to is called. Resolves to undefined, and counts
   * nothing, if the client has as many as it may.
   */
  take(client: string): Promise<(() => void) | undefined>
}

interface ExportLimitOptions extends RedisDeps {
  readonly rateLimit: Pick<RateLimit, 'isDegraded'>
  readonly leaseMs?: number
}

/**
 * Counts exports in Redis for all gateways, by leases; while Redis is away, each gateway counts its own
 * (docs/decisions/lists.md#61).
 */
export function createExportLimit({
  redis,
  system,
  rateLimit,
  log,
  leaseMs = LEASE_MS,
}: ExportLimitOptions): ExportLimit {
  /** How many this gateway streams to each client. */
  const own = new Map<string, number>()
  const count = (client: string, change: number) => {
    const total = (own.get(client) ?? 0) + change
    if (total > 0) own.set(client, total)
    else own.delete(client)
    return total
  }
  const keyOf = (client: string) => `${system}:exports:${client}`
  const lease = (client: string, id: string, max: number) => redis.eval(LEASE, 1, keyOf(client), id, leaseMs, max)
  const ignore = (err: unknown) => log.debug({ err }, 'Redis is away: an export is counted by this gateway alone')
  const isFree = async (client: string, id: string) => {
    if (rateLimit.isDegraded) return true
    try {
      return (await withTimeout(lease(client, id, MAX_EXPORTS))) === 1
    } catch (error) {
      ignore(error)
      return true
    }
  }

  return {
    async take(client) {
      const id = randomUUID()
      if (count(client, 1) > MAX_EXPORTS || !(await isFree(client, id))) {
        count(client, -1)
        return undefined
      }
      // Whatever Redis has counted meanwhile: this one is under way.
      const renewal = setInterval(() => lease(client, id, Number.MAX_SAFE_INTEGER).catch(ignore), leaseMs / 3).unref()
      return () => {
        clearInterval(renewal)
        count(client, -1)
        redis.zrem(keyOf(client), id).catch(ignore)
      }
    },
  }
}

/** Streams a list to the request's client; 429 if so many are being streamed to it already. */
export async function asExport(res: Response, limit: ExportLimit, stream: () => Promise<void>): Promise<void> {
  const release = await limit.take(res.locals.caller?.id ?? '')
  if (!release) {
    res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
    throw new AppError('rate_limited', `Too many exports. Maximum ${MAX_EXPORTS} at once.`)
  }
  try {
    await stream()
  } finally {
    release()
  }
}
