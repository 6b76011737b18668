import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CtlWorld, createCtlWorld } from '../ctl/ctl-world.ts'
import { type ReportSystem, startReportSystem } from '../gateway/reports/frame-world.ts'
import { anItem } from '../support/records/factories.ts'

/** Sixty days of trade with two items, as another system had them. The figures of the tests are reckoned from it by hand. */
const history = (oil: string, nut: string) => `at,type,item,wid,units,spot,toWid,price,expires,reference,actor
2026-03-01T08:00Z,receive,${oil},1,100,A,,2.00,2026-05-10,PO-1,Ada
2026-03-05T08:00Z,receive,${nut},1,1000,N,,0.05,,PO-2,Ada
2026-03-10T10:00Z,issue,${oil},1,30,,,,,SO-1,Ben
2026-03-12T10:00Z,issue,${nut},1,250,,,,,SO-2,Ben
2026-03-15T08:00Z,receive,${oil},1,50,A,,2.60,2099-01-01,PO-3,Ada
2026-03-20T16:00Z,move,${oil},1,20,,2,,,,Carla
2026-03-31T23:59Z,receive,${nut},1,500,N,,,,PO-4,Ada
2026-04-02T10:00Z,issue,${oil},1,40,,,,,SO-3,Ben
2026-04-10T18:00Z,adjust,${oil},1,-5,A,,,,,Carla
2026-04-15T10:00Z,issue,${nut},1,900,,,,,SO-4,Ben
2026-04-20T08:00Z,receive,${oil},1,40,A,,3.00,2099-12-31,PO-5,Ada
2026-04-29T10:00Z,issue,${oil},1,10,,,,,SO-5,Ben
`

