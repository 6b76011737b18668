import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

const NOON = '2031-05-10T12:00:00Z'
const [BEFORE, AFTER] = ['2031-05-09', '2031-05-11']

let world: StockWorld
let bolt = ''
beforeAll(async () => {
  world = await startStockWorld([], { allocator: 'off' })
  const { call } = world
  bolt = await world.newItem()
  await call(inventory.createVendor, { shortID: 'NORD', name: 'Nordic' })
  await call(inventory.createCustomer, { shortID: 'HARB', name: 'Harbor' })
  const lines = [{ shortID: bolt, units: 3, warehouse: 1 }]
  for (const [name, date] of [
    ['LATE', BEFORE],
    ['CLOSED', BEFORE],
    ['DUE', AFTER],
    ['NO-DATE', undefined],
  ]) {
    await call(inventory.createPurchaseOrder, { vendor: 'NORD', poNo: `PO-${name}`, expectedDate: date, lines })
    await call(inventory.createShippingOrder, { customer: 'HARB', soNo: `SO-${name}`, shipDate: date, lines })
    await call(inventory.createWorkOrder, { woNo: `WO-${name}`, description: 'Cabinet', dueDate: date, lines })
  }
  await call(inventory.cancelPurchaseOrder, { poNo: 'PO-CLOSED' })
  await call(inventory.cancelShippingOrder, { soNo: 'SO-CLOSED' })
  await call(inventory.closeWorkOrder, { woNo: 'WO-CLOSED' })
})
afterAll(() => world[Symbol.asyncDispose]())

describe('Orders with dueBefore', () => {
  test.each([
    ['purchase orders', inventory.listPurchaseOrders, 'PO-LATE'],
    ['shipping orders', inventory.listShippingOrders, 'SO-LATE'],
    ['work orders', inventory.listWorkOrders, 'WO-LATE'],
  ] as const)('are the %s that are not closed and whose date is before the moment', async (_, list, expected) => {
    const { value, totalCount } = await world.call(list, { dueBefore: NOON })
    expect([totalCount, value.map((order: object) => Object.values(order)[0])]).toEqual([1, [expected]])
    expect((await world.call(list, { dueBefore: NOON, warehouse: 2 })).totalCount).toBe(0)
  })
})

test('shipping orders with waiting are those with a line that waits for stock', async () => {
  const nut = await world.newItem()
  await world.receive(nut, 5)
  const lines = [{ shortID: nut, units: 3, warehouse: 1 }]
  await world.call(inventory.createShippingOrder, { customer: 'HARB', soNo: 'SO-FILLED', lines })
  const { value } = await world.call(inventory.listShippingOrders, { waiting: true, sort: 'soNo' })
  expect(value.map(({ soNo }) => soNo)).toEqual(['SO-DUE', 'SO-LATE', 'SO-NO-DATE'])
  const scoped = await world.system.createClient({ warehouses: [2] })
  expect((await scoped.call(inventory.listShippingOrders, { waiting: true })).totalCount).toBe(0)
})

test('transits with underWay are those of which something has not arrived, with a status also of that', async () => {
  const nut = await world.newItem()
  await world.receive(nut, 9)
  const ship = (slip: string) =>
    world.call(inventory.shipTransit, { slip, wid: 1, shipToWid: 2, lines: [{ itemID: nut, units: 3 }] })
  for (const slip of ['TR-A', 'TR-B']) await ship(slip)
  await world.call(inventory.cancelTransit, { slip: 'TR-B' })
  const slips = async (query: object) =>
    (await world.call(inventory.listTransits, { underWay: true, ...query })).value.map(({ slip }) => slip)
  expect(await slips({})).toEqual(['TR-A'])
  expect(await slips({ status: 'Partial' })).toEqual([])
  expect(await slips({ status: 'Received' })).toEqual([])
})

test('unchangedSince leaves lots that nothing has changed since, after those that expire later', async () => {
  const glue = await world.newItem()
  const expiring = (expires: string) => world.receive(glue, 2, { expires })
  const [first, second] = [await expiring(BEFORE), await expiring(AFTER)]
  const between = new Date().toISOString()
  await world.call(inventory.hold, { recno: second.recNo })
  const found = await world.call(inventory.listLots, { itemID: glue, unchangedSince: between })
  expect(found.value.map(({ recNo }) => recNo)).toEqual([first.recNo])
  const recNos = async (query: object) =>
    (await world.call(inventory.listExpiringLots, { itemID: glue, ...query })).value.map(({ recNo }) => recNo)
  expect(await recNos({ from: NOON })).toEqual([second.recNo])
  expect(await recNos({ from: BEFORE, before: NOON })).toEqual([first.recNo])
})
