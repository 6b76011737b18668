import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Logger } from '../../shared/process/log.ts'

export const WINDOW_SECONDS = 60
/** While Redis is away it is tried once in this time, by one request; the others do not wait for it (promise R9). */
const RETRY_MS = 1_000
const MAX_WAIT_MS = 100

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

  const countIn = async (limiter: RateLimiterRedis | RateLimiterMemory, key: string, onCounted?: () => void) => {
    // An exceeded limit is a rejection with the same facts.
    const result = await limiter.consume(key).catch((rejection: unknown) => {
      if (rejection instanceof RateLimiterRes) return rejection
      throw rejection
    })
    const { consumedPoints: count, remainingPoints: remaining, msBeforeNext: resetMs } = result
    // Nothing is counted for a key that is known in memory to have spent its window.
    if (count > 0) onCounted?.()
    return { limit: perMinute, remaining, resetMs, exceeded: count === 0 || count > perMinute }
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
        return await inTime(countIn(shared, key, recover))
      } catch (error) {
        fail(error)
        return countIn(own, key)
      }
    },
  }
}

/**
 * Rejects after 100 ms. The time may have passed because this process was busy, with the answer waiting to be read; so what is
 * there is read first, which is why ioredis's own timeout does not do.
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error('Redis does not answer in time'))), MAX_WAIT_MS)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
