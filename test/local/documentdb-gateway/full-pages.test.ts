import { type Document, Long } from 'bson'
import { beforeEach, describe, expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'

const DB = 'strict_full_pages'
const { raw, things } = useOneThing(DB)
const COUNT = 6

beforeEach(async () => {
  await things().deleteMany({})
  await things().insertMany(Array.from({ length: COUNT }, (_, n) => ({ _id: `t${n}`, n, key: `k${n}` })))
})

/** The first page of a command: how many documents it has, and whether its cursor is open. */
async function firstPage(command: Document): Promise<{ count: number; isOpen: boolean; id: Long }> {
  const { cursor } = await raw().command(DB, command)
  return { count: cursor.firstBatch.length, isOpen: String(cursor.id) !== '0', id: Long.fromString(String(cursor.id)) }
}

const find = (options: Document) => ({ find: 'things', filter: {}, ...options })
const aggregate = (pipeline: Document[], cursor: Document) => ({ aggregate: 'things', pipeline, cursor })

describe('the cursor of a full page', () => {
  test.each<[string, Document, number]>([
    ['a sorted find whose limit is its batch size', find({ sort: { n: 1 }, limit: 4, batchSize: 4 }), 4],
    ['a sorted find whose limit is all there is', find({ sort: { n: 1 }, limit: COUNT, batchSize: COUNT }), COUNT],
    ['a find without a limit', find({ batchSize: COUNT }), COUNT],
    ['an aggregation', aggregate([{ $sort: { n: 1 } }, { $limit: 3 }], { batchSize: 3 }), 3],
    ['an aggregation without stages', aggregate([], { batchSize: COUNT }), COUNT],
  ])('stays open, with nothing behind it: %s', async (_, command, count) => {
    const page = await firstPage(command)
    expect(page).toMatchObject({ count, isOpen: true })
    const next = await raw().command(DB, { getMore: page.id, collection: 'things' })
    expect(next).toMatchObject({ ok: 1, cursor: { nextBatch: [], id: 0, ns: `${DB}.things` } })
    expect(await raw().command(DB, { getMore: page.id, collection: 'things' })).toMatchObject({ ok: 0, code: 43 })
  })

  test.each<[string, Document, number]>([
    ['a sorted find with a larger batch size', find({ sort: { n: 1 }, limit: 4, batchSize: 5 }), 4],
    ['an unsorted find with a limit', find({ limit: 4, batchSize: 4 }), 4],
    ['a page that is not full', find({ sort: { n: 1 }, batchSize: COUNT + 1 }), COUNT],
    ['a single batch', find({ sort: { n: 1 }, limit: 4, batchSize: 4, singleBatch: true }), 4],
    ['an aggregation with a larger batch size', aggregate([{ $limit: 3 }], { batchSize: 4 }), 3],
  ])('is closed: %s', async (_, command, count) => {
    expect(await firstPage(command)).toMatchObject({ count, isOpen: false })
  })

  test('can be killed', async () => {
    const { id } = await firstPage(find({ sort: { n: 1 }, limit: 4, batchSize: 4 }))
    const { cursorsKilled } = await raw().command(DB, { killCursors: 'things', cursors: [id] })
    expect(cursorsKilled.map(String)).toEqual([String(id)])
    expect(await raw().command(DB, { getMore: id, collection: 'things' })).toMatchObject({ code: 43 })
  })

  test('does not change what the driver reads', async () => {
    const read = await things().find().sort({ n: 1 }).limit(4).batchSize(4).toArray()
    expect(read.map(({ n }) => n)).toEqual([0, 1, 2, 3])
    expect(
      await things()
        .aggregate([{ $match: {} }], { batchSize: COUNT })
        .toArray(),
    ).toHaveLength(COUNT)
  })
})
