import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactOnce } from '../../../../shared/database/page-index/compaction.ts'
import { recordChanges } from '../../../../shared/database/page-index/indexed-list.ts'
import { locate } from '../../../../shared/database/page-index/locate.ts'
import type { Key } from '../../../../shared/database/page-index/page-index.model.ts'
import { verifyPageIndex } from '../../../../shared/database/page-index/verify.ts'
import { createWrites } from '../../../../shared/database/unit-of-work.ts'
import { listedRecords } from '../../../support/records/listed-records.ts'
import { createRandom } from '../../../support/records/seeded.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const scopes = ['all', [1], [3], [2, 3], [9], []] as const
const directions = [1, -1] as const
const now = Date.now()

const lists: { what: string; lowestKey: Key; draw: (random: number) => Key }[] = [
  { what: 'numbers that come in any order', lowestKey: 0, draw: (random) => Math.floor(random * 1e9) },
  {
    what: 'text that comes in any order',
    lowestKey: '',
    draw: (random) => `${['A-', 'a', 'é', '\u{1f600}', '\uff5e'][Math.floor(random * 5)]}${random}`,
  },
  {
    what: 'moments, the newest ones and long past ones, some of them the same',
    lowestKey: new Date(0),
    draw: (random) => new Date(random < 0.5 ? now : now - Math.floor(random * 200) * 1_000_000),
  },
]

test.each(lists)(
  'totals and pages are those of the records, while $what are written and compacted',
  async ({ what: _, draw, ...list }) => {
    const random = createRandom(7)
    const below = (limit: number) => Math.floor(random() * limit)
    const records = await listedRecords(await connectDatabase(), list)
    const pageIndexes = [records.pageIndex(), records.pageIndex()] as const
    const someWids = () => [1, 2, 3, 4].filter(() => random() < 0.5)

    for (let round = 0; round < 12; round++) {
      const count = round % 6 === 3 ? 1_500 : 1 + below(120)
      await records.add(
        Array.from({ length: count }, () => draw(random())),
        someWids(),
      )
      for (let n = 0; n < 5; n++) {
        const record = records.written[below(records.written.length)]
        if (record) await records.changeWarehouses(record, someWids())
      }
      const pageIndex = pageIndexes[round % 2 === 0 ? 0 : 1]
      if (round % 3 === 2) while (await compactOnce(pageIndex, 1));
      for (const [index, scope] of scopes.entries()) {
        // Each scope in both directions, in turn.
        const direction = (round + index) % 2 === 0 ? 1 : -1
        const expected = records.expected(scope, direction)
        const limit = 1 + below(250)
        const offset = below(expected.length + 3)
        const { total, ids } = await records.page(pageIndex, scope, offset, limit, direction)
        expect({ round, scope, total, ids }).toEqual({
          round,
          scope,
          total: expected.length,
          ids: expected.slice(offset, offset + limit),
        })
      }
    }
    const { buckets } = await pageIndexes[0].connection.transaction((session) => pageIndexes[0].read(session))
    expect(buckets.length).toBeGreaterThan(3)
  },
  120_000,
)

test('a list that was long before it had a page index is compacted in steps and exact all the time', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords(connection, { lowestKey: 0 })
  const keys = Array.from({ length: 20_000 }, (_, index) => index)
  const docs = keys.map((key) => ({ _id: key as never, key, wids: [key % 3] }))
  await records.indexedList.records.insertMany(docs)
  const pageIndex = records.pageIndex()
  const pages = async () => {
    expect((await records.page(pageIndex, [1], 0, 1, 1)).total).toBe(6_667)
    expect(await records.page(pageIndex, [1], 6_000, 2, 1)).toMatchObject({ ids: [18_001, 18_004] })
  }
  await pages()
  let runs = 0
  for (; await compactOnce(pageIndex); runs++) await pages()
  expect(runs).toBe(2)
  await pages()
  expect((await records.page(pageIndex, 'all', 19_990, 1, 1)).skip).toBeLessThan(1_024)

  const verify = () => verifyPageIndex(connection, records.indexedList, Date.now() + 20_000)
  expect(await verify()).toEqual([])
  await records.indexedList.pageIndex.updateOne({ kind: 'bucket', from: { $gt: 19_000 } }, { $inc: { 'counts.1': 5 } })
  const [difference, ...others] = await verify()
  expect(others).toEqual([])
  expect(Number(difference?.found) - Number(difference?.expected)).toBe(5)
}, 60_000)

test('records that a transaction makes at one moment are one change of each partition', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords<Date>(connection, { lowestKey: new Date(0) })
  const deltas = () =>
    records.indexedList.pageIndex.find({ kind: 'delta' }, { _id: 0, partitionKey: 1, change: 1 }).lean()
  await records.add(
    Array.from({ length: 30 }, () => new Date(now)),
    [1, 2],
  )
  expect(await deltas()).toEqual([{ partitionKey: '1,2', change: 30 }])
  const change = (by: 1 | -1) => ({ at: new Date(now), partitionKey: 3, change: by })
  const writes = createWrites()
  recordChanges(records.indexedList, [change(1), change(-1)], writes)
  await writes.send()
  expect(await deltas()).toHaveLength(1)
})

