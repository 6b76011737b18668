import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../../../../shared/contract/core/access.ts'
import { anItem, aReceipt, unique } from '../../../support/records/factories.ts'
import { registerBasics } from '../../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../../support/system/system.ts'
import { type Body, sendWrite, type Write } from './send-write.ts'

let system: TestSystem
let client: TestClient
let shortID: string

beforeAll(async () => {
  system = await startSystem({ services: ['gateway', 'auth', 'catalog', 'inventory'] })
  await registerBasics(system.call)
  client = await system.createClient()
  shortID = (await client.api.catalog.createItem(anItem())).body.shortID
})
afterAll(() => system?.[Symbol.asyncDispose]())

const send = (name: Write, input: Body, headers?: Record<string, string>, query?: string) =>
  sendWrite({ url: system.url, token: client.token }, name, input, headers, query)
const dryRun = (name: Write, input: Body) => send(name, input, {}, '?dryRun=true')
const line = (units: number, more: Body = {}) => ({ shortID, units, warehouse: 1, ...more })

describe('A write of a document whose effect is no longer that of its dry run is 409, and nothing is done', () => {
  /** A dry run, then what happens meanwhile, then the write. */
  async function playChanged(name: Write, input: Body, meanwhile: () => Promise<unknown>, sent = input) {
    const { plan } = await dryRun(name, input)
    await meanwhile()
    return send(name, sent, { 'If-Plan-Match': plan ?? '' })
  }
  const nothing = async () => undefined

  test('a transit whose lots are others now', async () => {
    const itemID = (await client.api.catalog.createItem(anItem())).body.shortID
    const { recNo } = (await client.api.inventory.receive(aReceipt({ itemID, units: 3 }))).body
    const other = (await client.api.inventory.receive(aReceipt({ itemID, units: 9 }))).body
    const issue = { itemID, units: 2, wid: 1, reasonCode: 20 }
    const ship = { wid: 1, shipToWid: 2, lines: [{ itemID, units: 3 }] }
    const answer = await playChanged('shipTransit', ship, () => client.api.inventory.issue(issue))
    expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(answer.body.message).toContain(`Planned: lot ${recNo}: 3 to warehouse 2`)
    expect(answer.body.message).toContain(`Now: lot ${recNo}: 1 to warehouse 2`)
    expect(answer.body.message).toContain(`lot ${other.recNo}: -2`)
    expect((await client.api.inventory.listTransits({ shortID: itemID })).body.totalCount).toBe(0)
  })

  test('an order that gets less stock', async () => {
    const itemID = (await client.api.catalog.createItem(anItem())).body.shortID
    const customer = unique('CUSTOMER')
    await client.api.inventory.createCustomer({ shortID: customer, name: customer })
    await client.api.inventory.receive(aReceipt({ itemID, units: 5 }))
    const order = { soNo: unique('SO'), customer, lines: [line(5, { shortID: itemID })] }
    const sold = () => client.api.inventory.issue({ itemID, units: 1, wid: 1, reasonCode: 20 })
    expect(await playChanged('createShippingOrder', order, sold)).toMatchObject({ status: 409 })
    expect(await send('getShippingOrder', { soNo: order.soNo })).toMatchObject({ status: 404 })
  })

  test('an order of another vendor, or of other units, than was planned', async () => {
    const [vendor, other] = [unique('VENDOR'), unique('VENDOR')]
    for (const one of [vendor, other]) await client.api.inventory.createVendor({ shortID: one, name: one })
    const order = { vendor, lines: [line(5)] }
    for (const sent of [
      { ...order, vendor: other },
      { ...order, lines: [line(6)] },
    ])
      expect(await playChanged('createPurchaseOrder', order, nothing, sent)).toMatchObject({ status: 409 })
    expect(await playChanged('createPurchaseOrder', order, nothing)).toMatchObject({ status: 201 })
  })

  test('who counts blind learns nothing of the books by an X-Plan, which is a digest that could be guessed', async () => {
    const itemID = (await client.api.catalog.createItem(anItem())).body.shortID
    await client.api.inventory.receive(aReceipt({ itemID, units: 7, spot: 'BLIND-1' }))
    const { token } = await system.createClient({ permissions: [permissions.countStock] })
    const asCounter = (name: Write, input: Body) =>
      sendWrite({ url: system.url, token }, name, input, {}, '?dryRun=true')
    const count = { wid: 1, spots: ['BLIND-1'] }
    expect(await asCounter('createCount', count)).toMatchObject({ status: 200, plan: null })
    const { countNo } = (await client.api.inventory.createCount(count)).body
    const line = await asCounter('countLine', { countNo, lineNo: 1, counted: 5 })
    expect(line).toMatchObject({ status: 200, plan: null, body: { counted: 5, expected: null } })
  })

  test('a plan of a count that is posted in parts is refused', async () => {
    const answer = await send('postCount', { countNo: 'CC-1', reasonIn: 10, reasonOut: 20 }, { 'If-Plan-Match': 'p1' })
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'This request has no plan that If-Plan-Match could name.' },
    })
  })
})

test('dry runs use no number: the next order has the one after the last', async () => {
  const order = { description: 'Table', lines: [line(1)] }
  const numberOf = ({ body }: { readonly body: Body }) => Number(/\d+$/.exec(String(body.woNo))?.[0])
  const first = numberOf(await send('createWorkOrder', order))
  for (let repeat = 0; repeat < 3; repeat++) expect((await dryRun('createWorkOrder', order)).body.woNo).toBe('')
  expect(numberOf(await send('createWorkOrder', order))).toBe(first + 1)
})
