import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { difference, sum } from '../../../console/src/fold/decimal.ts'
import { bucketEnds, countBefore, toExpiryBuckets } from '../../../console/src/fold/expiry-buckets.ts'
import { besideField, inFieldWords } from '../../../console/src/fold/field-words.ts'
import { healthCharts, lastReconciles } from '../../../console/src/fold/health-charts.ts'
import { lastMonth } from '../../../console/src/fold/last-month.ts'
import { type LotNode, type TracedLot, toLotTree } from '../../../console/src/fold/lot-tree.ts'
import { parseDecimal } from '../../../console/src/fold/parse-decimal.ts'
import { type LedgerEntry, markOf, toQuantitySeries } from '../../../console/src/fold/quantity-series.ts'
import { toReversal } from '../../../console/src/fold/reversal.ts'
import { toSpotGrid } from '../../../console/src/fold/spot-grid.ts'
import { titleOf } from '../../../console/src/fold/title-of.ts'
import { toBody } from '../../../console/src/fold/to-body.ts'
import { toTurnoverClasses } from '../../../console/src/fold/turnover-classes.ts'

const entry = (transactionNo: number, type: string, ...levels: LedgerEntry['levels'][number][]): LedgerEntry => ({
  transactionNo,
  type,
  at: `2026-01-0${transactionNo}T00:00:00.000Z`,
  countNo: null,
  levels,
})
const inStock = (wid: number, units: number) => ({ wid, figure: 'inStock', units })

describe('The series of stock quantities', () => {
  const newestFirst = [
    entry(4, 'issue', inStock(1, -0.2)),
    entry(3, 'reserve', { wid: 1, figure: 'committed', units: 5 }),
    entry(2, 'move', inStock(1, -1), inStock(2, 1)),
    entry(1, 'receive', inStock(1, 10.3)),
  ]
  const unitsOf = (wid?: number, now = 10.1) => toQuantitySeries(newestFirst, now, wid).map((point) => point.units)

  test('is oldest first, exact to the last decimal, and has no point without a change', () => {
    expect(unitsOf()).toEqual([10.3, 10.1])
    expect(toQuantitySeries(newestFirst, 10.1).map(({ type, change }) => [type, change])).toEqual([
      ['receive', 10.3],
      ['issue', -0.2],
    ])
  })

  test('of one warehouse contains moves into and out of it', () => {
    expect(unitsOf(1, 9.1)).toEqual([10.3, 9.3, 9.1])
    expect(unitsOf(2, 1)).toEqual([1])
  })

  test('marks receipts, issues and corrections by counts', () => {
    const marksOf = (countNo: string | null) => newestFirst.map((one) => markOf({ ...one, countNo }))
    expect(marksOf(null)).toEqual(['issued', undefined, undefined, 'received'])
    expect(new Set(marksOf('CC-1'))).toEqual(new Set(['counted']))
  })

  test('is right when the entries do not reach back to the beginning', () => {
    expect(toQuantitySeries(newestFirst.slice(0, 1), 10.1).map(({ units }) => units)).toEqual([10.1])
  })
})

test('quantities of six decimals are added without an error of floating point', () => {
  expect(sum([0.1, 0.2])).toBe(0.3)
  expect(difference(999_999_999.999999, 0.000001)).toBe(999_999_999.999998)
  const millionths = fc.integer({ min: 0, max: 1_000_000_000_000 })
  fc.assert(
    fc.property(millionths, millionths, (one, other) => {
      expect(sum([one / 1e6, other / 1e6])).toBe((one + other) / 1e6)
    }),
  )
})

test('a health chart has a gap where a service did not respond, and reconciles are those that took place', () => {
  const gateway = { requestsPerSecond: 2, p50Ms: 3, p99Ms: null, rateLimited: 4, unavailable: 5, failed: 6 }
  const services = [
    { service: 'catalog', figures: {} },
    { service: 'inventory', figures: { outbox_lag_seconds: 0, reconcile_age_seconds: 60, reconcile_differences: 7 } },
    { service: 'notifications', figures: { feed_lag_seconds: 0.1, webhook_lag_seconds: 8 } },
  ]
  const sample = { at: Date.parse('2026-06-01T00:01:00.000Z'), gateway, services }
  const values = healthCharts.map(({ lines }) => lines.map(({ of }) => of(sample)))
  expect(values).toEqual([[2], [3, null], [4, 5, 6], [0, null, 0.1, 8]])
  expect(lastReconciles(sample)).toEqual([{ service: 'inventory', at: '2026-06-01T00:00:00.000Z', differences: 7 }])
})

describe('The buckets of expiry', () => {
  const now = Date.parse('2026-06-01T00:00:00.000Z')
  const at = (days: number) => ({ goodUntil: new Date(now + days * 86_400_000).toISOString() })
  const bucketsOf = (...lots: { goodUntil: string | null }[]) =>
    toExpiryBuckets(countBefore(lots, bucketEnds(now)), lots.filter(({ goodUntil }) => goodUntil !== null).length)
  const filled = (...lots: { goodUntil: string | null }[]) =>
    bucketsOf(...lots).flatMap(({ title, lots }) => (lots > 0 ? [[title, lots]] : []))

  test.each([
    [-0.1, 'Expired'],
    [0, '0–29 days'],
    [29.9, '0–29 days'],
    [30, '30–59 days'],
    [359, '330–359 days'],
    [360, '360 days or more'],
    [4_000, '360 days or more'],
  ])('a lot that expires in %s days is in “%s”', (days, title) => {
    expect(filled(at(days))).toEqual([[title, 1]])
  })

  test('are complete and in order of time, and contain no lots that never expire', () => {
    expect(bucketsOf({ goodUntil: null })).toHaveLength(14)
    expect(filled({ goodUntil: null })).toEqual([])
    expect(filled(at(40), at(5), at(41))).toEqual([
      ['0–29 days', 1],
      ['30–59 days', 2],
    ])
  })
})

