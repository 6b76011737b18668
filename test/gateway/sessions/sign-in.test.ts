import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cookieOf,
  FROM_CONSOLE,
  originOf,
  postSession,
  sendToConsole,
  signIn,
  startSecondGateway,
} from '../../support/system/console.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

const unauthorized = (message: string) => ({ statusCode: 401, error: 'unauthorized', message })

let system: TestSystem
let origin: string
let client: TestClient

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'catalog', 'inventory', 'gateway'], consoleFolder: '/nowhere' })
  origin = originOf(system)
  await registerBasics(system.call)
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

describe('A sign-in', () => {
  it('answers who signed in with which rights, and sets a cookie that scripts and other sites cannot use', async () => {
    const reader = await system.createClient({ permissions: [11], reports: [15], warehouses: [1, 2], readOnly: true })
    const { signedIn, send } = await signIn(origin, reader, ' Łukasz Żak ')
    const record = {
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      clientId: reader.clientId,
      actor: 'Łukasz Żak',
      readOnly: true,
      permissions: [11],
      reports: [15],
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
    const second = await startSecondGateway(system, { rateLimitPerMinute: 3, trustProxy: 1 })
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
    const second = await startSecondGateway(system, { trustProxy: 1 })
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
