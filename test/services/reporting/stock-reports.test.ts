import { afterAll, beforeAll, expect, test } from 'vitest'
import { activity } from '../../../services/reporting/reports/activity.ts'
import { ageing } from '../../../services/reporting/reports/ageing.ts'
import { expiry } from '../../../services/reporting/reports/expiry.ts'
import { onHand } from '../../../services/reporting/reports/on-hand.ts'
import { valuation } from '../../../services/reporting/reports/valuation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { declarations } from '../../../shared/contract/reports/reporting.ts'
import { deriveHistory, isOfStock, type ReportWorld, startReportWorld } from './report-world.ts'

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const historyOf = (...given: Parameters<ReportWorld['historyOf']>) => world.historyOf(...given)

test('an item has its present ShortID, also in a report of a moment when it had another one', async () => {
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 10)
  await world.receive(itemID, 5)
  const feed = (await world.readFeed()).filter(({ data }) => Object(data).partNo === partNo)
  const renamed = {
    sequence: 9,
    type: 'item.updated',
    at: new Date(),
    data: { partNo, shortID: 'NEW', category: 3, modified: new Date().toISOString() },
  } as const
  const { ask } = await deriveHistory([
    ...feed.filter(isOfStock).map((one, index) => ({ ...one, sequence: index + 1 })),
    renamed,
  ])
  const first = { sequence: 1, at: new Date('9999-01-01') }
  expect(await ask(onHand, {}, { now: first })).toMatchObject([{ shortID: 'NEW', inStock: 10 }])
  expect(await ask(onHand, { by: 'lot' })).toMatchObject([{ shortID: 'NEW' }, { shortID: 'NEW' }])
  expect(await ask(onHand, { itemID })).toEqual([])
})

test('an item stays in its category when its reorder settings change and its position falls below its minimum', async () => {
  const itemID = await world.newItem({ category: 3 })
  await world.receive(itemID, 10)
  const settings = { itemID, wid: 1, minimum: 20, reorderTo: 30 }
  const { partNo } = await world.call(inventory.putReorderPoint, settings)
  const readItem = async () => (await world.readFeed()).filter(({ data }) => Object(data).partNo === partNo)
  await expect.poll(async () => (await readItem()).map(({ type }) => type)).toContain('item.belowMinimum')
  const included = ['item.created', 'inventory.received', 'item.reorderChanged', 'item.belowMinimum']
  const inOrder = (await readItem()).toSorted((one, other) => included.indexOf(one.type) - included.indexOf(other.type))
  expect(inOrder.map(({ type }) => type)).toEqual(included)
  const { ask } = await deriveHistory(inOrder.map((change, index) => ({ ...change, sequence: index + 1 })))
  expect(await ask(onHand, { category: 3 })).toMatchObject([{ shortID: itemID, inStock: 10 }])
})

test('1001: figures are those of the end of a day, of a moment and of a sequence, and lots add up to them', async () => {
  const itemID = await world.newItem()
  const { partNo, recNo } = await world.receive(itemID, 10)
  const part = await world.move(itemID, 4, { shipToWid: 2, toSpot: 'C' })
  await world.call(inventory.hold, { recno: recNo, units: 2 })
  const { ask } = await historyOf(itemID, '2026-01-10T23:30:00Z', [0, 1, 2])
  const row = (wid: number, figures: object) => ({ partNo, shortID: itemID, wid, recNo: null, spot: null, ...figures })
  const none = { onOrder: 0, onHold: 0, committed: 0, packed: 0, aSN: 0 }
  const first = row(1, { ...none, available: 10, inStock: 10 })
  expect(await ask(onHand, { asOf: '2026-01-10' })).toEqual([first])
  expect(await ask(onHand, { asOf: '2026-01-11T23:29:59.999' })).toEqual([first])
  const moved = [row(1, { ...none, available: 6, inStock: 6 }), row(2, { ...none, available: 4, inStock: 4 })]
  expect(await ask(onHand, { asOf: '2026-01-11' })).toEqual(moved)
  expect(await ask(onHand, {}, { now: { sequence: 2, at: new Date('2027-01-01') } })).toEqual(moved)
  expect(await ask(onHand, { asOf: '2026-01-09' })).toEqual([])
  // In Berlin the receipt was after midnight.
  expect(await ask(onHand, { asOf: '2026-01-10' }, { timeZone: 'Europe/Berlin' })).toEqual([])

  const held = row(1, { ...none, available: 4, inStock: 6, onHold: 2 })
  expect(await ask(onHand, {})).toEqual([held, moved[1]])
  expect(await ask(onHand, {}, { scope: [2] })).toEqual([moved[1]])
  expect(await ask(onHand, { wid: 1 }, { scope: [2] })).toEqual([])
  expect(await ask(onHand, { wid: '1' })).toEqual([held])
  const unknown = { available: null, onOrder: null, committed: null, packed: null }
  const lot = (wid: number, figures: object) => ({
    partNo,
    shortID: itemID,
    wid,
    ...unknown,
    onHold: 0,
    aSN: 0,
    ...figures,
  })
  const lots = await ask(onHand, { by: 'lot' })
  expect(lots.slice(0, 1)).toEqual([lot(1, { recNo, spot: 'A-01', inStock: 4 })])
  expect(lots.slice(1)).toMatchObject([
    { wid: 1, onHold: 2, inStock: 2 },
    { wid: 2, recNo: part.recNo, spot: 'C' },
  ])
})

