import { Redis } from 'ioredis'
import { expect } from 'vitest'
import { serverUrl } from '../servers/server-url.ts'
import type { ConsoleSystem } from './console-system.ts'

/** Ends all sessions, as time does after 30 minutes. */
export async function expireSessions({ system }: ConsoleSystem): Promise<void> {
  const redis = new Redis(serverUrl('REDIS_URL'))
  const keys = await redis.keys(`${system.system}:console:session:*`)
  expect(keys).not.toEqual([])
  await redis.del(...keys)
  redis.disconnect()
}
