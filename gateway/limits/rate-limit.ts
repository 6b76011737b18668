import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisDeps } from './redis.ts'

export const WINDOW_SECONDS = 60
/** While Redis is away, one request in this time tries it; the others use memory (docs/promises.md, R9). */
const RETRY_MS = 1_000
const MAX_WAIT_MS = 100

/** State of a key's window after a request was counted. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetMs: number
  readonly exceeded: boolean
}

declare module 'rate-limiter-flexible' {
  interface RateLimiterRedis {
    /** Milliseconds for which a key, with its prefix, is refused from memory; else 0. Not in the types of version 11. */
    getInMemoryBlockMsBeforeExpire(key: string): number
  }
}

/** The requests of a key's window. */
interface Counted {
  readonly total: number
  readonly resetMs: number
}

export interface RateLimit {
  readonly perMinute: number
  /**
   * Counts requests for a key, one by default; never rejects. The result comes at once if this gateway has refused the
   * key: until the key's window ends, it refuses it without asking Redis.
   */
  count(key: string, requests?: number): Allowance | Promise<Allowance>
  /** Redis is away, so this gateway counts in its own memory. */
  readonly isDegraded: boolean
}

export interface RateLimitOptions extends RedisDeps {
  readonly perMinute: number
}

/**
 * A fixed window of 60 s per key, counted in Redis for all gateways; in memory while Redis is away
 * (docs/decisions/limits-and-overload.md#12).
 */
export function createRateLimit({ redis, system, perMinute, log }: RateLimitOptions): RateLimit {
  const window = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: `${system}:rate` }
  const shared = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    // A key that has used up its window is refused from memory until the window ends.
    inMemoryBlockOnConsumed: perMinute,
  })
  const own = new RateLimiterMemory(window)
  let retryAt = 0
  let isDegraded = false

  const fail = (error: unknown) => {
    retryAt = performance.now() + RETRY_MS
    if (!isDegraded) log.warn({ err: error }, 'Redis is away: this gateway counts requests by itself')
    isDegraded = true
  }
  const recover = () => {
    retryAt = 0
    if (isDegraded) log.info('Redis is back: requests are counted together again')
    isDegraded = false
  }

  const countIn = async (
    limiter: RateLimiterRedis | RateLimiterMemory,
    key: string,
    requests: number,
    onCounted?: () => void,
  ): Promise<Counted> => {
    // An exceeded limit is a rejection with the same fields.
    const result = await limiter.consume(key, requests).catch((rejection: unknown) => {
      if (rejection instanceof RateLimiterRes) return rejection
      throw rejection
    })
    onCounted?.()
    return { total: result.consumedPoints, resetMs: result.msBeforeNext }
  }

  const countAll = async (key: string, requests: number): Promise<Counted> => {
    if (performance.now() < retryAt) return countIn(own, key, requests)
    // Other requests use memory until this try has ended.
    if (isDegraded) retryAt = performance.now() + RETRY_MS
    try {
      return await withTimeout(countIn(shared, key, requests, recover))
    } catch (error) {
      fail(error)
      return countIn(own, key, requests)
    }
  }

  return {
    perMinute,
    get isDegraded() {
      return isDegraded
    },
    count(key, requests = 1) {
      const blockedMs = shared.getInMemoryBlockMsBeforeExpire(shared.getKey(key))
      if (blockedMs > 0) return { limit: perMinute, remaining: 0, resetMs: blockedMs, exceeded: true }
      return countAll(key, requests).then(({ total, resetMs }) => {
        const exceeded = total > perMinute
        return { limit: perMinute, remaining: exceeded ? 0 : perMinute - total, resetMs, exceeded }
      })
    },
  }
}

/**
 * Rejects after 100 ms. If the time passed because this process was busy, the result may wait in the socket; so pending
 * input is read first, which ioredis's own timeout does not do.
 */
export function withTimeout<T>(reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error('Redis does not answer in time'))
    const timer = setTimeout(() => setImmediate(tooLate), MAX_WAIT_MS)
    reply.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
