import type { Redis } from 'ioredis'

/** How old a figure of the memory may be. */
const MAX_AGE_MS = 2_000
/** Nothing is kept beyond this share of the memory: the rest is left to counters and sessions. */
const KEPT_SHARE = 0.5

/**
 * The memory of Redis, which counters, leases and sessions share with what is merely kept
 * (docs/decisions/limits-and-overload.md#92).
 */
export interface RedisMemory {
  /** Whether there is room for something that nobody misses; asks Redis at most every 2 s. */
  hasRoom(): Promise<boolean>
  /** Why Redis may drop counters, if it may; undefined if it does not, or has not been asked. */
  readonly fault: string | undefined
}

export function createRedisMemory(redis: Pick<Redis, 'info'>): RedisMemory {
  let askedAt = Number.NEGATIVE_INFINITY
  let reply = Promise.resolve(true)
  let fault: string | undefined
  const ask = async () => {
    const info = await redis.info('memory')
    const figure = (name: string) => new RegExp(`^${name}:(.*?)\\s*$`, 'm').exec(info)?.[1]
    const [used, most] = [Number(figure('used_memory')), Number(figure('maxmemory'))]
    const policy = figure('maxmemory_policy')
    fault = most > 0 && policy !== 'noeviction' ? `Redis evicts counters of the rate limit (${policy}).` : undefined
    return most === 0 || used < most * KEPT_SHARE
  }
  return {
    hasRoom() {
      if (performance.now() - askedAt > MAX_AGE_MS) {
        askedAt = performance.now()
        reply = ask()
      }
      return reply
    },
    get fault() {
      return fault
    },
  }
}
