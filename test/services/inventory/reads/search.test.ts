import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createItemModel } from '../../../../services/inventory/masters/item.model.ts'
import { createItems } from '../../../../services/inventory/masters/items.ts'
import { wordsOfItems } from '../../../../services/inventory/migrations/2.0.0-words-of-items.ts'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import { permissions } from '../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { createCounters } from '../../../../shared/database/counters.ts'
import { migrate } from '../../../../shared/database/mongo.ts'
import { migrated } from '../../../support/migrated.ts'
import { connectDatabase } from '../../../support/servers/database.ts'
import { type StockWorld, startStockWorld } from '../stock-world.ts'

const GTIN = '04012345678901'
const BOLT = 'BOLT-M6-30'

let world: StockWorld
const numbers = { lot: 0, other: 0, nut: 0, reservation: 0 }
beforeAll(async () => {
  world = await startStockWorld()
  const { call } = world
  await world.newItem({ shortID: BOLT, description: 'Hexagon bolt, zinc plated' })
  await world.newItem({ shortID: 'WASHER', description: 'Washer for a bolt' })
  await call(catalog.putAlias, { shortID: BOLT, alias: GTIN })
  const details = { serial: 'Charge-7', serial2: 'S2-1', spot: 'F-01', reference: 'DEL-1' }
  numbers.lot = (await world.receive(BOLT, 100, details)).recNo
  numbers.other = (await world.receive('WASHER', 5, { wid: 2, spot: 'F-02', serial: 'Charge-7' })).recNo
  await call(inventory.createVendor, { shortID: 'NORD', name: 'Nordic Fasteners' })
  await call(inventory.createCustomer, { shortID: 'HARB', name: 'Harbor Yard' })
  const lines = [{ shortID: BOLT, units: 3, warehouse: 1 }]
  await call(inventory.createPurchaseOrder, { vendor: 'NORD', poNo: 'PO-7', lines })
  await call(inventory.createShippingOrder, { customer: 'HARB', soNo: 'SO-7', lines })
  await call(inventory.createWorkOrder, { woNo: 'WO-7', description: 'Cabinet', lines })
  await world.newItem({ shortID: 'NUT', description: 'Nut' })
  await world.newItem({ shortID: 'CC-70', description: 'Cap' })
  numbers.nut = (await world.receive('NUT', 5, { spot: 'N-01' })).recNo
  const sent = { slip: 'TR-7', wid: 1, shipToWid: 2, reference: 'Van 7', lines: [{ itemID: 'NUT', units: 1 }] }
  await call(inventory.shipTransit, sent)
  await call(inventory.createCount, { countNo: 'CC-7', wid: 1 })
  const promise = { itemID: BOLT, wid: 1, units: 1, reference: 'CART-7' }
  numbers.reservation = (await call(inventory.createReservation, promise)).reservationID
})
afterAll(() => world[Symbol.asyncDispose]())

/** Kind, key, field and exactness of what is found, in the order of the response. */
const find = async (text: string, call = world.call, limit?: number) =>
  (await call(inventory.search, { text, limit })).value.map(({ kind, key, field, isExact }) =>
    [kind, key, field, ...(isExact ? ['exact'] : [])].join(' '),
  )
const lot = (field: string) => `lot ${numbers.lot} ${field}`