test('a reversal adds the opposite, and never minus zero', () => {
  expect(toReversal([inStock(1, 2.5), inStock(2, 0)])).toEqual([inStock(1, -2.5), inStock(2, 0)])
})

test('a form yields a body once all required fields are filled in and nothing is mistyped', () => {
  const fields = [
    ['itemID', { name: 'item', isRequired: true, parse: (text: string) => text }],
    ['units', { name: 'quantity', isRequired: true, parse: parseDecimal }],
    ['price', { name: 'unit cost', isRequired: false, parse: parseDecimal }],
  ] as const
  expect(toBody(fields, { itemID: ' BOLT ', units: '1,5', price: ' ', other: 'x' })).toEqual({
    body: { itemID: 'BOLT', units: 1.5 },
  })
  expect(toBody(fields, { itemID: 'BOLT', units: '0', price: '2' })).toEqual({
    body: { itemID: 'BOLT', units: 0, price: 2 },
  })
  expect(toBody(fields, { units: 'two', price: 'cheap' })).toEqual({
    missing: 'Required: item, quantity, unit cost',
  })
})

test('the lots of a trace are a tree from the receipt down, also when the receipt is not among them', () => {
  const lot = (recNo: number, fromRecNo: number | null) => ({ recNo, fromRecNo })
  const lots = [lot(9, 2), lot(4, 2), lot(2, 1), lot(1, null), lot(4, 2)]
  const numbers = (nodes: readonly LotNode<TracedLot>[]): unknown[] =>
    nodes.map(({ lot: { recNo }, splits }) => (splits.length === 0 ? recNo : [recNo, numbers(splits)]))
  expect(numbers(toLotTree(lots))).toEqual([[1, [[2, [4, 9]]]]])
  expect(numbers(toLotTree([lot(4, 2), lot(9, 4)]))).toEqual([[4, [9]]])
})

test('lots are counted by aisle and spot, as a warehouse numbers them', () => {
  const at = (spot: string, warehouse = 'Main') => ({ spot, warehouse })
  const grid = toSpotGrid([at('A-10'), at('A-2'), at('B-2-1'), at('A-2'), at('DOCK'), at(''), at('A-2', 'East')])
  expect(grid.aisles).toEqual(['East A', 'Main A', 'Main B', 'Main DOCK', 'Main no spot'])
  expect(grid.columns).toEqual(['–', '2', '2-1', '10'])
  expect(grid.aisles.map((aisle) => grid.columns.map((spot) => grid.countAt(aisle, spot)))).toEqual([
    [0, 1, 0, 0],
    [0, 2, 0, 1],
    [0, 0, 1, 0],
    [1, 0, 0, 0],
    [1, 0, 0, 0],
  ])
  expect(grid.most).toBe(2)
})

describe('A report', () => {
  test('of the last month is that of the installation, whatever the zone of the viewer', () => {
    const month = (now: string, timeZone: string) => Object.values(lastMonth(new Date(now), timeZone))
    expect(month('2026-03-15T12:00:00Z', 'UTC')).toEqual(['2026-02-01', '2026-02-28'])
    expect(month('2026-01-31T23:30:00Z', 'Europe/Berlin')).toEqual(['2026-01-01', '2026-01-31'])
    expect(month('2026-01-31T23:30:00Z', 'America/New_York')).toEqual(['2025-12-01', '2025-12-31'])
  })

  test('names its columns in words', () => {
    expect(['totalValue', 'units30', 'valueOver365', 'asOf', 'wid'].map(titleOf)).toEqual([
      'Total value',
      'Units 30',
      'Value over 365',
      'As of',
      'Warehouse',
    ])
  })

  test('of turnover has the share of each class with those before it, and its turnover', () => {
    const row = (name: string, issuedCost: number, averageValue: number) => ({ class: name, issuedCost, averageValue })
    const rows = [row('C', 5, 0), row('A', 50, 20), row('A', 30, 20), row('B', 15, 30)]
    expect(toTurnoverClasses(rows)).toEqual([
      { title: 'A: 2 items', share: 80, turnover: 2 },
      { title: 'B: 1 item', share: 95, turnover: 0.5 },
      { title: 'C: 1 item', share: 100, turnover: 0 },
    ])
  })
})

describe('A message about a field', () => {
  test.each([
    ['units', 'The field units must be greater than 0.', 'Units must be greater than 0.'],
    ['wid', 'The field wid must name an existing warehouse.', 'Warehouse must name an existing warehouse.'],
    ['lines[2].units', 'The field lines[2].units is required.', 'Units of line 3 is required.'],
    ['lines', 'The field lines must be an array.', 'Lines must be an array.'],
    ['overReceipt', 'must be at most 1000.', 'Over receipt: must be at most 1000.'],
  ])('about %s names it once, as people call it', (field, message, words) => {
    expect(inFieldWords(field, message)).toBe(words)
  })

  test('omits the name of the field beside its label', () => {
    expect(besideField('asOf', ['The field asOf must be a day.', 'The field asOf is late.'])).toBe(
      'Must be a day. Is late.',
    )
    expect(besideField('asOf', undefined)).toBeUndefined()
  })
})
