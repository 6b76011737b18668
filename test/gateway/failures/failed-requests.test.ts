import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_FAILED_REQUESTS } from '../../../shared/contract/gateway.ts'
import { anItem } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { originOf, signIn } from '../../support/system/console.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

type Row = Readonly<Record<string, unknown>>

let system: TestSystem
let redis: Redis
let client: TestClient
beforeAll(async () => {
  system = await startSystem({
    services: ['gateway', 'auth', 'catalog', 'inventory'],
    rateLimitPerMinute: 3_000,
    consoleFolder: '/nowhere',
  })
  redis = new Redis(serverUrl('REDIS_URL'))
})
beforeEach(async () => {
  client = await system.createClient({ permissions: [11, 116] })
})
afterAll(async () => {
  redis?.disconnect()
  await system?.[Symbol.asyncDispose]()
})

const send = (path: string, { body, ...headers }: Record<string, string> = {}, { token } = client) =>
  fetch(system.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })

/** The rows of the list. */
async function rowsOf(query = '', asking = client): Promise<readonly Row[]> {
  const answer = await send(`/Requests${query}`, {}, asking)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { readonly value: readonly Row[] }).value
}
const untilRows = (count: number, query = '') =>
  vi.waitFor(async () => {
    const rows = await rowsOf(query)
    expect(rows).toHaveLength(count)
    return rows
  })

