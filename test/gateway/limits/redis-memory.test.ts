import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pMap from 'p-map'
import { expect, onTestFinished, test } from 'vitest'
import { createFailedRequests } from '../../../gateway/failures/failed-requests.ts'
import { createRateLimit } from '../../../gateway/limits/rate-limit.ts'
import { createRedisMemory } from '../../../gateway/limits/redis-memory.ts'
import { createRedis } from '../../../local/servers/redis.ts'
import type { FailedRequest } from '../../../shared/contract/gateway.ts'
import { createLog } from '../../../shared/process/log.ts'

const log = createLog('test', 'silent')
/** An empty Redis takes 1 MB of it. */
const MEMORY = '6mb'
const failure: FailedRequest = {
  at: '2026-01-31T10:00:00.000Z',
  method: 'POST',
  path: '/Item',
  status: 400,
  error: 'validation_error',
  message: 'x'.repeat(300),
  fields: [],
  requestId: 'r',
  key: null,
}

/** A server of its own, as `npm start` runs it, with little memory. */
async function aSmallRedis() {
  const dataDir = mkdtempSync(join(tmpdir(), 'inventory-redis-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { url, processes } = await createRedis({ dataDir, report: () => undefined })
  for (const process of processes) await process.start()
  onTestFinished(async () => {
    for (const process of processes) await process.stop()
  })
  const redis = new Redis(url)
  onTestFinished(() => redis.disconnect())
  await redis.config('SET', 'maxmemory', MEMORY)
  return redis
}

test('Requests that failed leave room for the windows of the limit: of 240 requests 60 pass, and a session stays', async () => {
  const redis = await aSmallRedis()
  await redis.set('system:console:session:anna', 'sealed', 'EX', 1_800)
  const rateLimit = createRateLimit({ redis, system: 'system', perMinute: 60, log })
  const before = await Promise.all(Array.from({ length: 40 }, () => rateLimit.count('client:anna')))
  expect(before.some(({ exceeded }) => exceeded)).toBe(false)

  const memory = createRedisMemory(redis)
  const { record } = createFailedRequests({ redis, system: 'system', rateLimit, memory, log })
  // 40 MB, were they all kept.
  for (let round = 0; round < 40 && (await memory.hasRoom()); round++) {
    for (let client = 0; client < 500; client++) record(`client-${client}`, failure)
    await redis.ping()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const kept = await redis.keys('system:failed:*')
  expect(kept.length).toBeGreaterThan(0)

  const after = await pMap(Array(200).keys(), () => rateLimit.count('client:anna'), { concurrency: 8 })
  expect(after.filter(({ exceeded }) => !exceeded)).toHaveLength(20)
  expect(rateLimit.isDegraded).toBe(false)
  expect(await redis.get('system:console:session:anna')).toBe('sealed')
  expect(await redis.info('stats')).toMatch(/evicted_keys:0/)
})

test('A Redis that may evict counters is a fault that health shows', async () => {
  const redis = await aSmallRedis()
  const memory = createRedisMemory(redis)
  await memory.hasRoom()
  expect(memory.fault).toBeUndefined()
  await redis.config('SET', 'maxmemory-policy', 'volatile-ttl')
  const evicting = createRedisMemory(redis)
  await evicting.hasRoom()
  expect(evicting.fault).toBe('Redis evicts counters of the rate limit (volatile-ttl).')
})
