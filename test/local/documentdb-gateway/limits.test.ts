import { calculateObjectSize, type Document, type ObjectId } from 'bson'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'
import { inTransaction, newSession } from './raw-client.ts'
import { fails } from './things.ts'

const DB = 'strict_limits'
const { raw, connection, things } = useOneThing(DB)

const MAX_LEVELS = 180
/** A command without documents inside has one level. */
const MAX_COMMAND_LEVELS = 201
const MAX_BYTES = 16_777_216

/** A value of so many levels, of documents and arrays in turn. */
const nested = (levels: number, innermost: unknown = 1): unknown => {
  let value = innermost
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value]
  return value
}
const ofLevels = (_id: string, levels: number, innermost?: unknown): Document => ({
  _id,
  value: nested(levels - 1, innermost),
})
const ofBytes = (_id: string, bytes: number): Document => {
  const empty = { _id, text: '' }
  return { ...empty, text: 'x'.repeat(bytes - calculateObjectSize(empty)) }
}
const ids = async () =>
  (
    await things()
      .find({}, { projection: { _id: 1 } })
      .toArray()
  )
    .map(({ _id }) => _id)
    .toSorted()

test('a document of 180 levels is stored, and empty documents inside count as no level', async () => {
  const documents = [ofLevels('b', MAX_LEVELS), ofLevels('c', MAX_LEVELS, {}), ofLevels('d', MAX_LEVELS, [])]
  expect(await raw().command(DB, { insert: 'things', documents })).toMatchObject({ ok: 1, n: 3 })
  expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
})

test.each([
  ['of 181 levels', () => ofLevels('bad', MAX_LEVELS + 1), 15, 'exceeds 180 levels'],
  ['of a byte more than 16 MiB', () => ofBytes('bad', MAX_BYTES + 1), 10334, 'object to insert too large'],
])('a document %s is refused by itself, with those after it in an ordered insert', async (_, make, code, message) => {
  const documents = [{ _id: 'b' }, make(), { _id: 'c' }, { _id: 'b' }]
  const refusal = { index: 1, code, errmsg: expect.stringContaining(message) }
  const unordered = await raw().command(DB, { insert: 'things', ordered: false, documents })
  expect(unordered).toMatchObject({ ok: 1, n: 2, writeErrors: [refusal, { index: 3, code: 11000 }] })
  expect(await ids()).toEqual(['a', 'b', 'c'])
  await things().deleteMany({ _id: { $ne: 'a' } })
  const ordered = await raw().command(DB, { insert: 'things', documents })
  expect(ordered).toMatchObject({ ok: 1, n: 1, writeErrors: [refusal] })
  expect(ordered.writeErrors).toHaveLength(1)
  expect(await raw().command(DB, { insert: 'things', documents: documents.slice(1) })).toMatchObject({ ok: 1, n: 0 })
  expect(await ids()).toEqual(['a', 'b'])
})

test('a document of 16 MiB is stored', async () => {
  const documents = [ofBytes('b', MAX_BYTES)]
  expect(await raw().command(DB, { insert: 'things', documents })).toMatchObject({ ok: 1, n: 1 })
})

test('a document of 181 levels ends its transaction, and fails in a bulkWrite of the driver', async () => {
  const lsid = newSession()
  const documents = [ofLevels('b', MAX_LEVELS + 1)]
  const answer = await raw().command(DB, { insert: 'things', documents, ...inTransaction(lsid, 1, true) })
  expect(answer).toMatchObject({ n: 0, writeErrors: [{ code: 15 }] })
  const commit = await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })
  expect(commit).toMatchObject({ ok: 0, code: 251 })
  const document = ofLevels('b', MAX_LEVELS + 1) as Document & { _id: ObjectId }
  const write = { name: 'insertOne', namespace: `${DB}.things`, document } as const
  const error = await fails(connection().getClient().bulkWrite([write]))
  expect(error).toBeInstanceOf(mongoose.mongo.MongoClientBulkWriteError)
  expect([...(error as mongoose.mongo.MongoClientBulkWriteError).writeErrors.values()]).toMatchObject([{ code: 15 }])
  expect(await ids()).toEqual(['a'])
})

test('a command that is nested more deeply than 200 levels below itself is refused', async () => {
  const find = (levels: number) => ({ find: 'things', filter: { a: nested(levels - 2) } })
  expect(await raw().command(DB, find(MAX_COMMAND_LEVELS))).toMatchObject({ ok: 1 })
  expect(await raw().command(DB, find(MAX_COMMAND_LEVELS + 1))).toMatchObject({ ok: 0, code: 15, codeName: 'Overflow' })
})
