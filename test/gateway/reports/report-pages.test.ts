import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEndMark } from '../../../shared/contract/core/export-formats.ts'
import { connectDatabase } from '../../support/servers/database.ts'
import { type ReportSystem, startReportSystem } from './frame-world.ts'

const ITEMS = 7
const HOUR_MS = 3_600_000

let world: ReportSystem
let items: string[]
beforeAll(async () => {
  world = await startReportSystem({ timeZone: 'Europe/Berlin' })
  items = await Promise.all(Array.from({ length: ITEMS }, () => world.newItem()))
  for (const [index, itemID] of items.entries()) await world.receive(itemID, index + 1)
  for (const [index, itemID] of items.entries()) await world.knows(itemID, index + 1)
})
afterAll(() => world[Symbol.asyncDispose]())

/** The path of a relation of a `Link` header, below `/Report/`. */
const linkTo = (relation: string, { headers }: { headers: Readonly<Record<string, string>> }) =>
  new RegExp(`<[^>]*/Report/([^>]+)>; rel="${relation}"`).exec(headers.link ?? '')?.[1] ?? ''

test('pages are of one moment while stock changes, when they are read by their links or by the snapshot', async () => {
  const first = await world.run('1001?pageSize=3&sort=inStock')
  expect(first).toMatchObject({ status: 200, body: { totalCount: ITEMS, pageCount: 3, hasMore: true } })
  expect(first.headers['x-time-zone']).toBe('Europe/Berlin')
  const [one = '', two = ''] = items
  await world.receive(one, 100)
  await world.issue(two, 1)
  await world.knows(one, 101)
  await world.knows(two, 1)

  const second = await world.run(linkTo('next', first))
  const third = await world.run(`1001?pageSize=3&sort=inStock&page=3&snapshot=${first.snapshot}`)
  expect([second, third].map(({ snapshot }) => snapshot)).toEqual([first.snapshot, first.snapshot])
  expect([first, second, third].flatMap(({ rows }) => rows.map(({ inStock }) => inStock))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ])

  // Another sort, of which no rows are kept.
  const others = await world.run(`1001?sort=inStock&direction=desc&snapshot=${first.snapshot}`)
  expect(others.rows.map(({ inStock }) => inStock)).toEqual([7, 6, 5, 4, 3, 2, 1])
  const now = await world.run(`1001?itemID=${one}`)
  expect(now.snapshot).toBeGreaterThan(first.snapshot)
  await world.issue(one, 100)
  await world.receive(two, 1)
  await world.knows(one, 1)
  await world.knows(two, 2)
})

test('the last pages are empty or short, a page has at most 1000 rows, and count is the most rows in all', async () => {
  expect((await world.run('1001?pageSize=5000')).body).toMatchObject({ pageSize: 1_000, totalCount: ITEMS })
  expect((await world.run('1001?pageSize=4&page=2')).rows).toHaveLength(3)
  expect((await world.run('1001?pageSize=4&page=3')).rows).toHaveLength(0)
  const counted = await world.run('1001?pageSize=4&page=2&count=5')
  expect(counted).toMatchObject({ body: { totalCount: 5, pageCount: 2, hasMore: false } })
  expect(counted.rows).toHaveLength(1)
})

test('totals are of all rows, whatever the page, and not of columns whose sums mean nothing', async () => {
  const totals = { units: 28, totalValue: 0, unpricedUnits: 28 }
  for (const query of ['15', '15?pageSize=2&page=3', '15?count=2&sort=units'])
    expect((await world.run(query)).body.totals, query).toEqual(totals)
  expect((await world.run('1001?by=lot')).body.totals).toEqual({ inStock: 28, onHold: 0, aSN: 0 })
  expect((await world.run('1008')).body.totals).toEqual({ entries: 11, units: 230, reversals: 0 })
  expect((await world.run('15?category=99')).body).toMatchObject({ value: [], totals: {} })
})

test('flags are the same as parameters of the query', async () => {
  const itemID = items[3] ?? ''
  const { rows } = await world.run(`1001?itemID=${itemID}&wid=1`)
  expect(rows).toHaveLength(1)
  expect((await world.run(`1001?flags=${encodeURIComponent(`itemID=${itemID};wid=1`)}`)).rows).toEqual(rows)
})

