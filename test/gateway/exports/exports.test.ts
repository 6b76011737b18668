import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { parse } from 'csv-parse/sync'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { serverUrl, startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

/** More than the part that is read at once, and more bytes than the buffers between gateway and client take. */
const LOTS = 2_500
const REMARK = 'x'.repeat(4_000)

/** Text that a spreadsheet takes for a formula, besides the item's description. */
const FORMULAS = { spot: '-1', serial: '+1', remark: '@SUM(A1)' }

let system: TestSystem
let client: TestClient
let shortID: string
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'inventory', 'gateway'], exportStallMs: 4_000 })
  await registerBasics(system.call)
  client = await system.createClient()
  shortID = (await client.call(catalog.createItem, anItem({ description: '=HYPERLINK("x")' }))).shortID
  const { recNo } = await client.call(inventory.receive, aReceipt({ itemID: shortID, ...FORMULAS }))
  const dbName = `${system.system}-inventory`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  const lots = database.collection<{ _id: number }>('lots')
  const lot = await lots.findOne({ _id: recNo })
  const copies = Array.from({ length: LOTS - 1 }, (_, index) => ({
    ...lot,
    _id: recNo + 10_000 + index,
    remark: REMARK,
  }))
  await lots.insertMany(copies)
  await database.close()
})
afterAll(() => system[Symbol.asyncDispose]())

const get = (path: string, accept: string, token = client.token) =>
  fetch(`${system.url}${path}`, { headers: { accept, authorization: `Bearer ${token}` } })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const receive = () => client.call(inventory.receive, aReceipt({ itemID: shortID }))

test('an export has every record once, though stock is written meanwhile, and an end mark', async () => {
  const answer = await get('/Inventory?sort=units&pageSize=10', 'application/x-ndjson')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(answer.headers.get('x-ratelimit-cost')).toBe('10')
  const [text] = await Promise.all([answer.text(), receive(), receive(), receive()])
  const lines = text.trimEnd().split('\n')
  const end = lines.pop() ?? ''
  const recNos = lines.map((line) => JSON.parse(line).recNo)
  expect(new Set(recNos).size).toBe(recNos.length)
  expect(recNos.length).toBeGreaterThanOrEqual(LOTS)
  const digest = sha256(text.slice(0, -end.length - 1))
  expect(JSON.parse(end)).toEqual({ end: true, count: recNos.length, sha256: digest })
  const one = await client.call(inventory.getLot, { recno: recNos[0] })
  expect(one).toMatchObject(JSON.parse(lines[0] ?? ''))
})

test('a CSV export has a header, an end mark, numbers as they are, and no cell that a spreadsheet takes for a formula', async () => {
  const text = await (await get(`/Inventory?itemID=${shortID}`, 'text/csv')).text()
  const [header = [], first = [], ...rest] = parse(text, { relax_column_count: true })
  const cell = (name: string) => first[header.indexOf(name)]
  expect(['description', 'spot', 'serial', 'remark', 'units', 'hold'].map(cell)).toEqual([
    ...[`'=HYPERLINK("x")`, "'-1", "'+1", "'@SUM(A1)"],
    ...['10', 'false'],
  ])
  const end = rest.pop() ?? []
  const marked = text.slice(0, text.lastIndexOf('#end'))
  expect(end).toEqual(['#end', String(rest.length + 1), sha256(marked)])
})

test.each([
  '/Item',
  '/Inventory/StockLevels?search=hyperlink',
  '/Inventory/Transactions',
  '/Warehouse',
  '/Customer/All',
  '/PurchaseOrder',
])('%s can be exported', async (path) => {
  const text = await (await get(path, 'application/x-ndjson')).text()
  const page: { readonly totalCount: number } = JSON.parse(await (await get(path, 'application/json')).text())
  const lines = text.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, count: page.totalCount })
  expect(lines).toHaveLength(page.totalCount + 1)
})

test('an error before the first record is the error object, and any other Accept gets a page', async () => {
  const missing = await get('/Inventory/4711', 'text/csv')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toMatchObject({ error: 'not_found' })
  for (const accept of ['*/*', 'text/html, */*;q=0.5', 'application/json, text/csv;q=0.9'])
    expect(await (await get('/Warehouse', accept)).json()).toHaveProperty('totalCount')
})

test('a client that stops reading is released', async () => {
  const { hostname, port } = new URL(system.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  const headers = [
    'Host: x',
    'Connection: close',
    'Accept: application/x-ndjson',
    `Authorization: Bearer ${client.token}`,
  ]
  socket.write(`GET /api/v1/Inventory HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const released = () => system.logLines.filter(({ msg }) => msg === 'An export was not finished').length
  await expect.poll(released, { timeout: 25_000, interval: 100 }).toBe(1)
  let received = ''
  for await (const chunk of socket) received = (received + chunk).slice(-200)
  expect(received).not.toContain('"end":true')
})

test('an export that fails half way ends without the end mark', async () => {
  const dbName = `${system.system}-inventory`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  onTestFinished(() => database.close())
  const lots = database.collection<{ _id: number; units?: unknown }>('lots')
  const [last] = await lots.find().sort({ _id: -1 }).limit(1).toArray()
  // The last part has a lot that cannot be read.
  await lots.insertOne({ ...last, _id: Number(last?._id) + 1, units: 'many' })
  const { status, body } = await get('/Inventory', 'application/x-ndjson')
  expect(status).toBe(200)
  let received = ''
  const read = async () => {
    for await (const chunk of body ?? []) received += Buffer.from(chunk).toString()
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(received.split('\n').length).toBeGreaterThan(500)
  expect(received).not.toContain('"end":true')
})
