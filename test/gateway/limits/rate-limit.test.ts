import request from 'supertest'
import { describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../../../gateway/config.ts'
import { createGateway } from '../../../gateway/gateway.ts'
import { createRateLimit } from '../../../gateway/limits/rate-limit.ts'
import { connectRedis } from '../../../gateway/limits/redis.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { keep } from '../../support/keep.ts'
import { unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { type SystemOptions, startSystem, type TestSystem } from '../../support/system/system.ts'

const start = async (options: SystemOptions = {}) =>
  keep(await startSystem({ services: ['auth', 'gateway'], rateLimitPerMinute: 100, ...options }))
const startSecondGateway = async (
  { system, keysOf, storageSecret }: TestSystem,
  overrides: Partial<GatewayConfig> = {},
) => {
  const { log } = createCapturedLog()
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), redisUrl: serverUrl('REDIS_URL') }
  const gateway = keep(
    await createGateway(
      {
        ...servers,
        system,
        keys: keysOf('gateway'),
        storageSecret,
        rateLimitPerMinute: 100,
        port: 0,
        host: '127.0.0.1',
        ...overrides,
      },
      log,
    ),
  )
  return `http://127.0.0.1:${gateway.port}/api/v1`
}

const get = (url: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/Nowhere`, { headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) } })
const statuses = async (answers: Iterable<Promise<Response>>) => {
  const counts: Record<number, number> = {}
  for (const answer of await Promise.all(answers)) counts[answer.status] = (counts[answer.status] ?? 0) + 1
  return counts
}
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

describe('The rate limit', () => {
  it('lets 100 requests of a client pass, shows how many remain, and refuses the next one', async () => {
    const { url, createClient } = await start()
    const { token } = await createClient()
    for (let left = 99; left >= 0; left--) {
      const { status, headers } = await get(url, token)
      expect(status).toBe(404)
      expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=60')
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`))
      expect(headers.get('x-ratelimit-limit')).toBe('100')
      expect(headers.get('x-ratelimit-remaining')).toBe(String(left))
      expect(headers.has('retry-after')).toBe(false)
    }
    for (const refused of [await get(url, token), await get(url, token)]) {
      expect(refused.status).toBe(429)
      expect(await refused.text()).toBe('{"message":"Rate limit exceeded. Maximum 100 requests per minute."}')
      expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`)
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
      const reset = Number(refused.headers.get('x-ratelimit-reset'))
      expect(Math.abs(reset - seconds - Date.now() / 1000)).toBeLessThan(2)
      expect(refused.headers.get('x-request-id')).toBeTruthy()
    }
  })

  it('counts each client for itself, and addresses apart from clients', async () => {
    const { url, createClient } = await start({ rateLimitPerMinute: 3 })
    const [one, other] = [await createClient(), await createClient()]
    expect(await statuses(times(5, () => get(url, one.token)))).toEqual({ 404: 3, 429: 2 })
    expect(await statuses(times(4, () => get(url, other.token)))).toEqual({ 404: 3, 429: 1 })
    expect(await statuses(times(4, () => get(url)))).toEqual({ 401: 3, 429: 1 })
  })

  it('counts the token endpoint, bad tokens and no tokens for the address, whatever else they carry', async () => {
    const { url, createClient } = await start({ rateLimitPerMinute: 4 })
    const { token } = await createClient()
    const askToken = () =>
      request(url).post('/Token').type('form').set('authorization', `Bearer ${token}`).send({ a: 1 })
    expect((await askToken()).status).toBe(400)
    expect((await get(url, 'nonsense')).status).toBe(401)
    expect((await get(url)).status).toBe(401)
    expect((await askToken()).headers['x-ratelimit-remaining']).toBe('0')
    const refused = await askToken()
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ message: 'Rate limit exceeded. Maximum 4 requests per minute.' })
    expect((await get(url, token)).status).toBe(404)
  })

  it('counts a batch as one request for each 50 lines begun, and sends none on that exceeds it', async () => {
    const { createClient } = await start({ rateLimitPerMinute: 12 })
    const { api } = await createClient()
    const line = { action: 'receive', itemID: 'BOLT', units: 1, wid: 1, reasonCode: 10 }
    const batch = async (lines: number) => {
      const { status, headers, body } = await api.inventory.batch({ mode: 'perLine', lines: Array(lines).fill(line) })
      return { status, body, cost: headers['x-ratelimit-cost'], left: headers['x-ratelimit-remaining'] }
    }
    // 503, as no inventory runs.
    expect(await batch(500)).toMatchObject({ status: 503, cost: '10', left: '2' })
    expect(await batch(50)).toMatchObject({ status: 503, cost: '1', left: '1' })
    const message = 'Rate limit exceeded. Maximum 12 requests per minute.'
    expect(await batch(51)).toEqual({ status: 429, body: { message }, cost: '2', left: '0' })
    expect((await batch(1)).status).toBe(429)
  })

  it('ignores X-Forwarded-For by default', async () => {
    const { url } = await start({ rateLimitPerMinute: 2 })
    const from = (address: string) => get(url, undefined, { 'x-forwarded-for': address })
    expect(await statuses(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(from))).toEqual({ 401: 2, 429: 1 })
  })

  it('counts the address that a trusted reverse proxy names', async () => {
    const url = await startSecondGateway(await start(), { rateLimitPerMinute: 2, trustProxy: 1 })
    const from = (address: string) => get(url, undefined, { 'x-forwarded-for': `10.9.9.9, ${address}` })
    const addresses = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']
    expect(await statuses(addresses.map(from))).toEqual({ 401: 3, 429: 1 })
  })

  it('counts the /64 network of an IPv6 address, and an IPv4 address in IPv6 form as itself', async () => {
    const url = await startSecondGateway(await start(), { rateLimitPerMinute: 2, trustProxy: 1 })
    const from = (address: string) => get(url, undefined, { 'x-forwarded-for': address })
    const network = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:DB8:0:1:0:0:0:3']
    expect(await statuses(network.map(from))).toEqual({ 401: 2, 429: 1 })
    expect(await statuses(['2001:db8:0:2::1', 'fe80::1%eth0'].map(from))).toEqual({ 401: 2 })
    expect(await statuses(['10.0.0.9', '::ffff:10.0.0.9', '::ffff:a00:9'].map(from))).toEqual({ 401: 2, 429: 1 })
  })

  it('is one and the same for all gateways, to the last request', async () => {
    const system = await start()
    const second = await startSecondGateway(system)
    const { token } = await system.createClient()
    const answers = times(75, () => [get(system.url, token), get(second, token)]).flat()
    expect(await statuses(answers)).toEqual({ 404: 100, 429: 50 })
    expect((await get(second, token)).status).toBe(429)
  })

  it('counts requests that come together each at its own place', async () => {
    const { log } = createCapturedLog()
    const { client: redis } = keep(await connectRedis(serverUrl('REDIS_URL'), log))
    const { count } = createRateLimit({ redis, system: unique('limit'), perMinute: 5, log })
    await count('other')
    const allowances = await Promise.all([count('one'), count('one', 3), count('other'), count('one'), count('one')])
    expect(allowances.map(({ remaining, exceeded }) => (exceeded ? 'exceeded' : remaining))).toEqual([
      ...[4, 1, 3, 0],
      'exceeded',
    ])
    // At once: Redis is not asked.
    expect(count('one')).toMatchObject({ limit: 5, remaining: 0, exceeded: true })
    expect(count('other')).toBeInstanceOf(Promise)
  })

  it('goes on in memory when Redis is killed, says so once, and comes back (R9)', async () => {
    const redis = keep(await createTcpProxy(serverUrl('REDIS_URL')))
    const { url, createClient, logLines } = await start({ redisUrl: redis.url, rateLimitPerMinute: 10 })
    const { token } = await createClient()
    const said = (text: string) => logLines.filter(({ msg }) => msg.startsWith(text)).length
    expect((await get(url, token)).headers.get('x-ratelimit-remaining')).toBe('9')

    redis.refuse()
    expect(await statuses(times(12, () => get(url, token)))).toEqual({ 404: 10, 429: 2 })
    expect((await get(url, token)).status).toBe(429)
    expect(said('Redis is away')).toBe(1)

    redis.heal()
    const repliesOfRedis = async () => (await get(url, token)).headers.get('x-ratelimit-remaining')
    await expect.poll(repliesOfRedis, { timeout: 10_000, interval: 200 }).not.toBe('0')
    expect(said('Redis is back')).toBe(1)
    expect(said('Redis is away')).toBe(1)
  })

  it('fails no request while Redis is frozen, and lets one a second find out whether it still is (R9)', async () => {
    const redis = keep(await createTcpProxy(serverUrl('REDIS_URL')))
    const { url, createClient, logLines } = await start({ redisUrl: redis.url, rateLimitPerMinute: 1_000 })
    const { token } = await createClient()
    await get(url, token)
    let tries = 0
    redis.filter((_chunk, direction) => {
      if (direction === 'to-server') tries++
      return 'drop'
    })
    const frozenAt = Date.now()
    for (let sent = 0; sent < 40; sent++) expect((await get(url, token)).status).toBe(404)
    expect(await statuses(times(40, () => get(url, token)))).toEqual({ 404: 40 })
    expect(tries).toBeGreaterThan(0)
    expect(tries).toBeLessThanOrEqual(2 + (Date.now() - frozenAt) / 1_000)
    expect(logLines.filter(({ msg }) => msg.startsWith('Redis is away')).length).toBe(1)
  })
})
