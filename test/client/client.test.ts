import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createInventoryClient, type InventoryClientOptions, InventoryError } from '../../client/src/index.ts'
import { keyIsRunning } from '../../shared/contract/core/errors.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'

const root = new URL('../..', import.meta.url).pathname
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

let system: TestSystem
let owner: TestClient
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  owner = await system.createClient()
  await owner.api.catalog.createItem(anItem({ shortID: 'BOLT-M6-30' }))
})
afterAll(() => system[Symbol.asyncDispose]())

interface Sent {
  readonly path: string
  readonly status: number | undefined
  readonly key: string | null
}

/** What happens to one request instead of, or after, its being sent. */
type Misfortune = (request: Request, send: () => Promise<Response>) => Promise<Response>

/** A client whose requests are recorded; each misfortune befalls one of those that are no token request, in turn. */
function aClient(misfortunes: readonly Misfortune[] = [], options: Partial<InventoryClientOptions> = {}) {
  const sent: Sent[] = []
  const waits: number[] = []
  const left = [...misfortunes]
  const client = createInventoryClient({
    baseUrl: system.url,
    clientId: owner.clientId,
    clientSecret: owner.clientSecret,
    wait: async (ms) => waits.push(ms),
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace('/api/v1', '')
      const key = request.headers.get('idempotency-key')
      const send = () => fetch(request)
      const misfortune = path === '/Token' ? undefined : left.shift()
      const index = sent.push({ path, key, status: undefined }) - 1
      const answer = await (misfortune ? misfortune(request, send) : send())
      sent[index] = { path, key, status: answer.status }
      return answer
    },
    ...options,
  })
  return { client, sent, waits, writes: () => sent.filter(({ path }) => path !== '/Token') }
}

const refuse =
  (status: number, headers: Record<string, string> = {}): Misfortune =>
  async () =>
    Response.json({ message: 'Not now' }, { status, headers })
/** The service does it, and the response is lost on its way. */
const loseResponse =
  (status: number): Misfortune =>
  async (_request, send) => {
    expect((await send()).status).toBe(201)
    return Response.json({ statusCode: status, error: 'outcome_unknown', message: '' }, { status })
  }

describe('The token', () => {
  test('is fetched once for requests that begin together, and kept', async () => {
    const { client, sent } = aClient()
    await Promise.all([client.GET('/Warehouse'), client.GET('/ReasonCode')])
    expect((await client.GET('/Warehouse')).data?.totalCount).toBe(3)
    expect(sent.filter(({ path }) => path === '/Token')).toHaveLength(1)
  })

  test('is replaced after a refusal, and the request is sent again', async () => {
    const forget: Misfortune = (request) => {
      const spoilt = new Request(request)
      spoilt.headers.set('Authorization', 'Bearer nonsense')
      return fetch(spoilt)
    }
    const { client, sent } = aClient([forget])
    expect((await client.GET('/Warehouse')).response.status).toBe(200)
    expect(sent.map(({ path, status }) => [path, status])).toEqual([
      ['/Token', 200],
      ['/Warehouse', 401],
      ['/Token', 200],
      ['/Warehouse', 200],
    ])
  })

  test('is renewed once it has expired, before its next use', async () => {
    let tokens = 0
    const expireAtOnce = async (request: Request) => {
      const answer = await fetch(request)
      if (!request.url.endsWith('/Token')) return answer
      tokens++
      return Response.json({ ...Object(await answer.json()), expires_in: 0 })
    }
    const { client } = aClient([], { fetch: expireAtOnce })
    expect((await client.GET('/Warehouse')).response.status).toBe(200)
    expect((await client.GET('/Warehouse')).response.status).toBe(200)
    expect(tokens).toBe(2)
  })

  test('cannot be fetched with a wrong secret: the error says so', async () => {
    const { client } = aClient([], { clientSecret: 'wrong' })
    await expect(client.GET('/Warehouse')).rejects.toMatchObject({
      name: 'InventoryError',
      statusCode: 401,
      code: 'unauthorized',
      message: 'Client authentication failed.',
    })
  })
})