test('22: opening and all that happened in the days are closing, of each kind with its own figure', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 10)
  const { transactionNo } = await world.issue(itemID, 1.5)
  await world.call(inventory.reverse, { transactionNo })
  await world.move(itemID, 4, { shipToWid: 2 })
  await world.call(inventory.adjust, { itemID, wid: 1, spot: 'A-01', expected: 6, counted: 5, reasonCode: 20 })
  const { slip } = await world.call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines: [{ itemID, units: 2 }] })
  await world.call(inventory.receiveTransit, { slip, lines: [{ lineNo: 1, accepted: 2 }] })
  const { ask } = await historyOf(itemID, '2026-01-10T12:00:00Z', [0, 1, 1, 2, 2, 3, 4])
  const nothing = { received: 0, issued: 0, movedIn: 0, movedOut: 0, shipped: 0, transitIn: 0, transitOut: 0 }
  const none = { ...nothing, adjusted: 0, counted: 0, reversed: 0 }
  const of = async (from: string, to: string) =>
    (await ask(activity, { from, to })).map(({ partNo: _, shortID: __, ...row }) => row)
  expect(await of('2026-01-10', '2026-01-14')).toEqual([
    {
      ...none,
      wid: 1,
      opening: 0,
      received: 10,
      issued: -1.5,
      reversed: 1.5,
      movedOut: -4,
      adjusted: -1,
      transitOut: -2,
      closing: 3,
    },
    { ...none, wid: 2, opening: 0, movedIn: 4, transitIn: 2, closing: 6 },
  ])
  expect(await of('2026-01-11', '2026-01-11')).toEqual([
    { ...none, wid: 1, opening: 10, issued: -1.5, reversed: 1.5, closing: 10 },
  ])
  expect(await of('2026-01-13', '2026-01-13')).toEqual([
    { ...none, wid: 1, opening: 5, transitOut: -2, closing: 3 },
    { ...none, wid: 2, opening: 4, closing: 4 },
  ])
})

test('15: lots at their prices, the moving average, or what came last; what has no price is counted, not valued', async () => {
  const itemID = await world.newItem()
  const cheap = await world.receive(itemID, 10, { price: 1 })
  await world.receive(itemID, 10, { price: 4 })
  const free = await world.receive(itemID, 2)
  await world.issue(itemID, 8)
  await world.move(itemID, 1, { shipToWid: 2 })
  await world.call(inventory.amend, { recno: free.recNo, price: 7 })
  await world.call(inventory.amend, { recno: cheap.recNo, price: 3 })
  const { ask } = await historyOf(itemID, '2026-01-10T12:00:00Z', [0, 1, 2, 3, 4, 5, 6])
  const of = async (method: string, asOf: string) =>
    (await ask(valuation, { method, asOf })).map(({ wid, units, unitCost, totalValue, unpricedUnits }) => [
      ...[wid, units, unitCost, totalValue, unpricedUnits],
    ])
  expect(await of('lot', '2026-01-13')).toEqual([[1, 14, 3.5, 42, 2]])
  // 20 units at 2.5 on average, of which 8 were issued.
  expect(await of('average', '2026-01-13')).toEqual([[1, 14, 2.5, 30, 2]])
  // 2 without a price came last, 10 at 4 before them, then 2 of the first.
  expect(await of('fifo', '2026-01-13')).toEqual([[1, 14, 3.5, 42, 2]])
  expect(await of('lot', '2026-01-14')).toEqual([
    [1, 13, 3.727273, 41, 2],
    [2, 1, 1, 1, 0],
  ])
  expect(await of('lot', '2026-01-15')).toEqual([
    [1, 13, 4.230769, 55, 0],
    [2, 1, 1, 1, 0],
  ])
  expect(await of('lot', '2026-01-16')).toEqual([
    [1, 13, 4.384615, 57, 0],
    [2, 1, 1, 1, 0],
  ])
  // One at 1 is in the other warehouse; the lot that costs 2 more has one left here.
  expect(await of('fifo', '2026-01-16')).toEqual([
    [1, 13, 4.384615, 57, 0],
    [2, 1, 1, 1, 0],
  ])
  // One at 2.5 is in the other warehouse. 2 at 7 were added, and 2 for the one whose price rose by 2.
  expect(await of('average', '2026-01-16')).toEqual([
    [1, 13, 3.346154, 43.5, 0],
    [2, 1, 2.5, 2.5, 0],
  ])
})

