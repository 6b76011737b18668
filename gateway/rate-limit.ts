import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Logger } from '../shared/runtime/log.ts'

export const WINDOW_SECONDS = 60
/** While Redis is away it is tried once in this time, by one request; the others do not wait for it (promise R9). */
const RETRY_MS = 1_000

/** What is left of a window after a request was counted. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
  readonly exceeded: boolean
}

export interface RateLimit {
  readonly perMinute: number
  /** Counts one request; never fails. */
  count(key: string): Promise<Allowance>
  /** Redis is away: each gateway counts by itself. */
  readonly isDegraded: boolean
}

export interface RateLimitOptions {
  readonly redis: Redis
  readonly system: string
  readonly perMinute: number
  readonly log: Logger
}

/** A fixed window of 60 s per key, shared by all gateways through Redis, else kept in memory (decision 12). */
export function createRateLimit({ redis, system, perMinute, log }: RateLimitOptions): RateLimit {
  const window = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: `${system}:rate` }
  const shared = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    // Who has spent the window is refused from memory until it ends.
    inMemoryBlockOnConsumed: perMinute,
  })
  const own = new RateLimiterMemory(window)
  let retryAt = 0
  let isDegraded = false

  const fail = (error: unknown) => {
    retryAt = Date.now() + RETRY_MS
    if (!isDegraded) log.warn({ err: error }, 'Redis is away: this gateway counts requests by itself')
    isDegraded = true
  }
  const recover = () => {
    retryAt = 0
    if (isDegraded) log.info('Redis is back: requests are counted together again')
    isDegraded = false
  }

  const toAllowance = (result: RateLimiterRes, exceeded: boolean): Allowance => ({
    limit: perMinute,
    remaining: result.remainingPoints,
    resetMs: result.msBeforeNext,
    exceeded,
  })

  const countIn = async (limiter: RateLimiterRedis | RateLimiterMemory, key: string) => {
    try {
      return toAllowance(await limiter.consume(key), false)
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return toAllowance(rejection, true)
      throw rejection
    }
  }

  return {
    perMinute,
    get isDegraded() {
      return isDegraded
    },
    async count(key) {
      if (Date.now() < retryAt) return countIn(own, key)
      // Until this try is decided, the others go to memory.
      if (isDegraded) retryAt = Date.now() + RETRY_MS
      try {
        const allowance = await countIn(shared, key)
        if (!allowance.exceeded) recover()
        return allowance
      } catch (error) {
        fail(error)
        return countIn(own, key)
      }
    },
  }
}