describe('A client finds its requests that were refused', () => {
  test('with what it needs to find the cause, and with no value that it sent', async () => {
    const item = JSON.stringify({ shortID: 'SECRET-VALUE-1', category: 'SECRET-VALUE-2' })
    await send('/Item?note=SECRET-VALUE-3', { body: item, 'Idempotency-Key': 'item-1', 'X-Request-Id': 'mine-1' })
    const [row] = await untilRows(1)
    expect(row).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      method: 'POST',
      path: '/Item',
      status: 400,
      error: 'validation_error',
      message: 'Model validation failed.',
      fields: expect.arrayContaining(['category']),
      requestId: 'mine-1',
      key: 'item-1',
    })
    const [kept = ''] = await redis.lrange(`${system.system}:failed:${client.clientId}`, 0, -1)
    expect(kept).not.toContain('SECRET-VALUE')
    expect(kept).not.toContain(client.token)
  })

  test('with the first of many fields that are bad, so that what is kept stays short', async () => {
    const lines = Array.from({ length: 100 }, () => ({ action: 'receive', itemID: 1, units: 'x' }))
    await send('/Inventory/Batch', { body: JSON.stringify({ mode: 'atomic', lines }) })
    const [row] = await untilRows(1)
    expect(row).toMatchObject({ status: 400, error: 'validation_error' })
    expect(row?.fields).toHaveLength(50)
  })

  test('by the gateway and by services, newest first, and none that were done', async () => {
    await client.api.catalog.createItem(anItem({ shortID: `ONCE-${client.clientId}` }))
    await send('/Item', { body: '{' })
    await untilRows(1)
    await send('/Item/NOTHING')
    const rows = await untilRows(2)
    expect(rows.map(({ status, error, path, key }) => [status, error, path, key])).toEqual([
      [404, 'not_found', '/Item/NOTHING', null],
      [400, 'bad_request', '/Item', null],
    ])
  })

  test('also those that a person sent by the console, under the path of the interface', async () => {
    const person = await signIn(originOf(system), client)
    await person.send('GET', '/api/Item/NOTHING?page=x')
    expect(await untilRows(1)).toMatchObject([{ status: 404, path: '/Item/NOTHING' }])
  })

  test('by status, path and time', async () => {
    await send('/Item/NOTHING')
    await untilRows(1)
    await send('/Customer/All')
    const [latest] = await untilRows(2)
    expect((await rowsOf('?status=404')).map(({ path }) => path)).toEqual(['/Item/NOTHING'])
    expect((await rowsOf('?path=/Cust')).map(({ status }) => status)).toEqual([403])
    expect((await rowsOf(`?since=${latest?.at}`)).map(({ path }) => path)).toEqual(['/Customer/All'])
    expect(await rowsOf('?status=409')).toEqual([])
  })

  test.each(['status=200', 'status=x', 'since=yesterday'])(
    'and a parameter that is wrong is 400 by field: %s',
    async (query) => {
      const answer = await send(`/Requests?${query}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ details: { [query.split('=')[0] ?? '']: [expect.any(String)] } })
    },
  )

  test(`at most the last ${MAX_FAILED_REQUESTS}, for seven days`, async () => {
    const name = `${system.system}:failed:${client.clientId}`
    await redis.lpush(name, ...Array.from({ length: MAX_FAILED_REQUESTS }, () => '"older"'))
    await send('/Item/NOTHING')
    await vi.waitFor(async () => expect(await redis.lindex(name, 0)).toContain('/Item/NOTHING'))
    expect(await redis.llen(name)).toBe(MAX_FAILED_REQUESTS)
    expect(await redis.ttl(name)).toBeGreaterThan(6 * 86_400)
    expect(await redis.ttl(name)).toBeLessThanOrEqual(7 * 86_400)
  })

  test('but none that is older', async () => {
    const row = { method: 'GET', path: '/Item', status: 404, error: 'not_found', message: '', fields: [] }
    const kept = [8, 6].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
    const texts = kept.map((at) => JSON.stringify({ ...row, at, requestId: at, key: null }))
    await redis.lpush(`${system.system}:failed:${client.clientId}`, ...texts)
    expect((await rowsOf()).map(({ at }) => at)).toEqual([kept[1]])
  })

  test('and without those that a later version has remembered in its own form', async () => {
    await redis.lpush(
      `${system.system}:failed:${client.clientId}`,
      JSON.stringify({ at: 'later', error: 'payment_due' }),
    )
    await send('/Item/NONE')
    expect(await untilRows(1)).toMatchObject([{ path: '/Item/NONE' }])
  })
})

describe('Requests of another client', () => {
  test('are told to those who may read clients, and to nobody else', async () => {
    await send('/Item/NOTHING')
    await untilRows(1)
    const other = await system.createClient({ permissions: [11] })
    expect(await rowsOf('', other)).toEqual([])
    const refused = await send(`/Requests?client=${client.clientId}`, {}, other)
    expect([refused.status, await refused.json()]).toMatchObject([403, { message: 'Insufficient permissions.' }])
    const reader = await system.createClient({ permissions: [9014] })
    expect(await rowsOf(`?client=${client.clientId}`, reader)).toHaveLength(1)
  })
})

test('Of requests beyond the rate limit the first is remembered, so that they do not push out the others', async () => {
  await using narrow = await startSystem({ services: ['gateway', 'auth'], rateLimitPerMinute: 2 })
  const { token, clientId } = await narrow.createClient()
  const ask = () => fetch(`${narrow.url}/Nothing`, { headers: { Authorization: `Bearer ${token}` } })
  const statuses: number[] = []
  for (let request = 1; request <= 5; request++) statuses.push((await ask()).status)
  expect(statuses).toEqual([404, 404, 429, 429, 429])
  const kept = () => redis.lrange(`${narrow.system}:failed:${clientId}`, 0, -1)
  await vi.waitFor(async () => expect(await kept()).toHaveLength(3))
  expect((await kept()).map((text) => JSON.parse(text).status)).toEqual([429, 404, 404])
})

test('Without Redis requests are refused as ever, and the list is 503', async () => {
  await using alone = await startSystem({ services: ['gateway', 'auth'], redisUrl: 'redis://127.0.0.1:1' })
  const { token } = await alone.createClient()
  const ask = (path: string) => fetch(alone.url + path, { headers: { Authorization: `Bearer ${token}` } })
  expect((await ask('/Nothing')).status).toBe(404)
  expect((await ask('/Requests')).status).toBe(503)
})
