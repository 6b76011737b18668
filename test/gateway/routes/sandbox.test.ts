import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anItem, unique } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['gateway', 'auth', 'catalog', 'inventory'], isSandbox: true })
  await registerBasics(system.call)
  client = await system.createClient()
  await client.api.catalog.createItem(anItem({ shortID: 'BOLT' }))
})
afterAll(() => system?.[Symbol.asyncDispose]())

const send = (path: string, init: RequestInit = {}, { url, token }: { url: string; token: string } = at()) =>
  fetch(`${url}${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } })
const at = () => ({ url: system.url, token: client.token })

const receive = (fault: string, key = unique('key'), units = 5) =>
  send('/Inventory/Receive', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, 'X-Sandbox-Fault': fault },
    body: JSON.stringify({ itemID: 'BOLT', units, wid: 1, reasonCode: 10 }),
  })

/** What is recorded for a key: whether it was done. */
async function wasDone(key: string): Promise<boolean> {
  const { status } = await send(`/Operations/${key}`)
  return status === 200
}

describe('A request in the sandbox gets the fault that it asks for', () => {
  test.each([
    ['503', 503, 'service_unavailable', false],
    ['504-lost', 504, 'outcome_unknown', false],
    ['504-done', 504, 'outcome_unknown', true],
  ] as const)('%s: the status, the words and whether it is done', async (fault, status, error, isDone) => {
    const key = unique('key')
    const answer = await receive(fault, key)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Retry-After')).toBe('1')
    expect(await answer.json()).toMatchObject({ statusCode: status, error })
    expect(await wasDone(key)).toBe(isDone)
  })

  test('429: the message alone, as of the rate limit', async () => {
    const key = unique('key')
    const answer = await receive('429', key)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '1'])
    const limit = answer.headers.get('X-RateLimit-Limit')
    expect(await answer.json()).toEqual({ message: `Rate limit exceeded. Maximum ${limit} requests per minute.` })
    expect(await wasDone(key)).toBe(false)
  })

  test('cut: the connection ends without a response, and it is done', async () => {
    const key = unique('key')
    await expect(receive('cut', key)).rejects.toThrow('fetch failed')
    expect(await wasDone(key)).toBe(true)
  })

  test('slow: it is done at once, and answered so much later', async () => {
    const key = unique('key')
    const slow = receive('slow=2s', key)
    let isAnswered = false
    void slow.then(() => {
      isAnswered = true
    })
    await vi.waitFor(async () => expect(await wasDone(key)).toBe(true))
    expect(isAnswered).toBe(false)
    expect((await slow).status).toBe(201)
  })

  test('slow: others are served as if it were not there', async () => {
    // A few at once, which is no load: all of them are done, and held back.
    for (let count = 0; count < 10; count++) {
      const keys = Array.from({ length: 8 }, () => unique('key'))
      for (const key of keys) receive('slow=30s', key).catch(() => undefined)
      await expect.poll(async () => (await Promise.all(keys.map(wasDone))).every(Boolean)).toBe(true)
    }
    const quick = await Promise.all(Array.from({ length: 20 }, () => send('/Warehouse')))
    expect(quick.map(({ status }) => status)).toEqual(quick.map(() => 200))
    expect((await receive('slow=1s')).status).toBe(201)
  })

  test('only so often as it says, for the same key: then a repeat gets the response that was lost', async () => {
    const key = unique('key')
    expect((await receive('504-done;times=2', key)).status).toBe(504)
    expect((await receive('504-done;times=2', key)).status).toBe(504)
    const third = await receive('504-done;times=2', key)
    expect([third.status, third.headers.get('Idempotent-Replayed')]).toEqual([201, 'true'])
    expect((await receive('504-done;times=2')).status).toBe(504)
  })

  test('after the checks of a real request: what is refused anyway is refused as ever', async () => {
    const headers = { 'X-Sandbox-Fault': '503' }
    expect((await send('/Item', { headers }, { ...at(), token: 'none' })).status).toBe(401)
    expect((await receive('504-done', unique('key'), 0)).status).toBe(400)
  })
})

test.each(['', '502', 'slow', 'slow=0s', 'slow=31s', 'slow=1', '503;times=0', '503;times=10', 'cut,503'])(
  'A fault that does not exist is refused: %j',
  async (fault) => {
    const key = unique('key')
    const answer = await receive(fault, key)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'bad_request', message: expect.stringContaining('slow=30s') })
    expect(await wasDone(key)).toBe(false)
  },
)

test('A fault for some requests of a key is refused without a key', async () => {
  const answer = await send('/Warehouse', { headers: { 'X-Sandbox-Fault': '503;times=1' } })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'A fault with ;times= needs an Idempotency-Key.' })
})

test('Every response of a sandbox says so', async () => {
  const paths = ['/Warehouse', '/Nothing', '/openapi.json', '/../../docs']
  const said = await Promise.all(paths.map(async (path) => (await send(path)).headers.get('X-Sandbox')))
  expect(said).toEqual(paths.map(() => 'on'))
})

describe('Without a sandbox', () => {
  test('a fault is ignored and named, and no response speaks of a sandbox', async () => {
    await using real = await startSystem({ services: ['gateway', 'auth', 'catalog', 'inventory'] })
    await registerBasics(real.call)
    const { token } = await real.createClient()
    const place = { url: real.url, token }
    const answer = await send('/Warehouse', { headers: { 'X-Sandbox-Fault': '503' } }, place)
    const named = ['X-Ignored-Headers', 'X-Sandbox'].map((name) => answer.headers.get(name))
    expect([answer.status, ...named]).toEqual([200, 'X-Sandbox-Fault', null])
    expect((await send('/Warehouse', {}, place)).headers.get('X-Ignored-Headers')).toBeNull()
  })
})
