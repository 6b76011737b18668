import { describe, expect, test } from 'vitest'
import { fails, useThings } from './things.ts'

const DB = 'conformance_indexes'
const { things, fill } = useThings(DB)

describe('an index', () => {
  test('that is unique refuses a second document, naming field and value', async () => {
    await things().createIndex({ key: 1 }, { unique: true })
    await things().insertOne({ _id: 1, key: 'taken' })
    const expected = { code: 11000, keyPattern: { key: 1 }, keyValue: { key: 'taken' } }
    const message = expect.stringMatching(/^E11000 duplicate key error collection: .*\.things index: key_1 dup key: /)
    expect(await fails(things().insertOne({ _id: 2, key: 'taken' }))).toMatchObject({ ...expected, message })
    await things().insertOne({ _id: 3, key: 'free' })
    expect(await fails(things().updateOne({ _id: 3 }, { $set: { key: 'taken' } }))).toMatchObject(expected)
    expect(await fails(things().findOneAndUpdate({ _id: 3 }, { $set: { key: 'taken' } }))).toMatchObject({
      ...expected,
      codeName: 'DuplicateKey',
    })
    expect(await fails(things().insertOne({ _id: 1 }))).toMatchObject({ code: 11000, keyPattern: { _id: 1 } })
  })

  test('over several fields is unique in their combination', async () => {
    await things().createIndex({ group: 1, key: 1 }, { unique: true })
    await things().insertMany([
      { _id: 1, group: 1, key: 'a' },
      { _id: 2, group: 1, key: 'b' },
      { _id: 3, group: 2, key: 'a' },
    ])
    const failure = await fails(things().insertOne({ _id: 4, group: 2, key: 'a' }))
    expect(failure).toMatchObject({ code: 11000, keyValue: { group: 2, key: 'a' } })
  })

  test('that is partial binds only the documents that it covers', async () => {
    await things().createIndex({ key: 1 }, { unique: true, partialFilterExpression: { open: true } })
    await things().insertMany([
      { _id: 1, key: 'a', open: true },
      { _id: 2, key: 'a', open: false },
      { _id: 3, key: 'a', open: false },
    ])
    expect(await fails(things().insertOne({ _id: 4, key: 'a', open: true }))).toMatchObject({ code: 11000 })
  })

  test('can be created again unchanged, by several clients at once, and not with other options', async () => {
    await Promise.all([1, 2, 3].map(() => things().createIndex({ group: 1, rank: -1 })))
    await things().createIndex({ key: 1 })
    const failure = await fails(things().createIndex({ key: 1 }, { unique: true }))
    expect(failure).toMatchObject({ code: expect.toBeOneOf([85, 86]) })
    const names = (await things().indexes()).map(({ name }) => name)
    expect(names.sort()).toEqual(['_id_', 'group_1_rank_-1', 'key_1'])
    await things().dropIndex('key_1')
    expect(await things().indexes()).toHaveLength(2)
  })

  test('over two fields serves a page in its order', async () => {
    await fill(200)
    await things().createIndex({ group: 1, rank: -1, _id: 1 })
    const page = await things().find({ group: 3 }).sort({ rank: -1, _id: 1 }).skip(10).limit(5).toArray()
    expect(page.map(({ _id }) => _id)).toEqual([53, 58, 63, 68, 73])
    expect(await things().find({ group: 3 }).sort({ rank: -1, _id: 1 }).skip(40).limit(5).toArray()).toEqual([])
  })
})
