import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../../../gateway/config.ts'
import { createGateway } from '../../../gateway/gateway.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { keep } from '../../support/keep.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { cookieOf, FROM_CONSOLE, originOf, postSession, sendToConsole, signIn } from '../../support/system/console.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

const consoleFolder = '/nowhere'
const forbidden = (message: string) => ({ statusCode: 403, error: 'forbidden', message })
const unauthorized = (message = 'Authentication is missing, invalid or expired.') => ({
  statusCode: 401,
  error: 'unauthorized',
  message,
})
const foreign = forbidden('The request does not come from the console.')

let system: TestSystem
let origin: string
let client: TestClient
let redis: Redis

beforeAll(async () => {
  redis = new Redis(serverUrl('REDIS_URL'))
  system = await startSystem({
    services: ['auth', 'catalog', 'inventory', 'gateway'],
    consoleFolder,
    logLevel: 'trace',
  })
  origin = originOf(system)
  await registerBasics(system.call)
  client = await system.createClient()
})
afterAll(async () => {
  redis.disconnect()
  await system[Symbol.asyncDispose]()
})

const keysOf = ({ system }: TestSystem) => redis.keys(`${system}:console:session:*`)
/** A person who has just signed in, and the key of the session in Redis. */
async function signInWithKey() {
  const before = new Set(await keysOf(system))
  const user = await signIn(origin, client)
  const [key = '', ...others] = (await keysOf(system)).filter((one) => !before.has(one))
  expect(others).toEqual([])
  return { user, key }
}
const startGateway = async ({ system, secret }: TestSystem, overrides: Partial<GatewayConfig> = {}) => {
  const { log } = createCapturedLog()
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), redisUrl: serverUrl('REDIS_URL') }
  const limits = { rateLimitPerMinute: 1_000, port: 0, host: '127.0.0.1' }
  const gateway = keep(await createGateway({ ...servers, ...limits, system, secret, consoleFolder, ...overrides }, log))
  return `http://127.0.0.1:${gateway.port}`
}

