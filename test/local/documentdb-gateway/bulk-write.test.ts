import mongoose, { type ClientSession } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { newSession, RawClient } from './raw-client.ts'
import { fails, useThings } from './things.ts'

const uri = process.env.MONGODB_URI ?? ''
const DB = 'conformance_bulk_write'
const { connection, things, fill } = useThings(DB)
const others = () => connection().collection<{ _id: number; of?: number }>('others')

interface Stored {
  _id: number
  of?: number
  seen?: number
  group?: number
}
type Namespaces = { [name: string]: Stored }
type Models = readonly mongoose.mongo.ClientBulkWriteModel<Namespaces>[]

const bulkWrite = (models: Models, options: mongoose.mongo.ClientBulkWriteOptions = {}) =>
  connection().getClient().bulkWrite<Namespaces>(models, options)

/** A write to each of two collections, three kinds of them. */
const mixed = (): Models => [
  { name: 'insertOne', namespace: `${DB}.others`, document: { _id: 1, of: 2 } },
  { name: 'insertOne', namespace: `${DB}.others`, document: { _id: 2, of: 2 } },
  { name: 'updateOne', namespace: `${DB}.things`, filter: { _id: 0 }, update: { $inc: { seen: 1 } } },
  { name: 'updateOne', namespace: `${DB}.things`, filter: { _id: 99 }, update: { $inc: { seen: 1 } }, upsert: true },
  { name: 'deleteMany', namespace: `${DB}.things`, filter: { group: 3 } },
]

async function withoutOthers(): Promise<void> {
  await others().drop()
  await connection().createCollection('others')
}

