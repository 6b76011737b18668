import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange, Moment } from '../../../services/reporting/history/history.ts'
import { activity } from '../../../services/reporting/reports/activity.ts'
import { ageing } from '../../../services/reporting/reports/ageing.ts'
import { accuracy } from '../../../services/reporting/reports/count-accuracy.ts'
import { expiry } from '../../../services/reporting/reports/expiry.ts'
import { onHand } from '../../../services/reporting/reports/on-hand.ts'
import { openOrders } from '../../../services/reporting/reports/open-purchase-orders.ts'
import { serviceLevels } from '../../../services/reporting/reports/service-levels.ts'
import { stockTurnover } from '../../../services/reporting/reports/turnover.ts'
import { valuation } from '../../../services/reporting/reports/valuation.ts'
import { valueByDay } from '../../../services/reporting/reports/value-by-day.ts'
import { deedsByPerson } from '../../../services/reporting/reports/who-did-what.ts'
import { addDays } from '../../../shared/day.ts'
import { createRandom } from '../../support/records/seeded.ts'
import { accuracyRows, openPurchaseRows, serviceRow } from './naive/document-rows.ts'
import { figure, type LevelKey, levelsAt, lotsOf, lotValueOf, sum, unpricedOf } from './naive/levels-at.ts'
import { ageingRows, expiryRows, lotRows, onHandRows } from './naive/moment-rows.ts'
import { activityRows, deedRows, kinds } from './naive/period-rows.ts'
import { turnoverRows } from './naive/turnover-rows.ts'
import { foldValues, type ValuesAfter } from './naive/values.ts'
import { dayBefore, dayIn, lastMomentOf } from './naive/zone.ts'
import { makeHistory } from './random-history.ts'
import {
  type DerivedHistory,
  deriveHistory,
  HOUR_MS,
  happeningAt,
  isOfStock,
  type ReportWorld,
  startReportWorld,
} from './report-world.ts'

const STEPS = 160

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** The changes over five days, some of which happened before what precedes them; perhaps in another sequence than that of the feed. */
function spread(feed: readonly FeedChange[], first: string, random: () => number, isShuffled: boolean): FeedChange[] {
  const placed = feed.map((change, index) => ({ change, place: index + (isShuffled ? random() * 6 : 0) }))
  const numbered = placed
    .toSorted((one, other) => one.place - other.place)
    .map(({ change }, index) => ({ ...change, sequence: index + 1 }))
  const stepMs = (5 * 24 * HOUR_MS) / numbered.length
  const at = (sequence: number) => Date.parse(first) + sequence * stepMs + (random() - 0.5) * HOUR_MS
  return happeningAt(numbered, (sequence) => new Date(Math.round(at(sequence))))
}

/** A derived history, its changes, and a moment and zone to ask for. */
interface Case {
  readonly history: DerivedHistory
  readonly changes: readonly FeedChange[]
  /** What items are worth after each change, folded in one go; the rule of it has a test of its own. */
  readonly values: ValuesAfter
  readonly now: Moment
  readonly timeZone: string
}

async function checkMoment({ history: { ask }, changes, values, now, timeZone }: Case, asOf: string | undefined) {
  const at = new Date(Math.min(Number(now.at), asOf ? Number(lastMomentOf(timeZone, asOf)) : Number.POSITIVE_INFINITY))
  const levels = levelsAt(changes, { ...now, at })
  const query = asOf ? { asOf } : {}
  const options = { now, timeZone }
  const onHandNow = await ask(onHand, query, options)
  expect(onHandNow).toEqual(onHandRows(levels))
  expect(await ask(onHand, { ...query, by: 'lot' }, options)).toEqual(lotRows(levels))
  expect(await ask(ageing, query, options)).toEqual(ageingRows(levels, at, timeZone))
  expect(await ask(expiry, query, options)).toEqual(expiryRows(levels, at, timeZone))
  expect(await ask(openOrders, query, options)).toEqual(openPurchaseRows(changes, { ...now, at }, timeZone))
  const inStock = levels.filter((key) => !figure(key, 'inStock').eq(0))
  const unitsOnHand = onHandNow.map((row) => row.inStock).filter((units) => units !== 0)
  for (const method of ['lot', 'fifo', 'average'] as const) {
    const rows = await ask(valuation, { ...query, method }, options)
    expect(rows.map(({ units }) => units)).toEqual(unitsOnHand)
    for (const [index, key] of inStock.entries()) {
      const { value, unpriced } = worthOf(key, method, values)
      const { partNo, wid } = key
      const row = rows[index]
      expect(row, JSON.stringify({ method, now, asOf, wid })).toMatchObject({ partNo, wid, unpricedUnits: unpriced })
      if (method === 'average') expect(row?.totalValue).toBeCloseTo(value, 6)
      else expect(row?.totalValue).toBe(value)
      const priced = Number(figure(key, 'inStock').minus(unpriced))
      if (priced === 0) expect(row?.unitCost).toBeNull()
      else expect(row?.unitCost).toBeCloseTo(value / priced, 5)
    }
  }
}

