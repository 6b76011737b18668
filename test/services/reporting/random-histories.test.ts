import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange, Moment } from '../../../services/reporting/history/history.ts'
import { activity } from '../../../services/reporting/reports/activity.ts'
import { ageing } from '../../../services/reporting/reports/ageing.ts'
import { expiry } from '../../../services/reporting/reports/expiry.ts'
import { onHand } from '../../../services/reporting/reports/on-hand.ts'
import { valuation } from '../../../services/reporting/reports/valuation.ts'
import { deedsByPerson } from '../../../services/reporting/reports/who-did-what.ts'
import { createRandom } from '../../support/records/seeded.ts'
import { addedBy, averageValueOf, fifoOf, figure, lotsOf, lotValueOf, placesAt, sum, unpricedOf } from './naive-fold.ts'
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
const LAST = new Date('9999-01-01')

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** The name of a day in a zone, by other means than those of the service. */
const dayIn = (timeZone: string, at: Date) => at.toLocaleDateString('sv-SE', { timeZone })
const daysBetween = (earlier: string, later: string) => (Date.parse(later) - Date.parse(earlier)) / (24 * HOUR_MS)

/** A history over days that begin before the clocks are changed, in the sequence of the feed or in another one. */
function spread(feed: readonly FeedChange[], first: string, random: () => number, isShuffled: boolean): FeedChange[] {
  const inOrder = isShuffled ? shuffleNearby(feed, random) : feed
  const numbered = inOrder.map((change, index) => ({ ...change, sequence: index + 1 }))
  // Half an hour each, more or less: some happen before what precedes them in the feed.
  const step = (5 * 24 * HOUR_MS) / numbered.length
  return happeningAt(
    numbered,
    (sequence) => new Date(Math.round(Date.parse(first) + sequence * step + (random() - 0.5) * HOUR_MS)),
  )
}

function shuffleNearby(feed: readonly FeedChange[], random: () => number): FeedChange[] {
  return feed
    .map((change, index) => ({ change, place: index + random() * 6 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ change }) => change)
}

