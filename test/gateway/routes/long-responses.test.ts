import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGateway } from '../../../gateway/gateway.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { keep } from '../../support/keep.ts'
import { anItem } from '../../support/records/factories.ts'
import { serverUrl, startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

/** Items of a category: more than three chunks, and more bytes than the buffers between gateway and client take. */
const ITEMS = 2_503
const LARGE = 4711
const SMALL = 4712
/** As in gateway/limits/export-limit.ts. */
const MAX_EXPORTS = 4

let system: TestSystem
let client: TestClient
let items: mongoose.mongo.Collection<{ _id: number; units?: unknown }>
let shortIDs: readonly string[]
let database: mongoose.Connection
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  client = await system.createClient()
  const { partNo } = await client.call(catalog.createItem, anItem({ category: SMALL }))
  const dbName = `${system.system}-catalog`
  database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  items = database.collection('items')
  const item = await items.findOne({ _id: partNo })
  // By falling numbers, so that the sequence of shortIDs is not that of records.
  const copies = Array.from({ length: ITEMS }, (_, index) => ({
    ...item,
    _id: partNo + 100_000 - index,
    shortID: `LARGE-${String(index).padStart(5, '0')}`,
    category: LARGE,
    description: 'x'.repeat(4_000),
  }))
  shortIDs = copies.map(({ shortID }) => shortID)
  await items.insertMany(copies)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

const get = (path: string, token = client.token, headers = {}, url = system.url) =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })

test('a long category is one array, sorted by shortID, that is sent part by part', async () => {
  const answer = await get(`/Item?Category=${LARGE}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect([answer.headers.get('content-length'), answer.headers.get('etag')]).toEqual([null, null])
  const listed: { shortID: string }[] = JSON.parse(await answer.text())
  expect(listed.map(({ shortID }) => shortID)).toEqual(shortIDs)
  expect(listed[0]).toEqual(await (await get('/Item/LARGE-00000')).json())
})

test('a short category is sent at once, with an ETag; an empty one is an empty array', async () => {
  const answer = await get(`/Item?Category=${SMALL}`)
  const tag = answer.headers.get('etag') ?? ''
  expect([answer.headers.get('content-length') !== null, tag !== '']).toEqual([true, true])
  expect(await answer.json()).toHaveLength(1)
  expect((await get(`/Item?Category=${SMALL}`, client.token, { 'if-none-match': tag })).status).toBe(304)
  expect(await (await get('/Item?Category=999')).json()).toEqual([])
})

test('HEAD of a long category has its status and no body', async () => {
  const headers = { authorization: `Bearer ${client.token}` }
  const answer = await fetch(`${system.url}/Item?Category=${LARGE}`, { method: 'HEAD', headers })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('a category that fails half way is cut, so that it is no JSON', async () => {
  const at = { shortID: 'LARGE-02400' }
  const { units } = (await items.findOne(at)) ?? {}
  await items.updateOne(at, { $set: { units: 'many' } })
  const { status, body } = await get(`/Item?Category=${LARGE}`)
  expect(status).toBe(200)
  const read = async () => {
    let received = 0
    for await (const chunk of body ?? []) received += chunk.length
    return received
  }
  await expect(read()).rejects.toThrow('terminated')
  await items.updateOne(at, { $set: { units } })
})

test('a client has at most four exports at once, whichever gateway it asks; a further one is 429, and others get theirs', async () => {
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const { hostname, port } = new URL(system.url)
  for (let count = 0; count < MAX_EXPORTS; count++) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    const headers = `Host: x\r\nAccept: text/csv\r\nAuthorization: Bearer ${client.token}`
    socket.write(`GET /api/v1/Item HTTP/1.1\r\n${headers}\r\n\r\n`)
    // Its first bytes have come; the rest waits for the client.
    await once(socket, 'readable')
  }
  const refused = await get('/Item', client.token, { accept: 'application/x-ndjson' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect(refused.headers.get('x-ratelimit-cost')).toBeNull()
  expect(await refused.json()).toEqual({ message: 'Too many exports. Maximum 4 at once.' })
  expect((await get(`/Item?Category=${LARGE}`)).status).toBe(429)
  expect((await get(`/Item?Category=${SMALL}`)).status).toBe(200)
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), redisUrl: serverUrl('REDIS_URL') }
  const ofSystem = {
    system: system.system,
    keys: system.keysOf('gateway'),
    storageSecret: system.storageSecret,
    rateLimitPerMinute: 1_000,
    port: 0,
    host: '127.0.0.1',
  }
  const second = keep(await createGateway({ ...servers, ...ofSystem }, createCapturedLog().log))
  const secondUrl = `http://127.0.0.1:${second.port}/api/v1`
  expect((await get(`/Item?Category=${LARGE}`, client.token, {}, secondUrl)).status).toBe(429)
  const other = await system.createClient()
  expect((await get(`/Item?Category=${LARGE}`, other.token)).status).toBe(200)
  sockets[0]?.destroy()
  const again = async () => (await get('/Item?search=LARGE-00000', client.token, { accept: 'text/csv' })).status
  await expect.poll(again, { timeout: 10_000, interval: 100 }).toBe(200)
})
