import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { newSession, RawClient } from './raw-client.ts'
import { fails, useThings } from './things.ts'

const uri = process.env.MONGODB_URI ?? ''
const DB = 'conformance_commands'
const decimal = (text: string) => mongoose.Types.Decimal128.fromString(text)
const { connection, things, fill } = useThings(DB)

describe('a cursor', () => {
  test('hands out everything once, over many batches', async () => {
    await fill(500)
    const ids = await things()
      .find()
      .sort({ rank: 1 })
      .batchSize(7)
      .map(({ _id }) => _id)
      .toArray()
    expect(ids).toEqual(Array.from({ length: 500 }, (_, i) => 499 - i))
  })

  test('of an aggregation goes over many batches too', async () => {
    await fill(500)
    const groups = await things()
      .aggregate([{ $group: { _id: '$rank', n: { $sum: 1 } } }, { $sort: { _id: 1 } }], { batchSize: 11 })
      .toArray()
    expect(groups).toHaveLength(500)
    expect(groups.at(-1)).toEqual({ _id: 500, n: 1 })
  })

  test('works within a transaction', async () => {
    await fill(300)
    await connection().transaction(async (session) => {
      await things().updateOne({ _id: 0 }, { $set: { group: 99 } }, { session })
      const found = await things().find({}, { session, batchSize: 20 }).toArray()
      expect(found).toHaveLength(300)
      expect(found.filter(({ group }) => group === 99)).toHaveLength(1)
    })
  })

  test('is gone after a kill, and a further getMore is an error', async () => {
    await fill(50)
    const raw = await RawClient.connect(uri)
    const lsid = newSession()
    const { cursor } = await raw.command(DB, { find: 'things', filter: {}, batchSize: 5, lsid })
    expect(cursor.firstBatch).toHaveLength(5)
    const next = await raw.command(DB, { getMore: asLong(cursor.id), collection: 'things', batchSize: 5, lsid })
    expect(next.cursor.nextBatch).toHaveLength(5)
    const killed = await raw.command(DB, { killCursors: 'things', cursors: [asLong(cursor.id)], lsid })
    expect(killed).toMatchObject({ ok: 1, cursorsKilled: [cursor.id], cursorsNotFound: [] })
    const more = await raw.command(DB, { getMore: asLong(cursor.id), collection: 'things', lsid })
    expect(more).toMatchObject({ ok: 0, code: 43 })
    raw.close()
  })
})

function asLong(id: unknown) {
  return mongoose.mongo.Long.fromString(String(id))
}

describe('a decimal', () => {
  test('is added without loss', async () => {
    await things().insertOne({ _id: 1, amount: decimal('0') })
    for (let i = 0; i < 10; i++) await things().updateOne({ _id: 1 }, { $inc: { amount: decimal('0.1') } })
    const found = await things().findOne({ _id: 1 })
    expect(String(found?.amount)).toBe('1.0')
  })

  test('is summed without loss and compared by value', async () => {
    await things().insertMany(['0.1', '0.2', '999999999.999999'].map((text, i) => ({ _id: i, amount: decimal(text) })))
    const [sum] = await things()
      .aggregate([{ $group: { _id: null, total: { $sum: '$amount' } } }])
      .toArray()
    expect(String(sum?.total)).toBe('1000000000.299999')
    expect(await things().countDocuments({ amount: { $gte: decimal('0.20') } })).toBe(2)
    const conditional = await things().updateOne(
      { _id: 0, amount: { $gte: decimal('0.2') } },
      { $inc: { amount: decimal('-0.2') } },
    )
    expect(conditional.matchedCount).toBe(0)
  })
})