function worthOf(key: LevelKey, method: 'lot' | 'fifo' | 'average', values: ValuesAfter) {
  const lots = lotsOf(key)
  const ofLots = { value: Number(lotValueOf(lots)), unpriced: Number(unpricedOf(lots)) }
  if (method === 'lot') return ofLots
  const state = values.get(`${key.partNo}/${key.wid}/${key.entries.at(-1)?.sequence}`)
  if (!state) throw new Error('A place without values')
  if (method === 'average') return { ...ofLots, value: Number(state.averageValue) }
  return { value: Number(state.fifoValue), unpriced: Number(state.fifoUnpriced) }
}

/** Reports of what happened in some days, which begin before the first change of orders. */
async function checkPeriod({ history: { ask }, changes, now, timeZone }: Case, first: string, to: string) {
  const [options, from] = [{ now, timeZone }, dayBefore(first)]
  const at = new Date(Math.min(Number(now.at), Number(lastMomentOf(timeZone, to))))
  const until = { ...now, at }
  const service = await ask(serviceLevels, { from, to }, options)
  for (const [family, side] of [
    ['shipping', 'customer'],
    ['purchase', 'vendor'],
  ] as const) {
    const { lines, backordered, ...expected } = serviceRow(changes, family, until, { timeZone, from, to })
    const [row] = service.filter((one) => one.side === side && one.party !== '')
    if (lines === 0 && backordered === 0) expect(row).toBeUndefined()
    else expect(row).toMatchObject({ lines, backordered, ...expected })
  }
  expect(await ask(accuracy, { from, to, tolerance: 10 }, options)).toEqual(
    accuracyRows(changes, until, { tolerance: 10 }),
  )
  const start = Number(lastMomentOf(timeZone, dayBefore(from))) + 1
  const expected = turnoverRows(changes, now, timeZone, { start, end: Number(at) })
  const turnover = await ask(stockTurnover, { from, to }, options)
  expect(turnover).toHaveLength(expected.length)
  for (const { averageValue, daysOut, ...row } of expected) {
    const found = turnover.find(({ partNo, wid }) => partNo === row.partNo && wid === row.wid)
    expect(found).toMatchObject(row)
    expect(found?.averageValue).toBeCloseTo(averageValue, 4)
    expect(found?.daysOut).toBeCloseTo(daysOut, 1)
  }
}

async function checkDays(one: Case, days: readonly [string, ...string[]]) {
  const { ask } = one.history
  const { changes, now, timeZone } = one
  let closed = new Map<string, number>()
  for (const day of days) {
    const rows = await ask(activity, { from: day, to: day }, { now, timeZone })
    expect(rows).toEqual(activityRows(changes, now, timeZone, day))
    for (const row of rows) {
      const changed = kinds.map((kind) => row[kind])
      expect(changed.reduce((total, units) => total.plus(units), sum([]).plus(row.opening)).toNumber()).toBe(
        row.closing,
      )
      expect(row.opening).toBe(closed.get(`${row.partNo}/${row.wid}`) ?? 0)
    }
    closed = new Map(rows.map((row) => [`${row.partNo}/${row.wid}`, row.closing]))
  }
  const [from, to] = [days[0], dayIn(timeZone, now.at)]
  expect(await ask(deedsByPerson, { from, to }, { now, timeZone })).toEqual(deedRows(changes, now, timeZone))
  await checkPeriod(one, from, to)
}