describe('A write', () => {
  const receive = ({ client }: ReturnType<typeof aClient>) =>
    client.POST('/Inventory/Receive', { body: { itemID: 'BOLT-M6-30', units: 3, wid: 1, reasonCode: 10 } })
  const lotCount = async () => (await owner.api.inventory.listLots({ itemID: 'BOLT-M6-30' })).body.totalCount

  test.each([
    ['504', loseResponse(504)],
    ['503', loseResponse(503)],
    [
      'a broken connection',
      async (_request: Request, send: () => Promise<Response>) => {
        await send()
        throw new TypeError('terminated')
      },
    ],
  ])(
    'takes effect once if its response is lost as %s: the client repeats it with the same key',
    async (_what, misfortune) => {
      const before = await lotCount()
      const tried = aClient([misfortune])
      const { data, response } = await receive(tried)
      expect(data?.status).toBe('received')
      expect(response.headers.get('Idempotent-Replayed')).toBe('true')
      expect(tried.writes()).toHaveLength(2)
      expect(new Set(tried.writes().map(({ key }) => key))).toEqual(new Set([expect.stringMatching(/^[\w-]{36}$/)]))
      expect(await lotCount()).toBe(before + 1)
    },
  )

  test('keeps a given key, and otherwise gets a new one each time', async () => {
    const tried = aClient()
    const body = { itemID: 'BOLT-M6-30', units: 1, wid: 1, reasonCode: 10 }
    await tried.client.POST('/Inventory/Receive', { body, headers: { 'Idempotency-Key': `mine-${system.system}` } })
    await receive(tried)
    await receive(tried)
    const [given, ...made] = tried.writes().map(({ key }) => key)
    expect(given).toBe(`mine-${system.system}`)
    expect(new Set(made).size).toBe(2)
  })

  test('is not repeated after a final refusal', async () => {
    const tried = aClient()
    const { error } = await tried.client.POST('/Item', { body: { shortID: 'BOLT-M6-30' } })
    expect(error).toMatchObject({ statusCode: 409, error: 'conflict' })
    expect(tried.writes()).toHaveLength(1)
  })

  test('is repeated after Retry-After, for 20 s beyond the attempts, while the first try runs', async () => {
    const isRunning = async () =>
      Response.json(keyIsRunning().toBody(), { status: 409, headers: { 'Retry-After': '1' } })
    const tried = aClient(Array<Misfortune>(20).fill(isRunning), { maxAttempts: 1 })
    expect((await receive(tried)).response.status).toBe(201)
    expect(tried.waits).toEqual(Array(20).fill(1_000))
    const endless = aClient(Array<Misfortune>(30).fill(isRunning), { maxAttempts: 2 })
    expect((await receive(endless)).response.status).toBe(409)
    expect(endless.writes()).toHaveLength(22)
  })

  test('is given up after the allowed attempts, with the last response', async () => {
    const tried = aClient([refuse(503), refuse(503), refuse(503)], { maxAttempts: 3 })
    expect((await receive(tried)).response.status).toBe(503)
    expect(tried.writes()).toHaveLength(3)
  })
})

describe('A spent rate limit', () => {
  test('makes the client wait for as long as Retry-After says', async () => {
    const tried = aClient([refuse(429, { 'Retry-After': '7' })])
    expect((await tried.client.GET('/Warehouse')).response.status).toBe(200)
    expect(tried.waits).toEqual([7_000])
  })

  test('of the running system has a Retry-After', async () => {
    const strict = await startSystem({ rateLimitPerMinute: 1 })
    onTestFinished(() => strict[Symbol.asyncDispose]())
    const { clientId, clientSecret } = await strict.createClient()
    const tried = aClient([], { baseUrl: strict.url, clientId, clientSecret, maxAttempts: 2 })
    await tried.client.GET('/Warehouse')
    expect((await tried.client.GET('/Warehouse')).response.status).toBe(429)
    expect(tried.waits).toEqual([expect.any(Number)])
    expect(tried.waits[0]).toBeGreaterThanOrEqual(1_000)
    expect(tried.waits[0]).toBeLessThanOrEqual(60_000)
  })
})

describe('paginate', () => {
  test('returns every record of a list, with filters and parameters in the path', async () => {
    const shortID = (await owner.api.catalog.createItem(anItem())).body.shortID
    for (const units of [1, 2, 3]) await owner.api.inventory.receive(aReceipt({ itemID: shortID, units, wid: 2 }))
    const { client, sent } = aClient()
    const units: number[] = []
    const query = { itemID: shortID, pageSize: 2 }
    for await (const lot of client.paginate('/Inventory/{wid}', { path: { wid: 2 }, query })) units.push(lot.units)
    expect(units.toSorted()).toEqual([1, 2, 3])
    expect(sent.filter(({ path }) => path === '/Inventory/2')).toHaveLength(2)
  })

  test('throws the error of a page that cannot be read', async () => {
    const walk = async () => {
      for await (const lot of aClient().client.paginate('/Inventory/{wid}', { path: { wid: 4711 } })) throw lot
    }
    await expect(walk()).rejects.toThrow(
      new InventoryError(404, { error: 'not_found', message: 'Warehouse 4711 does not exist.' }),
    )
  })
})

test('the example of the README does what it says', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(textOf('client/README.md')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'client-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'example.mjs')
  writeFileSync(file, example.replace('@inventory-service/client', join(root, 'dist/client/src/index.js')))
  const env = {
    ...process.env,
    INVENTORY_URL: system.url,
    INVENTORY_CLIENT_ID: owner.clientId,
    INVENTORY_CLIENT_SECRET: owner.clientSecret,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
  expect(stdout).toMatch(/^lot \d+ holds 250\n250 in A-01-1\n/)
  expect((await owner.api.inventory.listLots({ spot: 'A-01-1' })).body.value).toMatchObject([{ units: 250 }])
})