async function checkMoment(
  { ask }: DerivedHistory,
  changes: readonly FeedChange[],
  now: Moment,
  timeZone: string,
  asOf: string | undefined,
) {
  const at = new Date(
    Math.min(now.at.getTime(), asOf ? lastMomentOf(timeZone, asOf).getTime() : Number.POSITIVE_INFINITY),
  )
  const places = placesAt(changes, { ...now, at })
  const query = asOf ? { asOf } : {}
  const options = { now, timeZone }
  const named = ({ partNo, shortID, wid }: (typeof places)[number]) => ({ partNo, shortID, wid })

  const onHandRows = await ask(onHand, query, options)
  const figures = ['inStock', 'onOrder', 'onHold', 'committed', 'packed', 'aSN'] as const
  const expected = places.map((place) => {
    const of = Object.fromEntries(figures.map((name) => [name, Number(figure(place, name))]))
    const available = figure(place, 'inStock').minus(
      sum(['onHold', 'committed', 'packed'].map((name) => figure(place, name))),
    )
    return { ...named(place), recNo: null, spot: null, available: Number(available), ...of }
  })
  const isThere = (row: object) => figures.some((name) => new Map<string, unknown>(Object.entries(row)).get(name) !== 0)
  expect(onHandRows).toEqual(expected.filter(isThere))

  const lots = places.flatMap((place) => lotsOf(place).map((lot) => ({ place, ...lot })))
  const unknown = { available: null, onOrder: null, committed: null, packed: null }
  expect(await ask(onHand, { ...query, by: 'lot' }, options)).toEqual(
    lots
      .map(({ place, recNo, spot, inStock, onHold, aSN }) => ({
        ...{ ...named(place), recNo, spot, ...unknown },
        ...{ inStock: Number(inStock), onHold: Number(onHold), aSN: Number(aSN) },
      }))
      .filter(({ inStock, onHold, aSN }) => inStock !== 0 || onHold !== 0 || aSN !== 0),
  )

  for (const method of ['lot', 'fifo', 'average'] as const) {
    const rows = await ask(valuation, { ...query, method }, options)
    const inStock = places.filter((place) => !figure(place, 'inStock').eq(0))
    expect(rows.map(({ units }) => units)).toEqual(onHandRows.map((row) => row.inStock).filter((units) => units !== 0))
    for (const [index, place] of inStock.entries()) {
      const what = JSON.stringify({ method, now, asOf, wid: place.wid })
      const ofPlace = lotsOf(place)
      const fifo = fifoOf(place)
      const value = { lot: Number(lotValueOf(ofPlace)), fifo: Number(fifo.value), average: averageValueOf(place) }[
        method
      ]
      const unpriced = Number(method === 'fifo' ? fifo.unpriced : unpricedOf(ofPlace))
      const row = rows[index]
      expect(row, what).toMatchObject({ ...named(place), unpricedUnits: unpriced })
      if (method === 'average') expect(row?.totalValue).toBeCloseTo(value, 6)
      else expect(row?.totalValue, what).toBe(value)
      const priced = (row?.units ?? 0) - unpriced
      if (priced === 0) expect(row?.unitCost).toBeNull()
      else expect(row?.unitCost).toBeCloseTo(value / priced, 5)
    }
  }

  const today = dayIn(timeZone, at.getTime() < LAST.getTime() ? at : new Date())
  if (at.getTime() >= LAST.getTime()) return
  const ages = ['30', '60', '90', '180', '365', 'Over365']
  const ageOf = (received: string) => {
    const age = daysBetween(dayIn(timeZone, new Date(received)), today)
    return [30, 60, 90, 180, 365].findIndex((limit) => age <= limit)
  }
  expect(await ask(ageing, query, options)).toEqual(
    places.flatMap((place) => {
      const ofPlace = lotsOf(place).filter(({ inStock }) => !inStock.eq(0))
      const buckets = ages.flatMap((age, index) => {
        const inBucket = ofPlace.filter(({ facts }) => ageOf(facts.received) === (index === 5 ? -1 : index))
        const units = Number(sum(inBucket.map(({ inStock }) => inStock)))
        return [[`units${age}`, units] as const, [`value${age}`, Number(lotValueOf(inBucket))] as const]
      })
      const units = Number(sum(ofPlace.map(({ inStock }) => inStock)))
      const row = { ...named(place), units, ...Object.fromEntries(buckets), unpricedUnits: Number(unpricedOf(ofPlace)) }
      return ofPlace.length > 0 ? [row] : []
    }),
  )

  const spanOf = (expires: string) => {
    if (new Date(expires) <= at) return 'expired'
    const left = daysBetween(today, dayIn(timeZone, new Date(expires)))
    return [30, 60, 90, 120, 150, 180].find((limit) => left <= limit)?.toString() ?? 'Later'
  }
  const expiryRows = await ask(expiry, query, options)
  const expiring = places.flatMap((place) => {
    const ofPlace = lotsOf(place).filter(({ inStock, facts }) => !inStock.eq(0) && facts.expires !== null)
    const units = Number(sum(ofPlace.map(({ inStock }) => inStock)))
    if (units === 0) return []
    const buckets = ['expired', '30', '60', '90', '120', '150', '180', 'Later'].flatMap((span) => {
      const inSpan = ofPlace.filter(({ facts }) => spanOf(facts.expires ?? '') === span)
      const names = span === 'expired' ? ['expiredUnits', 'expiredValue'] : [`units${span}`, `value${span}`]
      return [
        [names[0], Number(sum(inSpan.map(({ inStock }) => inStock)))],
        [names[1], Number(lotValueOf(inSpan))],
      ] as const
    })
    return [{ ...named(place), units, ...Object.fromEntries(buckets), unpricedUnits: Number(unpricedOf(ofPlace)) }]
  })
  expect(expiryRows).toEqual(expiring)
}

/** The last moment whose day in the zone is that one, found by walking. */
function lastMomentOf(timeZone: string, day: string): Date {
  let at = Date.parse(`${day}T00:00:00Z`) - 14 * HOUR_MS
  while (dayIn(timeZone, new Date(at)) <= day) at += HOUR_MS / 4
  return new Date(at - 1)
}

async function checkActivity({ ask }: DerivedHistory, changes: readonly FeedChange[], now: Moment, timeZone: string) {
  const names = [...new Set(changes.map(({ at }) => dayIn(timeZone, at)))].sort()
  const kinds = [
    'received',
    'issued',
    'movedIn',
    'movedOut',
    'shipped',
    'transitIn',
    'transitOut',
    'adjusted',
    'counted',
    'reversed',
  ] as const
  let previous = new Map<string, number>()
  for (const day of names) {
    const rows = await ask(activity, { from: day, to: day }, { now, timeZone })
    const before = { ...now, at: new Date(lastMomentOf(timeZone, dayBefore(day)).getTime()) }
    const opened = new Map(placesAt(changes, before).map((place) => [`${place.partNo}/${place.wid}`, place]))
    const closing = { ...now, at: new Date(Math.min(now.at.getTime(), lastMomentOf(timeZone, day).getTime())) }
    const folded = placesAt(changes, closing).flatMap((place) => {
      const { partNo, shortID, wid, entries } = place
      const known = opened.get(`${partNo}/${wid}`)
      const ofDay = entries.slice(known?.entries.length ?? 0)
      const of = (kind: string) =>
        Number(sum(ofDay.filter((entry) => kindOf(entry, wid) === kind).map((entry) => addedBy(entry, wid))))
      const row = {
        ...{ partNo, shortID, wid, opening: known ? Number(figure(known, 'inStock')) : 0 },
        ...Object.fromEntries(kinds.map((kind) => [kind, of(kind)])),
        closing: Number(figure(place, 'inStock')),
      }
      const isEmpty = row.opening === 0 && row.closing === 0 && kinds.every((kind) => of(kind) === 0)
      return isEmpty ? [] : [row]
    })
    expect(rows).toEqual(folded)
    for (const row of rows) {
      expect(
        sum(kinds.map((kind) => sum([])).concat(kinds.map((kind) => sumOf(row[kind]))))
          .plus(row.opening)
          .toNumber(),
      ).toBe(row.closing)
      expect(row.opening).toBe(previous.get(`${row.partNo}/${row.wid}`) ?? 0)
    }
    previous = new Map(rows.map((row) => [`${row.partNo}/${row.wid}`, row.closing]))
  }
  return names.length
}

