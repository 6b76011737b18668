import { once } from 'node:events'
import { Redis } from 'ioredis'
import { joinWrites } from '../../shared/process/join-writes.ts'
import type { Logger } from '../../shared/process/log.ts'

/** Bounds the commands that wait for a frozen Redis; a request waits less long, see rate-limit.ts. */
const COMMAND_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 2_000
const MAX_RECONNECT_MS = 1_000
/** Longest wait for Redis at the start; without it the gateway starts all the same. */
const FIRST_CONNECT_MS = 1_000

/** A connection whose commands end within a second and are never queued; by default, ioredis waits for a frozen Redis. */
export async function connectRedis(url: string, log: Logger): Promise<AsyncDisposable & { readonly client: Redis }> {
  const client = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_MS),
  })
  // Commands of one turn of the event loop share a write. ioredis's auto-pipelining does so too, but makes a pipeline for
  // each command that comes alone.
  client.on('connect', () => joinWrites(client.stream, setImmediate))
  // The rate limit warns once per outage; this is for each failed attempt to reconnect.
  client.on('error', (error) => log.debug({ err: error }, 'Redis connection failed'))
  await once(client, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECT_MS) }).catch(() => undefined)
  return { client, [Symbol.asyncDispose]: async () => client.disconnect() }
}

/** What is kept in Redis for all gateways of a system needs these. */
export interface RedisDeps {
  readonly redis: Redis
  /** Begins the names of keys. */
  readonly system: string
  readonly log: Logger
}

/** How old a figure of the memory may be. */
const MAX_AGE_MS = 2_000
/** Nothing is kept beyond this share of the memory: the rest is left to counters and sessions. */
const KEPT_SHARE = 0.5

/**
 * The memory of Redis, which counters, leases and sessions share with what is merely kept
 * (docs/decisions/limits-and-overload.md#92).
 */
export function createRedisMemory(redis: Pick<Redis, 'info'>) {
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
    /** Whether there is room for something that nobody misses; asks Redis at most every 2 s. */
    hasRoom(): Promise<boolean> {
      if (performance.now() - askedAt > MAX_AGE_MS) {
        askedAt = performance.now()
        reply = ask()
      }
      return reply
    },
    /** Why Redis may drop counters, if it may; undefined if it does not, or has not been asked. */
    get fault(): string | undefined {
      return fault
    },
  }
}

export type RedisMemory = ReturnType<typeof createRedisMemory>