describe('a write', () => {
  test('by findOneAndUpdate with upsert counts from one, also when many do it at once', async () => {
    const next = async () => {
      const options = { upsert: true, returnDocument: 'after' } as const
      return (await things().findOneAndUpdate({ _id: 'counter' }, { $inc: { seen: 1 } }, options))?.seen
    }
    expect(await next()).toBe(1)
    const numbers = await Promise.all(Array.from({ length: 20 }, next))
    expect(numbers.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, i) => i + 2))
  })

  test('by upsert on an _id that exists, but does not match the rest of the filter, is a duplicate', async () => {
    await things().insertOne({ _id: 1, group: 1 })
    const filter = { _id: 1, group: { $lt: 1 } }
    const update = { $set: { seen: 1 } }
    const expected = { code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } }
    expect(await fails(things().updateOne(filter, update, { upsert: true }))).toMatchObject(expected)
    expect(await fails(things().findOneAndUpdate(filter, update, { upsert: true }))).toMatchObject(expected)
  })

  test('by upsert says what it inserted', async () => {
    const result = await things().updateOne({ _id: 9 }, { $setOnInsert: { group: 2 } }, { upsert: true })
    expect(result).toMatchObject({ upsertedCount: 1, upsertedId: 9, matchedCount: 0 })
    const again = await things().updateOne({ _id: 9 }, { $setOnInsert: { group: 3 } }, { upsert: true })
    expect(again).toMatchObject({ upsertedCount: 0, matchedCount: 1, modifiedCount: 0 })
  })

  test('in bulk goes on after an error if it is unordered, and stops if it is ordered', async () => {
    await things().insertOne({ _id: 1 })
    const operations = [1, 2, 1, 3].map((_id) => ({ insertOne: { document: { _id } } }))
    const unordered = await fails(things().bulkWrite(operations, { ordered: false }))
    expect(unordered).toMatchObject({ code: 11000, result: { insertedCount: 2 } })
    expect(unordered).toHaveProperty('writeErrors.length', 2)
    const ordered = await fails(things().bulkWrite([{ insertOne: { document: { _id: 4 } } }, ...operations]))
    expect(ordered).toMatchObject({ code: 11000, result: { insertedCount: 1 } })
    const mixed = await things().bulkWrite([
      { updateOne: { filter: { _id: 1 }, update: { $inc: { seen: 2 } } } },
      { deleteOne: { filter: { _id: 2 } } },
      { replaceOne: { filter: { _id: 5 }, replacement: { seen: 7 }, upsert: true } },
      { updateMany: { filter: {}, update: { $inc: { seen: 1 } } } },
    ])
    expect(mixed).toMatchObject({ matchedCount: 5, deletedCount: 1, upsertedCount: 1 })
    expect(await things().find().sort({ _id: 1 }).toArray()).toMatchObject([
      { _id: 1, seen: 3 },
      { _id: 3, seen: 1 },
      { _id: 4, seen: 1 },
      { _id: 5, seen: 8 },
    ])
  })

  test('by upsert loses no update of a simultaneous upsert, even if none of them finds a document', async () => {
    for (let round = 0; round < 20; round++) {
      const counting = Array.from({ length: 6 }, () =>
        things().findOneAndUpdate(
          { _id: 1000 + round },
          { $inc: { seen: 1 } },
          { upsert: true, returnDocument: 'after' },
        ),
      )
      const seen = (await Promise.all(counting)).map((found) => found?.seen)
      expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    }
  })

  test('into a missing collection by many clients creates it once', async () => {
    const fresh = connection().collection<{ _id: number }>(`fresh${Date.now()}`)
    await Promise.all(Array.from({ length: 12 }, (_, _id) => fresh.insertOne({ _id })))
    expect(await fresh.countDocuments()).toBe(12)
  })
})

describe('an aggregation', () => {
  test('groups, counts and pages in one go', async () => {
    await fill(100)
    const [result] = await things()
      .aggregate([
        { $match: { rank: { $gt: 50 } } },
        { $group: { _id: '$group', n: { $sum: 1 }, highest: { $max: '$rank' } } },
        { $facet: { count: [{ $count: 'n' }], page: [{ $sort: { _id: 1 } }, { $skip: 1 }, { $limit: 2 }] } },
      ])
      .toArray()
    const page = [
      { _id: 1, n: 10, highest: 99 },
      { _id: 2, n: 10, highest: 98 },
    ]
    expect(result).toEqual({ count: [{ n: 5 }], page })
  })

  test('counts, compares and looks up', async () => {
    await fill(20)
    await connection().collection('groups').insertOne({ name: 'third', number: 3 })
    expect(await things().countDocuments({ open: true })).toBe(10)
    expect(await things().estimatedDocumentCount()).toBe(20)
    expect((await things().distinct('group')).sort()).toEqual([0, 1, 2, 3, 4])
    const lookup = { from: 'groups', localField: 'group', foreignField: 'number', as: 'found' }
    const found = await things()
      .aggregate([{ $match: { _id: 3 } }, { $lookup: lookup }])
      .toArray()
    expect(found).toMatchObject([{ found: [{ name: 'third' }] }])
  })
})

describe('a mistake', () => {
  test('in a command has MongoDB’s error code', async () => {
    const raw = await RawClient.connect(uri)
    expect(await raw.command(DB, { nonsense: 1 })).toMatchObject({ ok: 0, code: 59, codeName: 'CommandNotFound' })
    raw.close()
    expect(
      await fails(
        things()
          .find({ group: { $nonsense: 1 } })
          .toArray(),
      ),
    ).toMatchObject({ code: 2 })
    await things().insertOne({ _id: 1 })
    expect(await fails(things().updateOne({ _id: 1 }, { $set: { _id: 2 } }))).toMatchObject({ code: 66 })
  })
})
