import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { serverUrl, startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

/** More than the chunk that is read at once, and more bytes than the buffers between gateway and client take. */
const LOTS = 2_500
const REMARK = 'x'.repeat(4_000)

/** More than a page. */
const ORDER_LINES = 60

/** Text that a spreadsheet takes for a formula, besides the item's description. */
const FORMULAS = { spot: '-1', serial: '+1', remark: '@SUM(A1)' }

let system: TestSystem
let client: TestClient
let shortID: string
/** All lots, in the sequence of an export. */
let recNos: readonly number[]
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'inventory', 'gateway'], exportStallMs: 6_000 })
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
  recNos = [recNo, ...copies.map(({ _id }) => _id)]
  await database.close()
  const vendor = (await client.call(inventory.createVendor, { shortID: 'V', name: 'Vendor' })).shortID
  const lines = Array.from({ length: ORDER_LINES }, () => ({ shortID, units: 1, warehouse: 1 }))
  await client.call(inventory.createPurchaseOrder, { poNo: 'PO-1', vendor, lines })
})
afterAll(() => system[Symbol.asyncDispose]())

const get = (path: string, accept: string, token = client.token, method = 'GET') =>
  fetch(`${system.url}${path}`, { method, headers: { accept, authorization: `Bearer ${token}` } })
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

test('what is written between two parts makes an export skip no record', async () => {
  const answer = await get('/Inventory?hold=false', 'application/x-ndjson')
  const reader = (answer.body ?? expect.fail('No body')).pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  // The buffers are full, so later chunks have not been read; the first record is no longer one of their list.
  const hold = await client.call(inventory.hold, { recno: recNos[0] ?? 0, reasonCode: 20 })
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  await client.call(inventory.release, { recno: hold.recNo, reasonCode: 20 })
  const exported = text.trimEnd().split('\n').slice(0, -1)
  const known = new Set(recNos)
  expect(exported.map((line) => Number(JSON.parse(line).recNo)).filter((one) => known.has(one))).toEqual(recNos)
})

test('a CSV export has a header, an end mark, numbers as they are, and no cell that a spreadsheet takes for a formula', async () => {
  const text = await (await get(`/Inventory?itemID=${shortID}`, 'text/csv')).text()
  const [header = [], first = [], ...rest] = parse(text, { relax_column_count: true })
  const cell = (name: string) => first[header.indexOf(name)]
  expect(['description', 'spot', 'serial', 'remark', 'units', 'hold'].map(cell)).toEqual([
    ...[`'=HYPERLINK("x")`, "'-1", "'+1", "'@SUM(A1)"],
    ...['10', 'false'],
  ])
  expect(rest.at(-1)?.slice(0, 2)).toEqual(['#end', String(rest.length)])
})

test('the digest of a CSV export is that of its bytes before the last row', async () => {
  await client.call(inventory.receive, aReceipt({ itemID: shortID, remark: 'Zoë, "ähem"' }))
  const answer = await get(`/Inventory?itemID=${shortID}&sort=spot`, 'text/csv')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const at = bytes.lastIndexOf('#end,')
  const [, , digest] = bytes.subarray(at).toString().trimEnd().split(',')
  expect(digest).toBe(createHash('sha256').update(bytes.subarray(0, at)).digest('hex'))
})

test.each([
  '/Item',
  '/Inventory/StockLevels?search=hyperlink',
  '/Inventory/Transactions',
  '/Warehouse',
  '/Customer/All',
  '/PurchaseOrder',
  '/PurchaseOrder/PO-1/Lines',
])('%s can be exported', async (path) => {
  const text = await (await get(path, 'application/x-ndjson')).text()
  const page: { readonly totalCount: number } = JSON.parse(await (await get(path, 'application/json')).text())
  const lines = text.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, count: page.totalCount })
  expect(lines).toHaveLength(page.totalCount + 1)
})

test('an error before the first record is the error object; any other Accept gets a page, and so does HEAD', async () => {
  const missing = await get('/Inventory/4711', 'text/csv')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toMatchObject({ error: 'not_found' })
  expect((await get('/Warehouse', 'text/csv; charset=UTF-8')).headers.get('content-type')).toContain('text/csv')
  const head = await get('/Warehouse', 'text/csv', client.token, 'HEAD')
  expect([head.status, head.headers.get('x-total-count'), head.headers.get('x-ratelimit-cost')]).toEqual([
    200,
    '3',
    null,
  ])
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
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const released = () => {
    // What waits for the client must not be garbage.
    collectGarbage()
    return system.logLines.filter(({ msg }) => msg === 'An export was not finished').length
  }
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
  // The last chunk has a lot that cannot be read.
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
