import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import { accuracy } from '../../../../services/reporting/reports/count-accuracy.ts'
import { openOrders } from '../../../../services/reporting/reports/open-purchase-orders.ts'
import { reorderList } from '../../../../services/reporting/reports/reorder.ts'
import { serviceLevels } from '../../../../services/reporting/reports/service-levels.ts'
import { permissions } from '../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { deriveHistory, type ReportWorld, startReportWorld } from '../report-world.ts'
import { includedIn } from './included-in.ts'

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const receiveLine = (itemID: string, units: number, reference: string, line: number, wid = 1) =>
  world.receive(itemID, units, { reference, line, wid })
const END = new Date('9999-01-01')

test('1003: what there is and will be of an item with a minimum, how fast it is used, and what to order', async () => {
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  const since = (await world.readFeed()).length
  const set = (itemID: string, wid: number, levels: object) =>
    world.call(inventory.putReorderPoint, { itemID, wid, ...levels })
  await set(bolt, 1, { minimum: 50, reorderTo: 80, leadDays: 14 })
  await set(bolt, 2, { minimum: 5, reorderTo: 9 })
  await set(bolt, 3, { minimum: 0, reorderTo: 4 })
  await set(nut, 1, { minimum: 1, reorderTo: 2 })
  await set(nut, 1, {})
  await world.receive(bolt, 40)
  await world.issue(bolt, 9)
  const lines = [{ shortID: bolt, warehouse: 1, units: 12 }]
  await world.call(inventory.createPurchaseOrder, { vendor: world.vendor, lines })
  const { customer } = world
  await world.call(inventory.createShippingOrder, { customer, lines: [{ shortID: bolt, wid: 1, units: 34 }] })
  const { ask } = await deriveHistory((await world.readFeed()).slice(since))
  const now = { now: { sequence: since + 100, at: new Date() } }
  const empty = { available: 0, onOrder: 0, aSN: 0, backordered: 0, position: 0, usePerDay: 0, daysOfCover: null }
  const inSecond = { ...empty, shortID: bolt, wid: 2, minimum: 5, reorderTo: 9, leadDays: null, suggestion: 9 }
  const inFirst = {
    ...{ shortID: bolt, wid: 1, minimum: 50, reorderTo: 80, leadDays: 14, available: 0, onOrder: 12, aSN: 0 },
    ...{ backordered: 3, position: 9, usePerDay: 0.1, daysOfCover: 90, suggestion: 71 },
  }
  // What is at its minimum is not below it.
  const inThird = { ...inSecond, wid: 3, minimum: 0, reorderTo: 4, suggestion: 0 }
  expect(await ask(reorderList, {}, now)).toMatchObject([inFirst, inSecond, inThird])
  expect(await ask(reorderList, { wid: 2 }, now)).toMatchObject([inSecond])
  expect(await ask(reorderList, { show: 'below' }, now)).toMatchObject([inFirst, inSecond])
  // What was used longer ago does not count.
  const later = { now: { ...now.now, at: new Date(Date.now() + 91 * 86_400_000) } }
  expect(await ask(reorderList, { wid: 1 }, later)).toMatchObject([{ ...inFirst, usePerDay: 0, daysOfCover: null }])
})

