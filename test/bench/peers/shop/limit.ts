import { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from '../settings.ts'

const limiter = new RateLimiterRedis({
  storeClient: new Redis(settings.redisUrl),
  keyPrefix: `${settings.name}:rate`,
  points: settings.perMinute,
  duration: 60,
})

export interface Counted {
  exceeded: boolean
  /** The headers of the library's documentation. */
  headers: Record<string, string>
}

/** Counts a request of a client in Redis, exactly and for all processes. */
export async function count(clientId: string): Promise<Counted> {
  const result = await limiter.consume(clientId).catch((rejection: unknown) => {
    if (rejection instanceof RateLimiterRes) return rejection
    throw rejection
  })
  return {
    exceeded: result.consumedPoints > settings.perMinute,
    headers: {
      'X-RateLimit-Limit': String(settings.perMinute),
      'X-RateLimit-Remaining': String(result.remainingPoints),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + result.msBeforeNext) / 1000)),
    },
  }
}

export const LIMIT_MESSAGE = `Rate limit exceeded. Maximum ${settings.perMinute} requests per minute.`
