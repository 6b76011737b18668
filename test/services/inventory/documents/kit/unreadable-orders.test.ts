import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
let itemID: string
beforeAll(async () => {
  world = await startStockWorld()
  itemID = await world.newItem()
  const lines = [{ shortID: itemID, units: 5, warehouse: 1 }]
  const { call } = world
  const { shortID: vendor } = await call(inventory.createVendor, { shortID: unique('V'), name: unique('Vendor') })
  const { shortID: customer } = await call(inventory.createCustomer, { shortID: unique('C'), name: unique('Customer') })
  await world.receive(itemID, 20)
  await call(inventory.createReservation, { itemID, wid: 1, units: 4, reference: 'CART' })
  await call(inventory.createPurchaseOrder, { vendor, expectedDate: '2999-01-01', lines })
  await call(inventory.createPurchaseOrder, { vendor, lines })
  await call(inventory.createShippingOrder, { customer, allocate: 'none', lines })
  await call(inventory.createWorkOrder, { description: 'Cabinet', lines })
  const put = { reference: 'FOREIGN', itemID, wid: 1, units: 2 }
  for (const [line, kind] of (['onOrder', 'packed', 'committed'] as const).entries())
    await world.system.call(inventory.putOrderLine, { ...put, kind, line })
})
afterAll(() => world[Symbol.asyncDispose]())

/** What a client with the permission sees, besides that to read items. */
async function seenWith(...more: number[]) {
  const client = await world.system.createClient({ permissions: [permissions.itemMasterList, ...more], readOnly: true })
  const { orders, reservations, level } = await client.call(inventory.explainLevel, { itemID, wid: '1' })
  const { sources, overdue, rows } = await client.call(inventory.getAvailableToPromise, { itemID, wid: 1 })
  const kinds = (list: readonly { kind: string }[]) => [...new Set(list.map(({ kind }) => kind))].toSorted()
  return {
    figures: { level, rows },
    reserved: reservations.length,
    orders: kinds(orders),
    promised: kinds([...sources, ...overdue]),
  }
}

test('who may not read orders and reservations gets the figures of an item without them', async () => {
  const { readPurchaseOrders, readShippingOrders, readWorkOrders, readReservations } = permissions
  const alone = await seenWith()
  expect(alone).toMatchObject({ reserved: 0, orders: [], promised: [] })
  const purchase = await seenWith(readPurchaseOrders)
  expect(purchase).toMatchObject({ reserved: 0, orders: ['onOrder'], promised: ['otherSystem', 'purchaseOrder'] })
  const shipping = await seenWith(readShippingOrders)
  expect(shipping).toMatchObject({ reserved: 0, orders: ['committed', 'packed'], promised: ['shippingOrder'] })
  expect(await seenWith(readWorkOrders)).toMatchObject({ reserved: 0, orders: [], promised: ['workOrder'] })
  expect(await seenWith(readReservations)).toMatchObject({ reserved: 1, orders: [], promised: [] })
  expect(alone.figures).toEqual(purchase.figures)
  expect(alone.figures).toEqual(shipping.figures)
  expect(alone.figures.level).toMatchObject({ inStock: 20, onOrder: 12, packed: 2 })
})

test('of 1,001 lots an explanation names 1,000, and says that it is cut', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 1)
  const explain = () => world.call(inventory.explainLevel, { itemID: shortID })
  expect(await explain()).toMatchObject({ isCut: false, lots: [{ recNo }] })
  const dbName = `${world.system.system}-inventory`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  const lots = database.collection<{ _id: number }>('lots')
  const lot = await lots.findOne({ _id: recNo })
  await lots.insertMany(Array.from({ length: 1_000 }, (_, index) => ({ ...lot, _id: recNo + 10_000 + index })))
  await database.close()
  const explained = await explain()
  expect([explained.isCut, explained.lots.length, explained.lots[0]?.recNo]).toEqual([true, 1_000, recNo])
})