test('47: what is open of purchase orders, its value and how late it is, at every moment', async () => {
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  const { poNo } = await world.call(inventory.createPurchaseOrder, {
    vendor: world.vendor,
    expectedDate: '2026-01-20T22:00:00Z',
    lines: [
      { shortID: bolt, warehouse: 1, units: 10, unitPrice: 2.5 },
      { shortID: nut, warehouse: 2, units: 5 },
    ],
  })
  const { transactionNo } = await receiveLine(bolt, 4, poNo, 1)
  await world.call(inventory.reverse, { transactionNo })
  await receiveLine(bolt, 6, poNo, 1)
  await world.call(inventory.updatePurchaseOrder, { poNo, expectedDate: '2026-01-30' })
  await world.call(inventory.updatePurchaseOrder, { poNo, lines: [{ lineNo: 2, close: true, reason: 'gone' }] })
  await receiveLine(bolt, 4, poNo, 1)
  const days = ['01', '10', '11', '12', '22', '24', '31'].map((day) => `2026-01-${day}T10:00:00Z`)
  const { ask } = await deriveHistory(await includedIn(world, [poNo], days))
  const lines = async (query: object, options: Parameters<typeof ask>[2] = {}) =>
    (await ask(openOrders, query, options)).map(({ lineNo }) => lineNo)
  const rows = async (query: object, options: Parameters<typeof ask>[2] = {}) =>
    (await ask(openOrders, query, options)).map(({ lineNo, received, open, openValue, daysLate }) => [
      ...[lineNo, received, open, openValue, daysLate],
    ])

  expect(await ask(openOrders, { asOf: '2026-01-01' })).toMatchObject([
    {
      ...{ poNo, lineNo: 1, vendor: 'Stahl AG', shortID: bolt, wid: 1, ordered: 10, received: 0, open: 10 },
      ...{ openValue: 25, expectedDate: '2026-01-20T22:00:00.000Z', daysLate: 0 },
    },
    { lineNo: 2, shortID: nut, wid: 2, open: 5, openValue: null },
  ])
  expect(await rows({ asOf: '2026-01-10' })).toEqual([
    [1, 4, 6, 15, 0],
    [2, 0, 5, null, 0],
  ])
  const late = async (asOf: string, timeZone = 'UTC') => (await rows({ asOf }, { timeZone }))[0]
  expect(await late('2026-01-11')).toEqual([1, 0, 10, 25, 0])
  // 22:00 in UTC is the next day in Tokyo.
  expect(await late('2026-01-21')).toEqual([1, 6, 4, 10, 1])
  expect(await late('2026-01-21', 'Asia/Tokyo')).toEqual([1, 6, 4, 10, 0])
  expect(await late('2026-01-22')).toEqual([1, 6, 4, 10, 0])
  expect(await lines({ asOf: '2026-01-22' })).toEqual([1, 2])
  expect(await rows({ asOf: '2026-01-24' })).toEqual([[1, 6, 4, 10, 0]])
  expect(await rows({})).toEqual([])
  expect(await lines({ asOf: '2026-01-30' }, { now: { sequence: 5, at: END } })).toEqual([1, 2])
  expect(await lines({ asOf: '2026-01-10', wid: 2 })).toEqual([2])
  expect(await lines({ asOf: '2026-01-10' }, { scope: [1] })).toEqual([1])
  expect(await lines({ asOf: '2026-01-10', vendor: 'Nobody' })).toEqual([])
})

test('events of orders in another sequence, or twice, lead to the same last states', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 20)
  const { soNo } = await world.call(inventory.createShippingOrder, {
    customer: world.customer,
    lines: [{ shortID: itemID, wid: 1, units: 30 }],
  })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 12 }] })
  await world.call(inventory.updateShippingOrder, { soNo, shipDate: '2026-05-01' })
  await world.call(inventory.unpackShippingOrder, { soNo, lines: [{ lineNo: 1, units: 2 }] })
  await world.call(inventory.shipShippingOrder, { soNo })
  const included = await includedIn(
    world,
    [soNo],
    Array.from({ length: 5 }, (_, index) => `2026-04-0${index + 1}`),
  )
  const lastOf = async (changes: readonly FeedChange[]) => {
    const { history } = await deriveHistory(changes.map((change, index) => ({ ...change, sequence: index + 1 })))
    const moment = { sequence: changes.length, at: END }
    const rows = []
    for await (const line of history.orderLines('shipping', moment, { wids: 'all' }, 'open'))
      rows.push({ ...line, at: 0, sequence: 0, waitingSince: 0 })
    return rows
  }
  const inOrder = await lastOf(included)
  expect(inOrder).toMatchObject([{ party: 'Hanse', version: 4, due: new Date('2026-05-01') }])
  expect(inOrder.map(({ done, open, backordered }) => [done, open, backordered].map(Number))).toEqual([[10, 20, 10]])
  expect(await lastOf([...included].reverse())).toEqual(inOrder)
  expect(await lastOf([...included.slice(2), ...included])).toEqual(inOrder)
})