let world: ReportSystem
let ctl: CtlWorld
let oil: string
let nut: string
beforeAll(async () => {
  world = await startReportSystem()
  ctl = createCtlWorld(world.system)
  const create = async () => (await world.api.catalog.createItem(anItem())).body.shortID
  oil = await create()
  nut = await create()
  await ctl.import('history', ctl.file('trade.csv', history(oil, nut)))
  await world.knows(oil, 105)
  await world.knows(nut, 350)
})
afterAll(async () => {
  await ctl?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

type Row = Readonly<Record<string, unknown>>

/** Rows by item and warehouse, with some of their columns. */
async function rowsOf(
  query: string,
  ...columns: readonly string[]
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { body } = await world.run(query)
  const rows: readonly (Row & { readonly shortID: string; readonly wid: number })[] = body.value
  const names = new Map([
    [oil, 'oil'],
    [nut, 'nut'],
  ])
  return Object.fromEntries(
    rows.map((row) => [`${names.get(row.shortID)} in ${row.wid}`, columns.map((column) => row[column])]),
  )
}

/** On hand, and its value by lots and by the moving average, at the end of five days. */
const onDays = {
  '2026-03-09': { 'oil in 1': [100, 200, 200], 'nut in 1': [1_000, 50, 50] },
  '2026-03-15': { 'oil in 1': [120, 270, 270], 'nut in 1': [750, 37.5, 37.5] },
  '2026-03-31': { 'oil in 1': [100, 230, 225], 'oil in 2': [20, 40, 45], 'nut in 1': [1_250, 37.5, 37.5] },
  '2026-04-10': { 'oil in 1': [55, 140, 123.75], 'oil in 2': [20, 40, 45], 'nut in 1': [1_250, 37.5, 37.5] },
  '2026-04-29': { 'oil in 1': [85, 237, 218.092105263158], 'oil in 2': [20, 40, 45], 'nut in 1': [350, 0, 0] },
} as const

/** What the reports of now and of the past say of a day. */
async function knownOf(day: string) {
  const stock = await rowsOf(`1001?asOf=${day}`, 'inStock')
  const byLot = await rowsOf(`15?asOf=${day}`, 'units', 'totalValue')
  const byAverage = await rowsOf(`15?asOf=${day}&method=average`, 'totalValue')
  const entries = Object.keys(stock).map((key) => [key, [byLot[key], byAverage[key]].flat()])
  expect(Object.entries(byLot).map(([key, [units]]) => [key, [units]])).toEqual(Object.entries(stock))
  return Object.fromEntries(entries)
}

test('on hand and value of five days are what a person reckons from the file', async () => {
  for (const [day, known] of Object.entries(onDays)) expect(await knownOf(day), day).toEqual(known)
  expect(await rowsOf('15?asOf=2026-04-10&method=fifo', 'totalValue')).toEqual({
    'oil in 1': [140],
    'oil in 2': [40],
    'nut in 1': [37.5],
  })
  expect(await rowsOf('15?asOf=2026-04-29', 'unitCost', 'unpricedUnits')).toEqual({
    'oil in 1': [2.788235, 0],
    'oil in 2': [2, 0],
    'nut in 1': [null, 350],
  })
})

const ACTIVITY = ['opening', 'received', 'issued', 'movedIn', 'movedOut', 'adjusted', 'closing'] as const

test('the months add up from their openings to their closings', async () => {
  expect(await rowsOf('22?from=2026-03-01&to=2026-03-31', ...ACTIVITY)).toEqual({
    'oil in 1': [0, 150, -30, 0, -20, 0, 100],
    'oil in 2': [0, 0, 0, 20, 0, 0, 20],
    'nut in 1': [0, 1_500, -250, 0, 0, 0, 1_250],
  })
  expect(await rowsOf('22?from=2026-04-01&to=2026-04-30', ...ACTIVITY)).toEqual({
    'oil in 1': [100, 40, -50, 0, 0, -5, 85],
    'oil in 2': [20, 0, 0, 0, 0, 0, 20],
    'nut in 1': [1_250, 0, -900, 0, 0, 0, 350],
  })
})

/** What was issued since March began, days since the last issue, and the class, at the end of five days. */
const turnoverUntil = {
  '2026-03-09': { 'oil in 1': [0, null, 'C'], 'nut in 1': [0, null, 'C'] },
  '2026-03-15': { 'oil in 1': [60, 5, 'A'], 'nut in 1': [12.5, 3, 'B'] },
  '2026-03-31': { 'oil in 1': [60, 21, 'A'], 'oil in 2': [0, null, 'C'], 'nut in 1': [12.5, 19, 'B'] },
  '2026-04-10': { 'oil in 1': [140, 8, 'A'], 'oil in 2': [0, null, 'C'], 'nut in 1': [12.5, 29, 'B'] },
  '2026-04-29': { 'oil in 1': [163, 0, 'A'], 'oil in 2': [0, null, 'C'], 'nut in 1': [50, 14, 'A'] },
} as const

test('the cost of issues, and the value over the time that it lasted, are those of the file', async () => {
  for (const [day, known] of Object.entries(turnoverUntil))
    expect(await rowsOf(`1005?from=2026-03-01&to=${day}`, 'issuedCost', 'daysSinceIssue', 'class'), day).toEqual(known)
  // 200 for 218 hours, 140 for 118 and 270 for 16, of 360 hours; 50 for 170 hours and 37.5 for 86.
  expect(await rowsOf('1005?from=2026-03-01&to=2026-03-15', 'averageValue', 'turnover', 'daysOut')).toEqual({
    'oil in 1': [179, 0.3352, 0],
    'nut in 1': [32.569444, 0.3838, 0],
  })
})

test('ages, expiry and persons are those of the file', async () => {
  const ages = ['units30', 'value30', 'units60', 'value60', 'units90', 'unpricedUnits'] as const
  expect(await rowsOf('1002?asOf=2026-04-29', ...ages)).toEqual({
    'oil in 1': [40, 120, 45, 117, 0, 0],
    'oil in 2': [0, 0, 20, 40, 0, 0],
    'nut in 1': [350, 0, 0, 0, 0, 350],
  })
  expect(
    await rowsOf('1004?asOf=2026-04-29', 'expiredUnits', 'units30', 'value30', 'unitsLater', 'valueLater'),
  ).toEqual({
    'oil in 1': [0, 0, 0, 85, 237],
    'oil in 2': [0, 20, 40, 0, 0],
  })
  // It is good to the end of its last day.
  expect(await rowsOf('1004?asOf=2026-05-10', 'expiredUnits', 'expiredValue')).toMatchObject({ 'oil in 2': [0, 0] })
  expect(await rowsOf('1004?asOf=2026-05-11', 'expiredUnits', 'expiredValue')).toMatchObject({ 'oil in 2': [20, 40] })
  const { body } = await world.run('1008?from=2026-04-01&to=2026-04-30')
  const deeds = body.value.map(({ day, actor, type, entries, units }: Row) => [day, actor, type, entries, units])
  expect(deeds).toEqual([
    ['2026-04-02', 'Ben', 'issue', 1, 40],
    ['2026-04-10', 'Carla', 'issue', 1, 5],
    ['2026-04-15', 'Ben', 'issue', 1, 900],
    ['2026-04-20', 'Ada', 'receive', 1, 40],
    ['2026-04-29', 'Ben', 'issue', 1, 10],
  ])
})

test('a price is amended, a receipt reversed, a transit lost: the past stands, today changes', async () => {
  const { inventory } = world.api
  const receiptOf = async (reference: string) => {
    const { value } = (await inventory.listTransactions({ itemID: oil, type: 'receive', reference })).body
    return { transactionNo: value[0]?.transactionNo ?? 0, recno: value[0]?.lots[0]?.recNo ?? 0 }
  }
  const [{ recno }, { transactionNo }] = [await receiptOf('PO-3'), await receiptOf('PO-5')]
  expect((await inventory.amend({ recno, price: 2.8 })).status).toBe(200)
  expect((await inventory.reverse({ transactionNo })).status).toBe(201)
  const shipped = await inventory.shipTransit({ wid: 1, shipToWid: 2, lines: [{ itemID: oil, units: 6 }] })
  expect(shipped.status).toBe(201)
  const { slip } = shipped.body
  expect((await inventory.closeTransit({ slip, reasonCode: 20 })).status).toBe(200)
  await world.knows(oil, 59)

  for (const [day, known] of Object.entries(onDays)) expect(await knownOf(day), day).toEqual(known)
  expect(await rowsOf('15', 'units', 'totalValue')).toEqual({
    'oil in 1': [39, 109.2],
    'oil in 2': [20, 40],
    'nut in 1': [350, 0],
  })
  const kinds = ['opening', 'received', 'issued', 'transitOut', 'adjusted', 'reversed', 'closing'] as const
  expect(await rowsOf('22?from=2026-03-01', ...kinds)).toMatchObject({
    'oil in 1': [0, 190, -80, -6, -5, -40, 39],
    'oil in 2': [0, 0, 0, 0, 0, 0, 20],
  })
})