describe('bulkWrite', () => {
  test('writes to several collections in one command, and counts what it did', async () => {
    await fill(10)
    await withoutOthers()
    const result = await bulkWrite(mixed())
    expect(result).toMatchObject({
      insertedCount: 2,
      matchedCount: 1,
      modifiedCount: 1,
      upsertedCount: 1,
      deletedCount: 2,
    })
    expect(await others().countDocuments()).toBe(2)
    expect(await things().findOne({ _id: 0 })).toMatchObject({ seen: 1 })
  })

  test('answers each operation when it is asked to', async () => {
    await fill(10)
    await withoutOthers()
    const { insertResults, updateResults, deleteResults } = await bulkWrite(mixed(), { verboseResults: true })
    expect([...(insertResults ?? [])]).toEqual([
      [0, { insertedId: 1 }],
      [1, { insertedId: 2 }],
    ])
    expect([...(updateResults ?? [])]).toMatchObject([
      [2, { matchedCount: 1, modifiedCount: 1 }],
      [3, { matchedCount: 1, modifiedCount: 0, upsertedId: 99 }],
    ])
    expect([...(deleteResults ?? [])]).toEqual([[4, { deletedCount: 2 }]])
  })

  test('takes effect in a transaction with it, or not at all', async () => {
    await fill(10)
    await withoutOthers()
    const write = (session: ClientSession) => bulkWrite(mixed(), { session })
    const aborted = connection().transaction(async (session) => {
      await write(session)
      throw new Error('given up')
    })
    expect(await fails(aborted)).toMatchObject({ message: 'given up' })
    expect(await others().countDocuments()).toBe(0)
    await connection().transaction(write)
    expect(await others().countDocuments()).toBe(2)
  })

  test('stops at the first error when it is ordered, and names its position', async () => {
    await fill(3)
    const models = [{ _id: 7 }, { _id: 1 }, { _id: 8 }].map((document) => ({
      name: 'insertOne' as const,
      namespace: `${DB}.things`,
      document,
    }))
    const ordered = await fails(bulkWrite(models))
    expect(ordered).toMatchObject({ partialResult: { insertedCount: 1 } })
    expect(Reflect.get(Object(ordered), 'writeErrors')).toEqual(
      new Map([[1, expect.objectContaining({ code: 11000 })]]),
    )
    await things().deleteOne({ _id: 7 })
    const unordered = await fails(bulkWrite(models, { ordered: false }))
    expect(unordered).toMatchObject({ partialResult: { insertedCount: 2 } })
  })

  test('ends its transaction when it fails, and leaves nothing behind', async () => {
    await fill(3)
    await withoutOthers()
    const session = await connection().startSession()
    session.startTransaction()
    const doubled = [
      { name: 'insertOne' as const, namespace: `${DB}.others`, document: { _id: 1 } },
      { name: 'insertOne' as const, namespace: `${DB}.things`, document: { _id: 1 } },
      { name: 'insertOne' as const, namespace: `${DB}.others`, document: { _id: 2 } },
    ]
    expect(await fails(bulkWrite(doubled, { session }))).toMatchObject({ partialResult: { insertedCount: 1 } })
    expect(await fails(session.commitTransaction())).toMatchObject({ code: 251 })
    await session.endSession()
    expect(await others().countDocuments()).toBe(0)
  })

  test('meets a conflict as a whole, which may be repeated', async () => {
    await fill(3)
    const session = await connection().startSession()
    session.startTransaction({ readConcern: { level: 'snapshot' } })
    await things().findOne({ _id: 0 }, { session })
    await things().updateOne({ _id: 0 }, { $set: { seen: 5 } })
    const update = {
      name: 'updateOne' as const,
      namespace: `${DB}.things`,
      filter: { _id: 0 },
      update: { $inc: { seen: 1 } },
    }
    const error = await fails(bulkWrite([update], { session }))
    // The driver puts the server's error, with its labels, behind its own.
    expect(error).toMatchObject({ cause: { code: 112, errorResponse: { errorLabels: ['TransientTransactionError'] } } })
    await session.endSession()
  })

  test('takes effect once when it is sent again', async () => {
    await fill(3)
    const raw = await RawClient.connect(uri)
    const command = {
      bulkWrite: 1,
      ops: [
        { insert: 0, document: { _id: 50 } },
        { update: 0, filter: { _id: 0 }, updateMods: { $inc: { seen: 1 } } },
      ],
      nsInfo: [{ ns: `${DB}.things` }],
      lsid: newSession(),
      txnNumber: mongoose.mongo.Long.fromNumber(1),
    }
    const first = await raw.command('admin', command)
    expect(first).toMatchObject({ ok: 1, nErrors: 0, nInserted: 1, nMatched: 1 })
    expect(await raw.command('admin', command)).toMatchObject({ ok: 1, nErrors: 0, nInserted: 1, nMatched: 1 })
    expect(await things().findOne({ _id: 0 })).toMatchObject({ seen: 1 })
    raw.close()
  })

  test('hands out its results page by page', async () => {
    const raw = await RawClient.connect(uri)
    const ops = Array.from({ length: 5 }, (_, _id) => ({ insert: 0, document: { _id } }))
    const lsid = newSession()
    const command = { bulkWrite: 1, ops, nsInfo: [{ ns: `${DB}.things` }], cursor: { batchSize: 3 }, lsid }
    const { cursor } = await raw.command('admin', command)
    expect(cursor).toMatchObject({
      ns: 'admin.$cmd.bulkWrite',
      firstBatch: [{ ok: 1, idx: 0, n: 1 }, { idx: 1 }, { idx: 2 }],
    })
    const getMore = mongoose.mongo.Long.fromString(String(cursor.id))
    const next = await raw.command('admin', { getMore, collection: '$cmd.bulkWrite', lsid })
    expect(next.cursor).toMatchObject({ nextBatch: [{ idx: 3 }, { idx: 4 }] })
    expect(Number(next.cursor.id)).toBe(0)
    raw.close()
  })

  test.each([
    ['another database', 'other', {}, 13],
    ['no operations', 'admin', { ops: [] }, 16],
    ['a namespace without a collection', 'admin', { nsInfo: [{ ns: 'x' }] }, 73],
    ['the index of no namespace', 'admin', { ops: [{ insert: 1, document: {} }] }, 2],
    ['an operation of no known kind', 'admin', { ops: [{ upsert: 0, document: {} }] }, 9],
    ['an insert without a document', 'admin', { ops: [{ insert: 0 }] }, 40414],
    ['no list of namespaces', 'admin', { nsInfo: undefined }, 40414],
    ['a repeatable deletion of many', 'admin', { ...repeatable(), ops: [{ delete: 0, filter: {}, multi: true }] }, 72],
  ])('refuses %s', async (_, db, change, code) => {
    const raw = await RawClient.connect(uri)
    const command = { bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: `${DB}.things` }], ...change }
    expect(await raw.command(db, command)).toMatchObject({ ok: 0, code })
    expect(await things().countDocuments()).toBe(0)
    raw.close()
  })
})

function repeatable() {
  return { lsid: newSession(), txnNumber: mongoose.mongo.Long.fromNumber(1) }
}
