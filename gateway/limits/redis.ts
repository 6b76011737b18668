import { once } from 'node:events'
import { Redis } from 'ioredis'
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
    // Commands of one turn of the event loop share a write: 14 instead of 22 µs each.
    enableAutoPipelining: true,
  })
  // The rate limit warns once per outage; this is for each failed attempt to reconnect.
  client.on('error', (error) => log.debug({ err: error }, 'Redis connection failed'))
  await once(client, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECT_MS) }).catch(() => undefined)
  return { client, [Symbol.asyncDispose]: async () => client.disconnect() }
}