describe('A sign-in', () => {
  it('answers who signed in with which rights, and sets a cookie that scripts and other sites cannot use', async () => {
    const reader = await system.createClient({ permissions: [11], warehouses: [1, 2], readOnly: true })
    const { signedIn, send } = await signIn(origin, reader, ' Łukasz Żak ')
    const record = {
      clientId: reader.clientId,
      actor: 'Łukasz Żak',
      readOnly: true,
      permissions: [11],
      warehouses: [1, 2],
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    }
    expect(signedIn.status).toBe(200)
    expect(signedIn.body).toEqual(record)
    expect(Math.abs(Date.parse(signedIn.body.expires) - Date.now() - 14_400_000)).toBeLessThan(60_000)
    expect(cookieOf(signedIn)).toMatch(/^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(signedIn.headers['cache-control']).toBe('no-store')
    const shown = await send('GET', '/session', {})
    expect([shown.status, shown.body, shown.headers['cache-control']]).toEqual([200, signedIn.body, 'no-store'])
  })

  it('is refused as the token route refuses, without a password prompt of the browser', async () => {
    const { clientId, clientSecret } = client
    const refused = await postSession(origin, { clientId, clientSecret: `${clientSecret}x`, actor: 'Ada' })
    expect([refused.status, refused.body]).toEqual([401, unauthorized('Client authentication failed.')])
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="inventory"')
    expect(cookieOf(refused)).toBe('')
    const bad = await postSession(origin, { clientSecret, actor: '\u202eevil' })
    expect([bad.status, bad.body.error, Object.keys(bad.body.details)]).toEqual([
      400,
      'validation_error',
      ['clientId', 'actor'],
    ])
    for (const actor of [undefined, '', '  ', 'x'.repeat(65)]) {
      expect((await postSession(origin, { clientId, clientSecret, actor })).body.details).toHaveProperty('actor')
    }
  })

  it('counts with the requests for tokens of the address', async () => {
    const second = await startGateway(system, { rateLimitPerMinute: 3, trustProxy: 1 })
    const from = (address: string) =>
      postSession(
        second,
        { ...client, clientSecret: 'wrong', actor: 'Ada' },
        { ...FROM_CONSOLE, 'x-forwarded-for': address },
      )
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await from('10.7.0.1')).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    expect((await from('10.7.0.2')).status).toBe(401)
  })

  it('over plain http is for the machine itself; behind a proxy with https the cookie is bound to the host', async () => {
    const second = await startGateway(system, { trustProxy: 1 })
    const body = { clientId: client.clientId, clientSecret: client.clientSecret, actor: 'Ada' }
    const plain = await postSession(second, body, { ...FROM_CONSOLE, host: 'stock.example.com' })
    expect([plain.status, plain.body.error, cookieOf(plain)]).toEqual([403, 'forbidden', ''])
    const behindProxy = { host: 'stock.example.com', 'x-forwarded-proto': 'https' }
    const secure = await postSession(second, body, { ...FROM_CONSOLE, ...behindProxy })
    expect(cookieOf(secure)).toMatch(/^__Host-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const [cookie = ''] = cookieOf(secure).split(';')
    const status = async (given: string) =>
      (await sendToConsole(second, 'GET', '/session', { ...behindProxy, cookie: given })).status
    expect(await status(cookie)).toBe(200)
    // A cookie without the prefix could have been set by another host.
    expect(await status(cookie.replace('__Host-', ''))).toBe(401)
  })

  it('ends the session that the browser had', async () => {
    const first = await signIn(origin, client)
    const { clientId, clientSecret } = client
    await postSession(origin, { clientId, clientSecret, actor: 'Grace' }, { ...FROM_CONSOLE, cookie: first.cookie })
    expect((await first.send('GET', '/session')).status).toBe(401)
  })
})

describe('A request through the console', () => {
  it('is the one of the interface: rights, answers, links, errors, rate limit and log line', async () => {
    const reader = await system.createClient({ permissions: [11], readOnly: true })
    const { send } = await signIn(origin, reader)
    const listed = await send('GET', '/api/Warehouse?page=1&pageSize=2', {})
    const direct = await reader.api.raw('GET', '/Warehouse?page=1&pageSize=2')
    expect([listed.status, listed.text]).toEqual([200, direct.text])
    const lots = await send('GET', '/api/Inventory?pageSize=1', {})
    expect(lots.headers.link).toContain('</console/api/Inventory?pageSize=1&page=1>; rel="first"')
    const refused = await send('POST', '/api/Inventory/Receive').send({})
    expect([refused.status, refused.body]).toEqual([403, forbidden('Account is read-only.')])
    expect((await send('GET', '/api/Nowhere', {})).status).toBe(404)
    expect((await send('PATCH', '/api/Item')).status).toBe(501)
    expect(refused.headers.ratelimit).toBe(listed.headers.ratelimit?.replace(/r=\d+;t=\d+/, () => remaining(refused)))
    const line = system.logLines.find(({ requestId }) => requestId === refused.headers['x-request-id'])
    expect(line).toMatchObject({ path: '/console/api/Inventory/Receive', client: reader.clientId, status: 403 })
  })

  it('replaces the Authorization header and the actor of the request', async () => {
    const { send } = await signIn(origin, client)
    const other = await system.createClient({ permissions: [] })
    const headers = { authorization: `Bearer ${other.token}` }
    expect((await send('GET', '/api/Warehouse', headers)).status).toBe(200)
    expect(
      (await sendToConsole(origin, 'GET', '/api/Warehouse', { authorization: `Bearer ${client.token}` })).status,
    ).toBe(401)
  })

  it('keeps the token out of every answer and every log line', async () => {
    const issued: string[] = []
    const { signedIn, send, cookie } = await signIn(origin, client)
    const answers = [
      signedIn,
      await send('GET', '/session'),
      await send('GET', '/api/Warehouse'),
      await send('DELETE', '/session'),
    ]
    for (const { text, headers } of answers) issued.push(text, JSON.stringify(headers))
    const written = [...issued, ...system.logLines.map((line) => JSON.stringify(line))].join('\n')
    expect(system.logLines.length).toBeGreaterThan(0)
    expect(written).not.toMatch(/eyJ[\w-]+\.eyJ/)
    expect(system.logLines.map((line) => JSON.stringify(line)).join('\n')).not.toContain(cookie.split('=')[1])
  })
})

const remaining = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  /r=\d+;t=\d+/.exec(headers.ratelimit ?? '')?.[0] ?? ''

describe('A stolen or foreign session', () => {
  const writes = [
    ['a write', 'POST', '/api/Inventory/Receive'],
    ['a sign-in', 'POST', '/session'],
    ['a sign-out', 'DELETE', '/session'],
  ] as const
  it.each(writes)(
    'does not make %s without the header, or from another origin, site or an old browser',
    async (_, method, path) => {
      const { send } = await signIn(origin, client)
      const foreigners = [
        { 'sec-fetch-site': 'same-origin' },
        { 'x-console': '1' },
        { ...FROM_CONSOLE, 'sec-fetch-site': 'cross-site' },
        { ...FROM_CONSOLE, 'sec-fetch-site': 'same-site' },
        { ...FROM_CONSOLE, 'sec-fetch-site': 'none' },
        { ...FROM_CONSOLE, 'x-console': '2' },
      ]
      for (const headers of foreigners) {
        const { status, body } = await send(method, path, headers)
        expect([status, body]).toEqual([403, foreign])
      }
      expect((await send('GET', '/session')).status).toBe(200)
    },
  )

  it('ends after 30 minutes without a request; each request begins them anew', async () => {
    const { user, key } = await signInWithKey()
    expect(await redis.ttl(key)).toBeGreaterThan(1_790)
    await redis.expire(key, 60)
    expect((await user.send('GET', '/api/Warehouse')).status).toBe(200)
    expect(await redis.ttl(key)).toBeGreaterThan(1_790)
    await redis.pexpire(key, 1)
    await expect.poll(() => redis.exists(key)).toBe(0)
    const late = await user.send('GET', '/api/Warehouse')
    expect([late.status, late.body]).toEqual([401, unauthorized()])
    expect((await user.send('GET', '/session')).status).toBe(401)
  })

  it('ends with its token', async () => {
    const brief = keep(await startSystem({ services: ['auth', 'gateway'], consoleFolder, tokenTtlSeconds: 2 }))
    const user = await signIn(originOf(brief), await brief.createClient())
    expect(user.signedIn.status).toBe(200)
    await expect.poll(async () => (await user.send('GET', '/session')).status, { timeout: 20_000 }).toBe(401)
    expect((await user.send('GET', '/api/Warehouse')).body).toEqual(unauthorized())
  })

  it('ends everywhere at once when its person signs out', async () => {
    const second = await startGateway(system)
    const user = await signIn(origin, client)
    const status = async () => (await sendToConsole(second, 'GET', '/session', { cookie: user.cookie })).status
    expect(await status()).toBe(200)
    const ended = await user.send('DELETE', '/session')
    expect([ended.status, ended.text]).toEqual([204, ''])
    expect(cookieOf(ended)).toMatch(
      /^console=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
    )
    expect(await status()).toBe(401)
    expect((await user.send('GET', '/api/Warehouse')).status).toBe(401)
    expect((await user.send('DELETE', '/session')).status).toBe(204)
  })

  it('has no right once its client is disabled', async () => {
    const leaving = await system.createClient()
    const user = await signIn(origin, leaving)
    await system.call(auth.disableClient, { clientId: leaving.clientId })
    await expect.poll(async () => (await user.send('GET', '/session')).status, { timeout: 20_000 }).toBe(401)
  })

  it('is refused when its record was changed, moved or made with the secret of another system', async () => {
    const { user, key } = await signInWithKey()
    const record = await redis.getBuffer(key)
    if (!record) throw new Error('There is no session in Redis')
    expect(record.toString('latin1')).not.toContain('Ada')
    const status = async () => (await user.send('GET', '/session')).status
    const changed = Buffer.from(record)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    for (const bad of [changed, record.subarray(0, 20), Buffer.alloc(0), record.subarray(0, -1)]) {
      await redis.set(key, bad)
      expect(await status()).toBe(401)
    }
    await redis.set(key, record)
    expect(await status()).toBe(200)

    const second = await signInWithKey()
    await redis.set(second.key, record)
    expect((await second.user.send('GET', '/session')).status).toBe(401)

    const stranger = keep(await startSystem({ services: ['auth', 'gateway'], consoleFolder }))
    expect((await sendToConsole(originOf(stranger), 'GET', '/session', { cookie: user.cookie })).status).toBe(401)
    await redis.set(key.replace(system.system, stranger.system), record)
    expect((await sendToConsole(originOf(stranger), 'GET', '/session', { cookie: user.cookie })).status).toBe(401)
    expect(stranger.logLines.some(({ msg }) => msg.startsWith('A session of the console is not encrypted'))).toBe(true)
  })

  it('is not found under an id that is none', async () => {
    for (const cookie of [
      'console=',
      'console=*',
      `console=${'a'.repeat(43)}`,
      `console=${'a'.repeat(5_000)}`,
      'console',
    ]) {
      expect((await sendToConsole(origin, 'GET', '/session', { cookie })).status, cookie).toBe(401)
    }
  })
})

describe('Without Redis', () => {
  it('sessions are 503, and the same cookie works when Redis is back', async () => {
    const proxy = keep(await createTcpProxy(serverUrl('REDIS_URL')))
    const second = await startGateway(system, { redisUrl: proxy.url })
    const user = await signIn(second, client)
    expect(user.signedIn.status).toBe(200)
    proxy.refuse()
    for (const answer of [
      await user.send('GET', '/session'),
      await user.send('GET', '/api/Warehouse'),
      await postSession(second, { ...client, actor: 'Ada' }),
    ]) {
      expect([answer.status, answer.body.error, answer.headers['retry-after']]).toEqual([
        503,
        'service_unavailable',
        '1',
      ])
    }
    proxy.heal()
    await expect.poll(async () => (await user.send('GET', '/session')).status, { timeout: 20_000 }).toBe(200)
  })
})
