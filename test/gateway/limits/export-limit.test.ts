import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createExportLimit } from '../../../gateway/limits/export-limit.ts'
import { connectRedis } from '../../../gateway/limits/redis.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { keep } from '../../support/keep.ts'
import { unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'

/** Short, so that the test sees leases end. */
const LEASE_MS = 2_000
const { log } = createCapturedLog()
const running: (() => void)[] = []
let system: string
beforeEach(() => {
  system = unique('exports')
})
afterAll(() => {
  for (const release of running) release()
})

/** The limit of one gateway, which reaches Redis through a proxy. */
async function startLimit(leaseMs = LEASE_MS) {
  const redis = keep(await createTcpProxy(serverUrl('REDIS_URL')))
  const { client } = keep(await connectRedis(redis.url, log))
  const rateLimit = { isDegraded: false }
  const limit = createExportLimit({ redis: client, system, rateLimit, log, leaseMs })
  const take = async (who = 'one') => {
    const release = await limit.take(who)
    if (release) running.push(release)
    return release
  }
  return { take, redis, client, rateLimit }
}
const key = () => `${system}:exports:one`

test('four exports of a client run at once over all gateways, each of them until it ends', async () => {
  const [first, second] = [await startLimit(60_000), await startLimit(60_000)]
  const releases = [await first.take(), await second.take(), await first.take(), await second.take()]
  expect(releases).not.toContain(undefined)
  expect([await first.take(), await second.take()]).toEqual([undefined, undefined])
  expect(await second.take('another')).toBeDefined()
  releases[0]?.()
  expect(await first.client.zcard(key())).toBe(3)
  expect(await second.take()).toBeDefined()
  expect(await first.take()).toBeUndefined()
})

test('what runs is counted for longer than a lease; what a lost gateway ran is not', async () => {
  const [lost, other] = [await startLimit(), await startLimit()]
  for (let count = 0; count < 4; count++) await lost.take()
  const renewals = vi.spyOn(lost.client, 'eval')
  // Each renews its lease every third of it.
  await expect.poll(() => renewals.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(4 * 3)
  expect(await other.take()).toBeUndefined()
  lost.redis.refuse()
  let taken = 0
  const takeOne = async () => ((await other.take()) ? ++taken : taken)
  await expect.poll(takeOne, { timeout: 10_000 }).toBe(4)
  expect(await other.take()).toBeUndefined()
})

test('while Redis is away each gateway counts its own; when it is back, what runs is counted by all again (R9)', async () => {
  const [first, second] = [await startLimit(), await startLimit()]
  await first.take()
  first.redis.freeze()
  for (let count = 1; count < 4; count++) expect(await first.take()).toBeDefined()
  expect(await first.take()).toBeUndefined()
  // The rate limit has seen it: Redis is not asked any more.
  first.rateLimit.isDegraded = true
  const asked = vi.spyOn(first.client, 'eval')
  expect(await first.take('another')).toBeDefined()
  expect(asked.mock.calls.filter(([, , asks]) => String(asks).endsWith('another'))).toEqual([])
  first.redis.heal()
  await expect.poll(() => second.client.zcard(key()), { timeout: 10_000 }).toBe(4)
  expect(await second.take()).toBeUndefined()
})
