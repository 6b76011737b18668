import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../../documents/purchase/purchase-world.ts'
import { startStockWorld } from '../../stock-world.ts'

let world: PurchaseWorld
let database: Connection
let poNo: string
let soNo: string
let woNo: string
beforeAll(async () => {
  world = await startPurchaseWorld([], startStockWorld)
  database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-inventory` })
    .asPromise()
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  const order = [bolt, bolt, nut].map((shortID) => ({
    shortID,
    units: 10,
    unitPrice: 0.1,
    warehouse: 1,
    overReceipt: 50,
  }))
  poNo = (await world.create(order)).poNo
  const { transactionNo } = await world.receiveLine(bolt, 4, poNo, 1)
  await world.receiveLine(bolt, 2.5, poNo, 1)
  await world.call(inventory.reverse, { transactionNo })
  await world.receiveLine(bolt, 12, poNo, 2)
  await world.ofOrder(poNo).update({ lines: [{ lineNo: 3, close: true, reason: 'late' }] })
  const { shortID: customer } = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const lines = [9, 20, 1].map((units) => ({ itemID: bolt, units, wid: 1 }))
  soNo = (await world.call(inventory.createShippingOrder, { customer, lines })).soNo
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 5 }] })
  await world.call(inventory.shipShippingOrder, { soNo })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 3 }] })
  const screw = await world.newItem()
  await world.receive(screw, 100)
  const components = [10, 20].map((units) => ({ shortID: screw, units, warehouse: 1 }))
  woNo = (await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: components })).woNo
  await world.issue(screw, 2.5, { reference: woNo, line: 1 })
  await world.issue(screw, 4, { reference: woNo, line: 1 })
  const scrapped = await world.issue(screw, 3, { reference: woNo, line: 1 })
  await world.call(inventory.reverse, { transactionNo: scrapped.transactionNo })
  await world.issue(screw, 1, { reference: woNo })
})
afterAll(async () => {
  await database?.close()
  await world?.[Symbol.asyncDispose]()
})

const decimal = (text: string) => mongoose.Types.Decimal128.fromString(text)
type Stored = { readonly _id: string }

/** A document, and what it is changed to, if it is not removed. */
type Change = readonly [collection: string, _id: string, changes: object | undefined]

/** The differences that reconcile finds while documents are other ones, or gone; their page indexes, which differ too, are left out. */
async function differencesWithAll(changes: readonly Change[]) {
  const changed = changes.map(async ([collection, _id, set]) => {
    const documents = database.collection<Stored>(collection)
    const before = await documents.findOne({ _id })
    if (!before) throw new Error(`There is no ${_id} in ${collection}`)
    if (set) await documents.updateOne({ _id }, { $set: set })
    else await documents.deleteOne({ _id })
    return () => documents.replaceOne({ _id }, before, { upsert: true })
  })
  const restore = await Promise.all(changed)
  const { differences } = await world.reconcile()
  await Promise.all(restore.map((one) => one()))
  return differences.filter(({ what }) => !what.includes('PageIndex'))
}

const differencesWith = (...change: Change) => differencesWithAll([change])

test('orders that were received or issued in parts, reversed, closed short, packed, shipped and backordered agree with their lines', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
  expect(await world.ofOrder(poNo).get()).toMatchObject({ status: 'Partial', totalValue: 3 })
})

/** What an order says of itself, when it is right. */
const rights = {
  purchaseOrders: /^status Partial, totalLines 3, openLines 1, receivedLines 2, totalValue 3, wids 1, partNos \d+,\d+$/,
  shippingOrders: /^status Partial, totalLines 3, openLines 3, startedLines 1, wids 1, partNos \d+$/,
  workOrders: /^status In Progress, totalLines 2, wids 1, partNos \d+$/,
}
type Collection = keyof typeof rights
type Wrong = Partial<Record<Collection, readonly [changes: object, found: RegExp]>>

test.each<[string, Wrong]>([
  [
    'status',
    {
      purchaseOrders: [{ status: 'Open' }, /^status Open, /],
      shippingOrders: [{ status: 'Closed' }, /^status Closed, /],
      workOrders: [{ status: 'Open' }, /^status Open, /],
    },
  ],
  [
    'number of open lines',
    {
      purchaseOrders: [{ openLines: 2 }, / openLines 2, /],
      shippingOrders: [{ openLines: 0 }, / openLines 0, /],
    },
  ],
  [
    'number of received or started lines',
    {
      purchaseOrders: [{ receivedLines: 3 }, / receivedLines 3, /],
      shippingOrders: [{ startedLines: 3 }, / startedLines 3, /],
    },
  ],
  [
    'number of lines',
    {
      purchaseOrders: [{ totalLines: 4 }, / totalLines 4, /],
      shippingOrders: [{ totalLines: 2 }, / totalLines 2, /],
      workOrders: [{ totalLines: 3 }, / totalLines 3, /],
    },
  ],
  ['value', { purchaseOrders: [{ totalValue: decimal('2.99') }, / totalValue 2.99, /] }],
  [
    'warehouses',
    {
      purchaseOrders: [{ wids: [1, 2] }, / wids 1,2, /],
      shippingOrders: [{ wids: [1, 2] }, / wids 1,2, /],
      workOrders: [{ wids: [1, 2] }, / wids 1,2, /],
    },
  ],
  [
    'items',
    {
      purchaseOrders: [{ partNos: [1] }, / partNos 1$/],
      shippingOrders: [{ partNos: [4711] }, / partNos 4711$/],
      workOrders: [{ partNos: [4711] }, / partNos 4711$/],
    },
  ],
])('orders with a wrong %s are found', async (_, wrong) => {
  const numbers = { purchaseOrders: poNo, shippingOrders: soNo, workOrders: woNo }
  const names = { purchaseOrders: 'purchase order', shippingOrders: 'shipping order', workOrders: 'work order' }
  // Object.entries loses the type of the keys.
  const cases = Object.entries(wrong) as [Collection, readonly [object, RegExp]][]
  const found = await differencesWithAll(cases.map(([of, [changes]]) => [of, numbers[of], changes]))
  expect(found).toHaveLength(cases.length)
  expect(found).toEqual(
    expect.arrayContaining(
      cases.map(([of, [, text]]) => ({
        what: `${names[of]} ${numbers[of]}`,
        expected: expect.stringMatching(rights[of]),
        found: expect.stringMatching(text),
      })),
    ),
  )
})

test('a component is found if its completed units differ from the ledger, or if it is open while its order is closed or the reverse', async () => {
  const differencesOf = (lineNo: number, changes: object) =>
    differencesWith('workOrderLines', `${woNo}/${lineNo}`, changes)
  const [first, second] = [1, 2].map((lineNo) => `line ${lineNo} of work order ${woNo}`)
  expect(await differencesOf(1, { completed: decimal('9.5') })).toEqual([
    { what: `completed of ${first}`, expected: '6.5', found: '9.5' },
  ])
  expect(await differencesOf(2, { completed: decimal('1') })).toEqual([
    { what: `completed of ${second}`, expected: '0', found: '1' },
  ])
  expect(await differencesOf(1, { created: new Date() })).toEqual([
    { what: `completed of ${first}`, expected: '0', found: '6.5' },
  ])
  expect(await differencesOf(2, { isClosed: true })).toEqual([
    { what: `end of ${second}`, expected: 'false', found: 'true' },
  ])
})

test('a purchase line whose units differ from the ledger or from one another is found', async () => {
  const name = `line 1 of purchase order ${poNo}`
  expect(await differencesWith('purchaseOrderLines', `${poNo}/1`, { received: decimal('6.5') })).toEqual([
    { what: `open of ${name}`, expected: '3.5', found: '7.5' },
    { what: `received of ${name}`, expected: '2.5', found: '6.5' },
  ])
  const differences = await differencesWith('purchaseOrderLines', `${poNo}/1`, { open: decimal('8') })
  expect(differences).toContainEqual({ what: `open of ${name}`, expected: '7.5', found: '8' })
  expect(differences).toContainEqual({
    what: `onOrder of line 1 of "${poNo}" in warehouse 1`,
    expected: '7.5',
    found: '8',
  })
})

test('a shipping line whose units differ from the ledger, reservations or packs, or do not add up, is found', async () => {
  const name = `line 1 of shipping order ${soNo}`
  const differencesOf = async (changes: object) =>
    (await differencesWith('shippingOrderLines', `1/${soNo}`, changes)).map(({ what }) => what)
  expect(await differencesOf({ shipped: decimal('4'), canceled: decimal('1') })).toEqual([`shipped of ${name}`])
  expect(await differencesOf({ packed: decimal('2'), canceled: decimal('1') })).toEqual([`packed of ${name}`])
  expect(await differencesOf({ committed: decimal('0'), canceled: decimal('1') })).toEqual([`committed of ${name}`])
  expect(await differencesOf({ units: decimal('8') })).toEqual([`units of ${name}`])
})

test('an order without one of its lines, and lines without their order, are found', async () => {
  const [ofPurchase, ofShipping] = [
    await differencesWith('purchaseOrderLines', `${poNo}/3`, undefined),
    await differencesWith('shippingOrderLines', `1/${soNo}`, undefined),
  ]
  expect(ofPurchase.map(({ what }) => what)).toEqual([`purchase order ${poNo}`])
  expect(ofShipping.map(({ what, expected }) => [what, expected])).toEqual([
    [`packed of line 1 of shipping order ${soNo}`, '3'],
    [`reserved of line 1 of shipping order ${soNo}`, '1'],
    [`shipping order ${soNo}`, expect.stringMatching(/^status Open, totalLines 2, openLines 2, startedLines 0, /)],
  ])
  expect(await differencesWith('purchaseOrders', poNo, undefined)).toEqual([
    { what: `purchase order ${poNo}`, expected: 'an order of 3 lines', found: 'nothing' },
  ])
  expect(await differencesWith('shippingOrders', soNo, undefined)).toEqual([
    { what: `shipping order ${soNo}`, expected: 'an order of 3 lines', found: 'nothing' },
  ])
})
