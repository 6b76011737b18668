import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Params } from '../../../shared/contract/core/operation.ts'
import { daysOf } from '../../../shared/contract/dates/days.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

// Days of warehouse 1 begin 11 hours after those of UTC, days of warehouse 2 begin 14 hours before.
const [WEST, EAST] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld()
  await world.system.call(inventory.updateWarehouse, { wid: 1, timeZone: WEST })
  await world.system.call(inventory.updateWarehouse, { wid: 2, timeZone: EAST })
})
afterAll(() => world[Symbol.asyncDispose]())

const today = () => daysOf('UTC').dayOf(new Date()).name

/** Orders of these dates, and which of them a list has, by their dates. */
async function ordersOf(dates: readonly string[]) {
  const itemID = await world.newItem()
  const vendor = await world.call(inventory.createVendor, { shortID: unique('V'), name: unique('N') })
  const dateOf = new Map<string, string>()
  for (const orderDate of dates) {
    const lines = [{ shortID: itemID, units: 1, warehouse: 1 }]
    const { poNo } = await world.call(inventory.createPurchaseOrder, { vendor: vendor.shortID, orderDate, lines })
    dateOf.set(poNo, orderDate)
  }
  return async (query: Partial<Params<typeof inventory.listPurchaseOrders>>) => {
    const { value } = await world.call(inventory.listPurchaseOrders, {
      vendor: vendor.shortID,
      sort: 'orderDate',
      ...query,
    })
    return value.map(({ poNo }) => dateOf.get(poNo))
  }
}

test('orders to a day are those of that day too, with a time or without', async () => {
  const list = await ordersOf(['2026-03-09', '2026-03-10', '2026-03-10T23:59:59Z', '2026-03-11'])
  const ofDay = ['2026-03-10', '2026-03-10T23:59:59Z']
  expect(await list({ startDate: '2026-03-10', endDate: '2026-03-10' })).toEqual(ofDay)
  expect(await list({ endDate: '2026-03-10' })).toEqual(['2026-03-09', ...ofDay])
  expect(await list({ startDate: '2026-03-10T00:00:00Z', endDate: '2026-03-10T12:00:00Z' })).toEqual(['2026-03-10'])
})

test('a list is asked by the days of the warehouse that it names; the date of an order is that day everywhere', async () => {
  const list = await ordersOf(['2026-03-10', '2026-03-10T10:59:59Z', '2026-03-10T11:00:00Z', '2026-03-11'])
  expect(await list({ warehouse: 1, startDate: '2026-03-10', endDate: '2026-03-10' })).toEqual([
    '2026-03-10',
    '2026-03-10T11:00:00Z',
  ])
  expect(await list({ warehouse: 1, endDate: '2026-03-09' })).toEqual(['2026-03-10T10:59:59Z'])
  expect(await list({ warehouse: 1, startDate: '2026-03-11' })).toEqual(['2026-03-11'])
})

test('transits, counts and the ledger to this day have what is done on it', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 5, { wid: 3 })
  const { slip } = await world.call(inventory.shipTransit, {
    wid: 3,
    shipToWid: 1,
    lines: [{ itemID, units: 1 }],
  })
  const { countNo } = await world.call(inventory.createCount, { wid: 3, items: [itemID] })
  const period = { startDate: today(), endDate: today() }
  const transits = await world.call(inventory.listTransits, period)
  expect(transits.value.map((transit) => transit.slip)).toEqual([slip])
  const counts = await world.call(inventory.listCounts, period)
  expect(counts.value.map((count) => count.countNo)).toEqual([countNo])
  const entries = await world.call(inventory.listTransactions, { itemID, from: today(), to: today() })
  expect(entries.totalCount).toBeGreaterThan(0)
  const changed = await world.call(inventory.listLots, { itemID, modifiedSince: today() })
  expect(changed.totalCount).toBeGreaterThan(0)
})

test('the ledger of a warehouse is asked by its own days', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 5, { wid: 2 })
  const day = daysOf(EAST).dayOf(new Date()).name
  const countOn = async (wid: number, name: string) =>
    (await world.call(inventory.listTransactions, { itemID, wid, from: name, to: name })).totalCount
  expect(await countOn(2, day)).toBe(1)
  // It is never the same day in these zones.
  await world.receive(itemID, 5, { wid: 1 })
  expect(await countOn(1, day)).toBe(0)
})

test('a period that ends before it begins is refused at its end', async () => {
  const period = { startDate: '2026-03-11', endDate: '2026-03-10' }
  for (const operation of [inventory.listPurchaseOrders, inventory.listTransits, inventory.listCounts])
    await expect(world.call(operation, period)).rejects.toMatchObject({
      details: { endDate: ['The field endDate must not be before startDate.'] },
    })
  await expect(world.call(inventory.listTransactions, { from: '2026-03-11', to: '2026-03-10' })).rejects.toMatchObject({
    details: { to: ['The field to must not be before from.'] },
  })
})