/** The value of the stock by day is what the valuation of each day adds up to. */
async function checkValueByDay(
  { history: { ask }, changes, now, timeZone }: Case,
  days: readonly string[],
  scope: 'all' | number[],
) {
  const options = { now, timeZone, scope }
  const expected = []
  const begun = dayIn(timeZone, new Date(Math.min(...changes.filter(isOfStock).map(({ at }) => Number(at)))))
  // No row is before the first entry of the ledger.
  for (const day of days.filter((one) => one >= begun)) {
    const rows = await ask(valuation, { asOf: day }, options)
    const totalOf = (column: 'totalValue' | 'unpricedUnits') =>
      Number(sum(rows.map((row) => sum([]).plus(row[column]))))
    expected.push({ day, totalValue: totalOf('totalValue'), unpricedUnits: totalOf('unpricedUnits') })
  }
  expect(await ask(valueByDay, { from: days[0], to: days.at(-1) }, options)).toEqual(expected)
}

test.each([
  { seed: 1, timeZone: 'Europe/Berlin', first: '2026-03-26T20:00:00Z', isShuffled: false },
  { seed: 2, timeZone: 'Europe/Berlin', first: '2026-10-23T20:00:00Z', isShuffled: true },
])(
  'every report of a random history is what a fold of its feed says, at each day and at random sequences (%o)',
  {
    timeout: 600_000,
  },
  async ({ seed, timeZone, first, isShuffled }) => {
    const random = createRandom(seed)
    const since = (await world.readFeed()).length
    const done = await makeHistory(world, random, STEPS)
    expect(done.size, [...done].join(' ')).toBeGreaterThan(15)
    const changes = spread((await world.readFeed()).slice(since), first, random, isShuffled)
    const history = await deriveHistory(changes, 1 + Math.floor(random() * 60))
    const now: Moment = { sequence: changes.length, at: new Date(Math.max(...changes.map(({ at }) => Number(at)))) }
    const atEnd: Case = { history, changes, values: await foldValues(changes), now, timeZone }
    const days = [...new Set(changes.map(({ at }) => dayIn(timeZone, at)))].sort() as [string, ...string[]]
    expect(days.length).toBeGreaterThanOrEqual(5)
    for (const day of [undefined, ...days]) await checkMoment(atEnd, day)
    for (let count = 0; count < 8; count++) {
      const sequence = 1 + Math.floor(random() * changes.length)
      await checkMoment({ ...atEnd, now: { ...now, sequence } }, count % 2 ? days[count % days.length] : undefined)
    }
    await checkDays(atEnd, days)
    await checkDays({ ...atEnd, now: { ...now, sequence: Math.ceil(changes.length / 2) } }, days)
    const allDays = [addDays(days[0] ?? '', -1), ...days]
    await checkValueByDay(atEnd, allDays, 'all')
    await checkValueByDay(atEnd, days.slice(2), [1, 3])
    await checkValueByDay({ ...atEnd, now: { ...now, sequence: Math.ceil(changes.length / 2) } }, days, 'all')
    // A client of some warehouses gets their rows, as they are for all.
    const ofAll = { now, timeZone }
    const ofSome = { ...ofAll, scope: [1, 3] }
    const isSeen = ({ wid }: { readonly wid: number }) => wid !== 2
    const { ask } = history
    const byLot = { by: 'lot' }
    expect(await ask(onHand, byLot, ofSome)).toEqual((await ask(onHand, byLot, ofAll)).filter(isSeen))
    const byFifo = { method: 'fifo' }
    expect(await ask(valuation, byFifo, ofSome)).toEqual((await ask(valuation, byFifo, ofAll)).filter(isSeen))
    const inDays = { from: days[1], to: days[3] }
    expect(await ask(activity, inDays, ofSome)).toEqual((await ask(activity, inDays, ofAll)).filter(isSeen))
  },
)
