import { Redis } from 'ioredis'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { keep } from '../../support/keep.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import {
  cookieOf,
  FROM_CONSOLE,
  originOf,
  sendToConsole,
  signIn,
  startSecondGateway,
} from '../../support/system/console.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { head, openRawConnection } from '../http/raw-client.ts'

const consoleFolder = '/nowhere'
const forbidden = (message: string) => ({ statusCode: 403, error: 'forbidden', message })
const unauthorized = {
  statusCode: 401,
  error: 'unauthorized',
  message: 'Authentication is missing, invalid or expired.',
}
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

describe('A request through the console', () => {
  it('is the one of the interface: rights, responses, links, errors, rate limit and log line', async () => {
    const reader = await system.createClient({ permissions: [11], readOnly: true })
    const { send } = await signIn(origin, reader)
    const listed = await send('GET', '/api/Warehouse?page=1&pageSize=2', {})
    const direct = await reader.api.raw('GET', '/Warehouse?page=1&pageSize=2')
    expect([listed.status, listed.text]).toEqual([200, direct.text])
    expect(listed.headers['cache-control']).toBe('no-store')
    const lots = await send('GET', '/api/Inventory?pageSize=1', {})
    expect(lots.headers.link).toContain('</console/api/Inventory?pageSize=1&page=1>; rel="first"')
    const refused = await send('POST', '/api/Inventory/Receive').send({})
    expect([refused.status, refused.body]).toEqual([403, forbidden('Account is read-only.')])
    expect(refused.headers['cache-control']).toBe('no-store')
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

  it('keeps the token out of every response and every log line', async () => {
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

describe('A page that names the session that it believes in', () => {
  it('is answered as long as the cookie is of that session; of another one it is 401, and nothing is done', async () => {
    const before = await signIn(origin, client, 'Ada Byron')
    const { cookie, signedIn, send } = await signIn(origin, client, 'Grace Hopper')
    const of = ({ body }: Response, headers = {}) => ({ ...FROM_CONSOLE, ...headers, 'x-console-session': body.id })
    expect(signedIn.body.id).not.toContain(cookie.split('=')[1])
    expect(signedIn.body.id).not.toBe(before.signedIn.body.id)
    expect((await send('GET', '/session')).body.id).toBe(signedIn.body.id)
    expect((await send('GET', '/api/Warehouse', of(signedIn))).status).toBe(200)

    const refused = await send('POST', '/api/Item', of(before.signedIn)).send({ shortID: 'OF-ANOTHER' })
    const message = 'This browser has another session than the page.'
    expect([refused.status, refused.body]).toEqual([401, { ...unauthorized, message }])
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="inventory"')
    expect((await send('DELETE', '/session', of(before.signedIn))).status).toBe(401)
    expect((await send('POST', '/api/Item', of(signedIn)).send({ shortID: 'OF-ANOTHER' })).status).toBe(201)
  })
})

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

  it.each([
    ['/Console/session', 404],
    ['/console/session#x', 403],
    ['http://localhost/console/session', 403],
  ])('is not made without the header by another way of writing the path: %s', async (target, status) => {
    const { clientId, clientSecret } = client
    const body = JSON.stringify({ clientId, clientSecret, actor: 'Ada' })
    const { send, socket, statuses, received } = await openRawConnection(Number(new URL(origin).port))
    const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
    await send(head(`POST ${target} HTTP/1.1`, ...headers) + body)
    await expect.poll(statuses).toEqual([status])
    expect(received()).not.toMatch(/set-cookie/i)
    socket.destroy()
  })

  it('ends after 30 minutes without a request; each request begins them anew', async () => {
    const { user, key } = await signInWithKey()
    expect(await redis.ttl(key)).toBeGreaterThan(1_790)
    await redis.expire(key, 60)
    expect((await user.send('GET', '/api/Warehouse')).status).toBe(200)
    expect(await redis.ttl(key)).toBeGreaterThan(1_790)
    await redis.pexpire(key, 1)
    await expect.poll(() => redis.exists(key)).toBe(0)
    const late = await user.send('GET', '/api/Warehouse')
    expect([late.status, late.body]).toEqual([401, unauthorized])
    expect((await user.send('GET', '/session')).status).toBe(401)
  })

  it('ends with its token', async () => {
    const brief = keep(await startSystem({ services: ['auth', 'gateway'], consoleFolder, tokenTtlSeconds: 2 }))
    const user = await signIn(originOf(brief), await brief.createClient())
    expect(user.signedIn.status).toBe(200)
    await expect.poll(async () => (await user.send('GET', '/session')).status, { timeout: 20_000 }).toBe(401)
    expect((await user.send('GET', '/api/Warehouse')).body).toEqual(unauthorized)
  })

  it('ends everywhere at once when its person signs out', async () => {
    const second = await startSecondGateway(system)
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

  it('is not found under an invalid id', async () => {
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