test('1002: a lot that was split, moved or in transit is as old as its first receipt', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 10, { price: 2 })
  await world.call(inventory.amend, { recno: recNo, received: '2025-12-01' })
  await world.receive(itemID, 5)
  await world.move(itemID, 3, { shipToWid: 2 })
  const { slip } = await world.call(inventory.shipTransit, { wid: 2, shipToWid: 3, lines: [{ itemID, units: 1 }] })
  await world.call(inventory.receiveTransit, { slip, lines: [{ lineNo: 1, accepted: 1 }] })
  const today = new Date().toISOString().slice(0, 10)
  const { ask } = await historyOf(itemID, `${today}T00:00:00Z`, [0, 0, 0, 0, 0, 0])
  const old = ['units30', 'units60', 'units90', 'units180', 'units365', 'unitsOver365'] as const
  const rows = await ask(ageing, { asOf: `${today}T23:59:59.999Z` })
  const ageDays = (Date.parse(today) - Date.parse('2025-12-01')) / 86_400_000
  const bucket = old[[30, 60, 90, 180, 365].findIndex((age) => ageDays <= age)] ?? 'unitsOver365'
  expect(rows.map((row) => [row.wid, row.units, row[bucket], row.units30, row.unpricedUnits])).toEqual([
    [1, 12, 7, 5, 5],
    [2, 2, 2, 0, 0],
    [3, 1, 1, 0, 0],
  ])
  expect(rows.map((row) => row[bucket.replace('units', 'value') as 'value365'])).toEqual([14, 4, 2])
})

test('1004: expired from the moment on, otherwise by the days that are left', async () => {
  const itemID = await world.newItem()
  for (const [units, expires] of [
    [1, '2026-06-01T12:00:00Z'],
    [2, '2026-07-01T23:59:59Z'],
    [4, '2026-07-02'],
    [8, '2026-11-28'],
    [16, '2026-11-29'],
    [32, undefined],
  ] as const)
    await world.receive(itemID, units, { ...(expires && { expires }), ...(units !== 8 && { price: 0.5 }) })
  const { ask } = await historyOf(itemID, '2026-01-10T12:00:00Z', [0, 0, 0, 0, 0, 0])
  const [row] = await ask(expiry, { asOf: '2026-06-01T12:00:00Z' })
  expect(row).toMatchObject({
    units: 31,
    ...{ expiredUnits: 1, expiredValue: 0.5, units30: 2, value30: 1, units60: 4, value60: 2, units90: 0 },
    ...{ units180: 8, value180: 0, unitsLater: 16, valueLater: 8, unpricedUnits: 8 },
  })
  // Also if nothing has happened by then since an earlier moment, but not at the end of a day that lasts.
  const now = { sequence: 6, at: new Date('2026-06-01T11:00:00Z') }
  expect(await ask(expiry, { asOf: '2026-06-01T12:00:00Z' }, { now })).toEqual([row])
  expect(await ask(expiry, { asOf: '2026-06-01' }, { now })).toMatchObject([{ expiredUnits: 0, units30: 3 }])
  expect(await ask(expiry, { asOf: '2026-06-01T11:59:59.999Z' })).toMatchObject([{ expiredUnits: 0, units30: 3 }])
  // In Auckland it is the second of June already.
  const there = await ask(expiry, { asOf: '2026-06-01T12:00:00Z' }, { timeZone: 'Pacific/Auckland' })
  expect(there).toMatchObject([{ expiredUnits: 1, units30: 6, units60: 0 }])
})

test('reports are restricted to an item or to the items of a category, and parameters may be parsed twice', async () => {
  const [one, other] = [await world.newItem({ category: 91 }), await world.newItem({ category: 92 })]
  for (const itemID of [one, other]) await world.receive(itemID, 3)
  const { ask } = await deriveHistory(await world.readFeed())
  const named = async (query: object) => (await ask(onHand, query)).map(({ shortID }) => shortID)
  expect(await named({ itemID: other })).toEqual([other])
  expect(await named({ category: '91' })).toEqual([one])
  expect(await named({ itemID: other, category: 91 })).toEqual([])
  expect(await named({ itemID: 'NO-SUCH-ITEM' })).toEqual([])
  expect(await named({})).toEqual(expect.arrayContaining([one, other]))
  for (const { parameters } of declarations) {
    const parsed = parameters.parse({ asOf: '2026-01-31', from: '2026-01-01', to: ' 2026-01-31', wid: '1' })
    expect(parameters.parse(parsed)).toEqual(parsed)
    expect(parameters.safeParse({ asOf: 'soon', from: 'soon', by: 'x', method: 'x', wid: 'x' }).success).toBe(false)
  }
})
