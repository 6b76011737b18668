import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anItem, aReceipt, unique } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
let itemID: string
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'inventory', 'gateway'] })
  await registerBasics(system.call)
  client = await system.createClient()
  itemID = anItem().shortID
  await client.api
    .raw('POST', '/Item')
    .send({ ...anItem(), shortID: itemID })
    .expect(201)
})
afterAll(() => system[Symbol.asyncDispose]())

const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
  const { status, headers, body: answer } = await client.api.raw(method, path).send(body)
  return { status, ignored: headers['x-ignored-fields'], answer }
}

describe('A member of a body that the operation does not know', () => {
  it('is ignored, and named in the response and in the log line', async () => {
    const id = unique('request')
    const answer = await client.api
      .raw('PUT', '/Item')
      .set('x-request-id', id)
      .send({ shortID: itemID, descripton: 'Typing error', Category: 7 })
    expect(answer).toMatchObject({ status: 200, body: { shortID: itemID, status: 'unchanged' } })
    expect(answer.headers['x-ignored-fields']).toBe('descripton, Category')
    const line = system.logLines.find(({ requestId, msg }) => requestId === id && msg === 'Request')
    expect(line).toMatchObject({ ignoredFields: 'descripton, Category' })
  })

  it('is named with its place in lists', async () => {
    const vendor = unique('VENDOR')
    expect(await send('POST', '/Vendor', { shortID: vendor, name: vendor })).toMatchObject({ status: 201 })
    const poNo = unique('PO')
    const line = { shortID: itemID, units: 5, warehouse: 1 }
    expect(await send('POST', '/PurchaseOrder', { poNo, vendor, lines: [line] })).toMatchObject({ status: 201 })
    const lines = [{ lineNo: 1 }, { ...line, lineNo: 2, closedShort: true }]
    expect(await send('PUT', `/PurchaseOrder/${poNo}`, { lines })).toMatchObject({
      status: 200,
      ignored: 'lines[1].closedShort',
    })
  })

  it('is named beside the errors of the others', async () => {
    const { status, ignored, answer } = await send('POST', '/Inventory/Receive', { itemId: itemID, units: 5 })
    expect({ status, ignored }).toEqual({ status: 400, ignored: 'itemId' })
    expect(answer.details.itemID).toEqual(['The itemID field is required.'])
  })

  it('is named for dry runs and in the lines of batches', async () => {
    const receipt = { ...aReceipt({ itemID }), colour: 'red' }
    expect(await send('POST', '/Inventory/Receive?dryRun=true', receipt)).toMatchObject({
      status: 200,
      ignored: 'colour',
      answer: { status: 'planned' },
    })
    const batch = {
      mode: 'perLine',
      lines: [aReceipt({ itemID }), receipt].map((line) => ({ action: 'receive', ...line })),
    }
    for (const query of ['?dryRun=true', ''])
      expect(await send('POST', `/Inventory/Batch${query}`, batch)).toMatchObject({
        status: 200,
        ignored: 'lines[1].colour',
      })
  })

  it('is named if it belongs in the query: dryRun in the body makes no dry run', async () => {
    expect(await send('POST', '/Inventory/Receive', { ...aReceipt({ itemID }), dryRun: true })).toMatchObject({
      status: 201,
      ignored: 'dryRun',
    })
  })

  it('is named in visible ASCII, and the header stays short', async () => {
    const odd = { shortID: itemID, 'café,\r\nX-Evil: 1': 1, b: 2, '\ud800': 3 }
    expect((await send('PUT', '/Item', odd)).ignored).toBe('caf%C3%A9%2C%0D%0AX-Evil%3A%201, b, %EF%BF%BD')
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`field${number}`, 1]))
    const { ignored = '' } = await send('PUT', '/Item', { shortID: itemID, ...many })
    expect(ignored).toMatch(/^field0, field1, .*, \.\.\.$/)
    expect(ignored.length).toBeLessThanOrEqual(1_000)
  })
})

describe('A PUT that changes nothing says so', () => {
  it('of an item, whose time of change stays', async () => {
    const item = anItem({ units: 2.5 })
    const { answer: created } = await send('POST', '/Item', item)
    expect(await send('PUT', '/Item', item)).toEqual({
      status: 200,
      ignored: undefined,
      answer: { shortID: item.shortID, status: 'unchanged' },
    })
    const { body } = await client.api.raw('GET', `/Item/${item.shortID}`)
    expect(body.modified).toBe(created.modified)
    expect(await send('PUT', '/Item', { ...item, units: 3 })).toMatchObject({ answer: { status: 'updated' } })
  })

  it('of a lot', async () => {
    const { answer: lot } = await send('POST', '/Inventory/Receive', aReceipt({ itemID, units: 5 }))
    expect(await send('PUT', `/Inventory/Lot/${lot.recNo}`, { units: 99 })).toMatchObject({
      status: 200,
      ignored: 'units',
      answer: { status: 'unchanged', transactionNo: null, amended: [] },
    })
    expect(await send('PUT', `/Inventory/Lot/${lot.recNo}`, { remark: 'Pallet 3' })).toMatchObject({
      ignored: undefined,
      answer: { status: 'amended' },
    })
  })
})