describe('A search', () => {
  test.each([
    ['the shortID of an item', 'bolt-m6-30', () => [`item ${BOLT} shortID exact`]],
    ['the beginning of it', 'BOLT-M', () => [`item ${BOLT} shortID`]],
    ['beginnings of words, in any sequence', 'bol HEXA', () => [`item ${BOLT} description`]],
    ['an alias', GTIN, () => [`item ${BOLT} alias exact`]],
    ['another spelling of a GTIN', GTIN.slice(1), () => [`item ${BOLT} alias exact`]],
    ['an order', 'po-7', () => ['purchaseOrder PO-7 number exact']],
    ['a vendor', 'nordic', () => ['purchaseOrder PO-7 party']],
    ['a customer', 'Harbor Yard', () => ['shippingOrder SO-7 party exact']],
    ['the beginning of a number', 'WO', () => ['workOrder WO-7 number']],
    ['the reference of a transit', 'Van', () => ['transit TR-7 reference']],
    ['a count, before an item whose name begins so', 'CC-7', () => ['count CC-7 number exact', 'item CC-70 shortID']],
    ['the reference of a reservation', 'cart-', () => [`reservation ${numbers.reservation} reference`]],
    ['a serial number', 'S2-1', () => [lot('serial2 exact')]],
    ['a spot', 'f-01', () => [lot('spot exact')]],
    ['nothing', 'nothing at all', () => []],
    ['the code of a lot', `(01)${GTIN}(10)Charge-7`, () => [lot('serial exact')]],
    ['the code of an item', `(01)${GTIN}`, () => [`item ${BOLT} alias exact`]],
  ])('finds %s', async (_, text, expected) => {
    expect(await find(text)).toEqual(expected())
  })

  test('has exact hits first, and at most so many of each kind', async () => {
    expect(await find('F-0')).toEqual([`lot ${numbers.other} spot`, lot('spot')])
    expect(await find('F-0', world.call, 1)).toHaveLength(1)
    expect((await find(String(numbers.lot)))[0]).toBe(lot('number exact'))
    expect((await find('washer'))[0]).toBe('item WASHER shortID exact')
  })

  test('leaves out what the client may not list, and what is in none of its warehouses', async () => {
    const one = await world.system.createClient({ warehouses: [2] })
    expect(await find('F-0', one.call)).toEqual([`lot ${numbers.other} spot`])
    expect(await find('PO-7', one.call)).toEqual([])
    expect(await find('TR-7', one.call)).toEqual(['transit TR-7 number exact'])
    expect(await find('Charge-7', one.call)).toEqual([`lot ${numbers.other} serial exact`])
    const counter = await world.system.createClient({ permissions: [permissions.countStock] })
    const texts = ['7', 'BOLT', 'PO', 'SO', 'WO', 'TR', 'CART', 'Charge', 'Nordic']
    expect((await Promise.all(texts.map((text) => find(text, counter.call)))).flat()).toEqual([])
    expect(await find('CC', counter.call)).toEqual(['count CC-7 number'])
  })
})

test('a lot says where it is, or why it is in no stock', async () => {
  const hitOf = async (recNo: number) => (await world.call(inventory.search, { text: String(recNo) })).value[0]
  expect(await hitOf(numbers.lot)).toEqual({
    ...{
      kind: 'lot',
      key: String(numbers.lot),
      name: BOLT,
      field: 'number',
      value: String(numbers.lot),
      isExact: true,
    },
    ...{ status: null, wid: 1, spot: 'F-01', units: 100 },
  })
  const sent = (await world.lotsOf('NUT')).find(({ active }) => !active)
  expect(await hitOf(sent?.recNo ?? 0)).toMatchObject({ status: 'In transit', wid: 2, units: 1 })
  await world.issue('NUT', 4)
  expect(await hitOf(numbers.nut)).toMatchObject({ status: 'Used up', units: 0 })
})

test('items that an earlier version has copied are found after the update, by their present words', async () => {
  const connection = await connectDatabase()
  const model = createItemModel(connection)
  await migrate(connection)
  const items = createItems(
    model,
    () => Promise.reject(new Error('The catalog is not asked')),
    createCounters(connection, 1),
  )
  const earlier = { version: 1, aliases: [], dfltOwner: 0, discontinued: false }
  const ids = Array.from({ length: 1_100 }, (_, index) => index + 1)
  await model.insertMany(ids.map((_id) => ({ ...earlier, _id, shortID: `N-${_id}`, description: 'Blue nut' })))
  await items.learn({ ...earlier, partNo: 2_000, shortID: 'CAP', description: 'Red cap' })
  await model.updateOne({ _id: 2_000 }, { $set: { version: 2, description: 'Green cap' } })
  expect(await migrated(wordsOfItems(connection, model))).toBe(ids.length + 1)
  const shortIDs = async (text: string) => (await items.startingWith(text, 5_000)).map(({ shortID }) => shortID)
  expect(await shortIDs('nut blue')).toHaveLength(ids.length)
  expect([await shortIDs('red'), await shortIDs('green')]).toEqual([[], ['CAP']])
})