test('a record is counted that a long transaction commits after a compaction', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords<Date>(connection, { lowestKey: new Date(0) })
  const at = new Date(now - 100_000)
  const total = async () => (await records.page(records.pageIndex(), 'all', 0, 1, 1)).total
  await connection.transaction(async (session) => {
    await records.indexedList.records.insertOne({ _id: 1_000 as never, key: at, wids: [1] }, { session })
    const writes = createWrites(session)
    recordChanges(records.indexedList, [{ at, partitionKey: [1], change: 1 }], writes)
    await writes.send()
    await records.add(
      Array.from({ length: 600 }, (_, second) => new Date(now - second * 1_000)),
      [1],
    )
    while (await compactOnce(records.pageIndex(), 1));
    expect(await total()).toBe(600)
  })
  expect(await total()).toBe(601)
  while (await compactOnce(records.pageIndex(), 1));
  expect(await total()).toBe(601)
})

test('while many write and two processes compact, no result misses what was written before it, or counts more than there is', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords<number>(connection, { lowestKey: 0 })
  const one = records.pageIndex()
  const other = records.pageIndex()
  const random = createRandom(11)
  let begun = 0
  let ended = 0
  const write = async () => {
    for (let n = 0; n < 40; n++) {
      begun += 10
      await records.add(
        Array.from({ length: 10 }, () => Math.floor(random() * 1e9)),
        [1 + (n % 3)],
      )
      ended += 10
    }
  }
  const writing = Promise.all([write(), write(), write()])
  const until = { isOver: false }
  const compact = async (pageIndex: typeof one) => {
    while (!until.isOver) await compactOnce(pageIndex, 150)
  }
  const read = async (pageIndex: typeof one) => {
    while (!until.isOver) {
      const least = ended
      const { total } = await records.page(pageIndex, 'all', 0, 1, 1)
      expect(total).toBeGreaterThanOrEqual(least)
      expect(total).toBeLessThanOrEqual(begun)
    }
  }
  const others = Promise.all([compact(one), compact(other), read(one), read(other), read(records.pageIndex())])
  await writing.finally(() => {
    until.isOver = true
  })
  await others
  for (const pageIndex of [one, other]) {
    const expected = records.expected([2], -1)
    const { total, ids } = await records.page(pageIndex, [2], 100, 250, -1)
    expect({ total, ids }).toEqual({ total: expected.length, ids: expected.slice(100, 350) })
  }
}, 60_000)

test('a page index that was removed is rebuilt, and no process keeps using its old buckets', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords<number>(connection, { lowestKey: 0 })
  const pageIndex = records.pageIndex()
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
  const total = async (by: typeof pageIndex) => (await records.page(by, 'all', 0, 1, 1)).total
  const other = records.pageIndex()
  await records.add(numbers(1_000, 2_000), [1])
  while (await compactOnce(pageIndex, 1));
  expect([await total(pageIndex), await total(other)]).toEqual([2_000, 2_000])
  await records.indexedList.pageIndex.deleteMany({})
  await records.add(numbers(0, 100), [1])
  expect(await compactOnce(records.pageIndex())).toBe(false)
  expect(await total(pageIndex)).toBe(2_100)
  await records.add(numbers(5_000, 10), [1])
  expect(await compactOnce(records.pageIndex(), 1)).toBe(false)
  expect([await total(pageIndex), await total(other)]).toEqual([2_110, 2_110])
})

test('what follows a key is within the range of a page behind it, for every key and direction', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 }),
      fc.nat(800),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(...directions),
      (counts, from, limit, direction) => {
        const starts = counts.map((_, index) => index * 100)
        const keys = counts.flatMap((count, index) => Array.from({ length: count }, (_, n) => index * 100 + n))
        const following = (direction === 1 ? keys : keys.toReversed()).filter((key) => direction * (key - from) > 0)
        const { bounds, skip, isEnd } = locate({ starts, counts }, { from, limit, direction })
        const { $gte = 0, $lt = Number.POSITIVE_INFINITY, $lte = Number.POSITIVE_INFINITY } = bounds
        const within = following.filter((key) => key >= Number($gte) && key < Number($lt) && key <= Number($lte))
        expect(skip).toBe(0)
        expect(within.slice(0, limit)).toEqual(following.slice(0, limit))
        if (isEnd) expect(within).toEqual(following)
      },
    ),
  )
})

test('a page begins where counting one by one would find it, for every offset and direction', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(...directions),
      (counts, offset, limit, direction) => {
        const starts = counts.map((_, index) => index * 100)
        const keys = counts.flatMap((count, index) => Array.from({ length: count }, (_, n) => index * 100 + n))
        const inOrder = direction === 1 ? keys : keys.toReversed()
        const { bounds, skip } = locate({ starts, counts }, { offset, limit, direction })
        const left = inOrder.filter(
          (key) => key >= Number(bounds.$gte ?? 0) && key < Number(bounds.$lt ?? Number.POSITIVE_INFINITY),
        )
        expect(left.slice(skip, skip + limit)).toEqual(inOrder.slice(offset, offset + limit))
        if (offset < keys.length) expect(bounds.$gte).toBeDefined()
      },
    ),
  )
})