test.each([
  ['1001?flags=colour=red', { colour: ['The field colour is no parameter of this report.'] }],
  ['1001?flags=wid=1;wid=2', { wid: ['The field wid must be given once.'] }],
  ['1001?flags=wid=one', { wid: ['The field wid must be an integer.'] }],
  ['1001?asOf=2026-02-30', { asOf: ['The field asOf must be an ISO 8601 date or date-time.'] }],
  ['1001?asOf=9000-01-01', { asOf: ['The field asOf must not be in the future.'] }],
  ['22?from=2026-02-01&to=2026-01-31', { from: ['The field from must not be after to.'] }],
  ['22?to=9000-01-01', { to: ['The field to must not be in the future.'] }],
  ['1001?snapshot=x', { snapshot: ['The field snapshot must be an integer.'] }],
])('%s is refused by field', async (query, details) => {
  const { status, body } = await world.run(query)
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'validation_error', details } })
})

test('a parameter of another report is 400, as its response would be of something else, and an unknown one is ignored', async () => {
  for (const [path, name] of [
    ['1002?method=lot', 'method'],
    ['1003?asOf=2026-01-01', 'asOf'],
    ['15/Days?AsOf=2026-01-01', 'AsOf'],
  ] as const) {
    const { status, body, headers } = await world.run(path)
    expect([status, body.details], path).toEqual([400, { [name]: [`The field ${name} must not be given here.`] }])
    expect(headers['x-ignored-parameters']).toBeUndefined()
  }
  const { status, headers } = await world.run('1002?colour=red')
  expect([status, headers['x-ignored-parameters']]).toEqual([200, 'colour'])
})

test('a snapshot is of the last 24 hours or the end of a day; others have expired', async () => {
  const { snapshot } = await world.run('1001')
  const database = await connectDatabase(`${world.system.system}-notifications`)
  const changes = database.collection<{ _id: number }>('changes')
  const setTime = (_id: number, at: string) => changes.updateOne({ _id }, { $set: { at: new Date(at) } })
  // 22:30 UTC is the next day in Berlin, in winter too from 23:00.
  for (const [sequence, at] of [
    [1, '2026-01-10T10:00:00Z'],
    [2, '2026-01-10T22:30:00Z'],
    [3, '2026-01-10T23:30:00Z'],
    [4, '2026-01-10T23:40:00Z'],
    [5, new Date(Date.now() - 2 * HOUR_MS).toISOString()],
  ] as const)
    await setTime(sequence, at)
  const statusOf = async (sequence: number) => (await world.run(`1001?snapshot=${sequence}&pageSize=9`)).status
  expect(await statusOf(1)).toBe(409)
  expect((await world.run('1001?snapshot=1')).body).toMatchObject({ message: 'The snapshot has expired.' })
  expect(await statusOf(2)).toBe(200)
  expect(await statusOf(3)).toBe(409)
  expect(await statusOf(4)).toBe(200)
  expect(await statusOf(5)).toBe(200)
  expect(await statusOf(snapshot)).toBe(200)
  expect(await statusOf(snapshot + 1_000)).toBe(409)
})

test('a report is exported whole as NDJSON and CSV, in the sort that was asked for, with an end mark and its snapshot', async () => {
  const { api } = world.client
  const asText = (type: string) =>
    api.raw('GET', '/Report/1001?sort=inStock&direction=desc&pageSize=2').set('accept', type).responseType('blob')
  const lines = String((await asText('application/x-ndjson')).body)
    .trim()
    .split('\n')
  expect(lines.slice(0, -1).map((line: string) => JSON.parse(line).inStock)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(readEndMark(`${lines.at(-1)}\n`)).toMatchObject({ count: ITEMS })
  const csv = await asText('text/csv')
  const text = String(csv.body)
  expect(text).toMatch(/^partNo,shortID,wid,/)
  expect(text.trim().split('\r\n')).toHaveLength(ITEMS + 2)
  expect(Number(csv.headers['x-snapshot'])).toBeGreaterThan(0)
  expect(csv.headers['x-time-zone']).toBe('Europe/Berlin')
})