test('a day that was given without a time is that day in every time zone', async () => {
  const itemID = await world.newItem()
  const { poNo } = await world.call(inventory.createPurchaseOrder, {
    ...{ vendor: world.vendor, orderDate: '2026-07-01', expectedDate: '2026-08-01' },
    lines: [{ shortID: itemID, warehouse: 1, units: 10 }],
  })
  await receiveLine(itemID, 4, poNo, 1)
  const changes = await includedIn(world, [poNo], ['2026-07-01T12:00:00Z', '2026-08-01T15:00:00Z'])
  const { ask } = await deriveHistory(changes)
  const now = { sequence: 2, at: new Date('2026-09-01T12:00:00Z') }
  for (const timeZone of ['America/New_York', 'UTC', 'Pacific/Kiritimati']) {
    const late = async (asOf: string) => (await ask(openOrders, { asOf }, { timeZone, now }))[0]?.daysLate
    expect([await late('2026-08-01'), await late('2026-08-02')], timeZone).toEqual([0, 1])
  }
  // Until 00:00 UTC, the day is not over where it begins first, and has begun.
  const early = { sequence: 1, at: new Date('2026-07-31T20:00:00Z') }
  const [dueToday] = await ask(
    serviceLevels,
    { from: '2026-08-01', to: '2026-08-01' },
    { timeZone: 'Asia/Tokyo', now: early },
  )
  expect(dueToday).toMatchObject({ lines: 1, ordered: 10, onTime: 0 })
  const due = async (from: string, to: string) =>
    (await ask(serviceLevels, { from, to }, { timeZone: 'America/New_York', now }))[0]
  expect(await due('2026-07-01', '2026-07-31')).toBeUndefined()
  expect(await due('2026-08-01', '2026-08-31')).toMatchObject({ lines: 1, ordered: 10, onTime: 4 })
})

test('1007: lines of counts within a tolerance, and the differences by warehouse and reason', async () => {
  const itemID = await world.newItem()
  const [priced, unpriced] = [{ spot: 'A', price: 2 }, { spot: 'B' }]
  await world.receive(itemID, 100, priced)
  await world.receive(itemID, 10, unpriced)
  await world.receive(itemID, 5, { spot: 'C', price: 2 })
  const { call } = await world.system.createClient({
    permissions: [permissions.countStock, permissions.approveCounts, permissions.itemMasterList],
  })
  const { countNo } = await call(inventory.createCount, { wid: 1, items: [itemID] })
  for (const [spot, counted] of [
    ['A', 97],
    ['B', 11],
    ['C', 5],
  ] as const)
    await call(inventory.countLine, { countNo, itemID, spot, counted })
  await call(inventory.submitCount, { countNo })
  await world.call(inventory.approveCount, { countNo })
  await world.call(inventory.postCount, { countNo, reasonIn: 10, reasonOut: 20 })
  const { ask } = await deriveHistory(
    await includedIn(world, [countNo], ['2026-02-03T12:00:00Z', '2026-02-03T12:00:01Z']),
  )
  const february = { from: '2026-02-01', to: '2026-02-28' }
  // One unit of what is missing at A lay at B.
  const all = { lines: 3, netUnits: -2, grossUnits: 4, netValue: -6, grossValue: 6, unvaluedLines: 1 }
  expect(await ask(accuracy, february)).toEqual([
    { wid: 1, reasonCode: null, ...all, withinTolerance: 1, accuracy: 0.3333 },
  ])
  expect(await ask(accuracy, { ...february, tolerance: '3' })).toMatchObject([{ withinTolerance: 2, accuracy: 0.6667 }])
  expect(await ask(accuracy, { ...february, by: 'reason' })).toMatchObject([
    { reasonCode: null, lines: 2, grossUnits: 1 },
    { reasonCode: 20, lines: 1, netUnits: -3, netValue: -6 },
  ])
  expect(await ask(accuracy, { from: '2026-01-01', to: '2026-01-31' })).toEqual([])
  expect(await ask(accuracy, february, { scope: [2] })).toEqual([])
})