const sumOf = (value: number) => sum([]).plus(value)
const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * HOUR_MS).toISOString().slice(0, 10)

type Entry = (FeedChange & { data: unknown })['data'] & Parameters<typeof addedBy>[0]

function kindOf(entry: Entry, wid: number): string | undefined {
  const added = addedBy(entry, wid)
  if (added.eq(0)) return undefined
  if (entry.type === 'reverse') return 'reversed'
  if (entry.countNo !== null) return 'counted'
  if (entry.adjustment) return 'adjusted'
  if (entry.type === 'move') return added.gt(0) ? 'movedIn' : 'movedOut'
  const ofPacked = entry.levels.some(({ figure: name, units }) => name === 'packed' && units < 0)
  const kinds: Record<string, string> = {
    receive: 'received',
    issue: ofPacked ? 'shipped' : 'issued',
    ship: 'transitOut',
  }
  return kinds[entry.type] ?? 'transitIn'
}

async function checkDeeds({ ask }: DerivedHistory, changes: readonly FeedChange[], now: Moment, timeZone: string) {
  const told = changes.filter(isOfStock).filter(({ sequence, at }) => sequence <= now.sequence && at <= now.at)
  const [first, last] = [told.map(({ at }) => at).reduce((a, b) => (a < b ? a : b)), now.at]
  const reversed = new Set(told.map(({ data }) => data.reverses))
  const groups = new Map<string, { entries: number; units: number; reversals: number }>()
  for (const { at, data } of told) {
    const key = JSON.stringify([dayIn(timeZone, at), data.clientId, data.actor ?? '', data.type])
    const group = groups.get(key) ?? { entries: 0, units: 0, reversals: 0 }
    const units = sumOf(group.units).plus(data.units).toNumber()
    const reversals = group.reversals + Number(reversed.has(data.transactionNo))
    groups.set(key, { entries: group.entries + 1, units, reversals })
  }
  const rows = await ask(deedsByPerson, { from: dayIn(timeZone, first), to: dayIn(timeZone, last) }, { now, timeZone })
  const found = rows.map(({ day, clientId, actor, type, ...figures }) => [
    JSON.stringify([day, clientId, actor, type]),
    figures,
  ])
  expect(found).toEqual([...groups].sort(([one], [other]) => (one < other ? -1 : 1)))
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
    const feed = (await world.readFeed()).slice(since)
    expect(done.size, [...done].join(' ')).toBeGreaterThan(15)
    const changes = spread(feed, first, random, isShuffled)
    const history = await deriveHistory(changes, 1 + Math.floor(random() * 60))
    const end: Moment = { sequence: changes.length, at: new Date(Math.max(...changes.map(({ at }) => at.getTime()))) }
    await checkMoment(history, changes, end, timeZone, undefined)
    const days = [...new Set(changes.map(({ at }) => dayIn(timeZone, at)))].sort()
    for (const day of days) await checkMoment(history, changes, end, timeZone, day)
    for (let count = 0; count < 8; count++) {
      const sequence = 1 + Math.floor(random() * changes.length)
      await checkMoment(
        history,
        changes,
        { ...end, sequence },
        timeZone,
        count % 2 ? days[count % days.length] : undefined,
      )
    }
    expect(await checkActivity(history, changes, end, timeZone)).toBeGreaterThanOrEqual(5)
    await checkDeeds(history, changes, end, timeZone)
    await checkDeeds(history, changes, { ...end, sequence: Math.ceil(changes.length / 2) }, timeZone)
    // A client of some warehouses gets their rows, as they are for all.
    for (const [report, query] of [
      [onHand, { by: 'lot' }],
      [valuation, { method: 'fifo' }],
      [activity, { from: days[1], to: days[3] }],
    ] as const) {
      const all = await history.ask(report, query, { now: end, timeZone })
      const some = await history.ask(report, query, { now: end, timeZone, scope: [1, 3] })
      expect(some).toEqual(all.filter(({ wid }) => wid !== 2))
    }
  },
)
