import { type Document, Long } from 'bson'
import { describe, expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'
import { inTransaction, newSession } from './raw-client.ts'

const DB = 'strict_transaction_rules'
const TRANSIENT = 'TransientTransactionError'
const { raw, things, connection, countOf } = useOneThing(DB)
const increment = { update: 'things', updates: [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }] }

/** Runs commands in one transaction and leaves it open; the last reply. */
async function inOneTransaction(...commands: Document[]): Promise<Document> {
  const lsid = newSession()
  let answer: Document = {}
  for (const [i, command] of commands.entries()) {
    answer = await raw().command(DB, { ...command, ...inTransaction(lsid, 1, i === 0) })
  }
  await raw().command('admin', { abortTransaction: 1, ...inTransaction(lsid, 1) })
  return answer
}

describe('a transaction refuses', () => {
  const find = { find: 'things', filter: {} }
  const stage = (pipeline: Document[]) => ({ aggregate: 'things', pipeline, cursor: {} })

  test.each<[string, Document]>([
    ['count', { count: 'things' }],
    ['listCollections', { listCollections: 1 }],
    ['listIndexes', { listIndexes: 'things' }],
    ['drop', { drop: 'things' }],
    ['dropIndexes', { dropIndexes: 'things', index: 'key_1' }],
    ['collMod', { collMod: 'things' }],
    ['new indexes of an existing collection', { createIndexes: 'things', indexes: [{ key: { n: 1 }, name: 'n_1' }] }],
    ['$unionWith', stage([{ $unionWith: 'others' }])],
    ['$unionWith inside $facet', stage([{ $facet: { all: [{ $unionWith: { coll: 'others' } }] } }])],
    ['$unionWith inside $lookup', stage([{ $lookup: { from: 'o', as: 'o', pipeline: [{ $unionWith: 'p' }] } }])],
    ['$out', stage([{ $out: 'others' }])],
    ['$merge', stage([{ $merge: { into: 'others' } }])],
    ['$collStats', stage([{ $collStats: { count: {} } }])],
  ])('%s, also after its first command', async (_, command) => {
    const refused = { ok: 0, code: 263, codeName: 'OperationNotSupportedInTransaction' }
    expect(await inOneTransaction(find, command)).toMatchObject(refused)
    expect(await inOneTransaction(command)).toMatchObject(refused)
    expect(await things().countDocuments()).toBe(1)
  })

  test('killCursors as its first command only', async () => {
    const kill = { killCursors: 'things', cursors: [Long.fromNumber(1)] }
    expect(await inOneTransaction(kill)).toMatchObject({ ok: 0, code: 263 })
    expect(await inOneTransaction(find, kill)).toMatchObject({ ok: 1, cursorsNotFound: [1] })
  })

  test.each(['admin', 'config', 'local'])('the database %s', async (database) => {
    const answer = await raw().command(database, { find: 'things', ...inTransaction(newSession(), 1, true) })
    expect(answer).toMatchObject({ ok: 0, code: 263 })
  })

  test('a read concern after its first command, and levels that transactions do not support', async () => {
    const local = { ...find, readConcern: { level: 'local' } }
    expect(await inOneTransaction(local, local)).toMatchObject({ ok: 0, code: 72 })
    expect(await inOneTransaction({ ...find, readConcern: { level: 'linearizable' } })).toMatchObject({
      ok: 0,
      code: 72,
    })
    expect(await inOneTransaction({ ...increment, readConcern: { level: 'snapshot' } })).toMatchObject({ ok: 1, n: 1 })
  })

  test('a write concern before its commit', async () => {
    const answer = await inOneTransaction({ ...increment, writeConcern: { w: 1 } })
    expect(answer).toMatchObject({ ok: 0, code: 72 })
    expect(await countOf('a')).toBe(0)
  })

  test('nothing that it needs: a new collection and its index, and indexes that exist', async () => {
    await connection().collection('fresh').drop()
    const create = { create: 'fresh' }
    const index = { createIndexes: 'fresh', indexes: [{ key: { n: 1 }, name: 'n_1' }] }
    expect(await inOneTransaction(create, index)).toMatchObject({ ok: 1 })
    const existing = {
      createIndexes: 'things',
      indexes: [{ key: { key: 1 }, name: 'key_1', unique: true, sparse: true }],
    }
    expect(await inOneTransaction(existing)).toMatchObject({ ok: 1 })
    expect(await inOneTransaction({ distinct: 'things', key: 'key' })).toMatchObject({ ok: 1, values: ['one'] })
  })
})

test('a refused command leaves the transaction open', async () => {
  const lsid = newSession()
  await raw().command(DB, { ...increment, ...inTransaction(lsid, 1, true) })
  expect(await raw().command(DB, { count: 'things', ...inTransaction(lsid, 1) })).toMatchObject({ code: 263 })
  expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject({ ok: 1 })
  expect(await countOf('a')).toBe(1)
})

test('a transaction number without a transaction is for retryable writes only', async () => {
  const number = { lsid: newSession(), txnNumber: Long.fromNumber(1) }
  expect(await raw().command(DB, { find: 'things', ...number })).toMatchObject({ ok: 0, code: 50768 })
})

describe('a key that another transaction committed after the snapshot', () => {
  test.each<[string, Document]>([
    ['insert', { insert: 'things', documents: [{ _id: 'mine', key: 'taken' }] }],
    ['insert of the same _id', { insert: 'things', documents: [{ _id: 'other', key: 'free' }] }],
    ['update', { update: 'things', updates: [{ q: { _id: 'a' }, u: { $set: { key: 'taken' } } }] }],
    ['upsert', { update: 'things', updates: [{ q: { _id: 'u' }, u: { $set: { key: 'taken' } }, upsert: true }] }],
    ['findAndModify', { findAndModify: 'things', query: { _id: 'a' }, update: { $set: { key: 'taken' } } }],
  ])('is a write conflict for %s, not a duplicate', async (_, write) => {
    const lsid = newSession()
    await raw().command(DB, { find: 'things', ...inTransaction(lsid, 1, true) })
    await things().insertOne({ _id: 'other', key: 'taken' })
    const answer = await raw().command(DB, { ...write, ...inTransaction(lsid, 1) })
    expect(answer).toMatchObject({ ok: 0, code: 112, codeName: 'WriteConflict', errorLabels: [TRANSIENT] })
    expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject({
      code: 251,
    })
    const second = await inOneTransaction(write)
    expect(second.writeErrors?.[0] ?? second).toMatchObject({ code: 11000 })
  })

  test('that the transaction wrote itself is a duplicate', async () => {
    const one = { insert: 'things', documents: [{ _id: 'b', key: 'b' }] }
    const two = { insert: 'things', documents: [{ _id: 'c', key: 'b' }] }
    expect(await inOneTransaction(one, two)).toMatchObject({ writeErrors: [{ code: 11000 }] })
  })
})

describe('a cursor belongs to its session and transaction', () => {
  test('and is refused to others', async () => {
    await things().insertMany(Array.from({ length: 5 }, (_, i) => ({ _id: `m${i}`, key: `m${i}` })))
    const lsid = newSession()
    const open = async (more: Document) =>
      (await raw().command(DB, { find: 'things', batchSize: 2, ...more })).cursor.id
    const more = async (id: unknown, members: Document) =>
      (await raw().command(DB, { getMore: Long.fromString(String(id)), collection: 'things', ...members })).code
    expect(await more(await open({}), { lsid })).toBe(50736)
    expect(await more(await open({ lsid }), {})).toBe(50737)
    expect(await more(await open({ lsid }), { lsid: newSession() })).toBe(50738)
    expect(await more(await open({ ...inTransaction(lsid, 1, true) }), { lsid })).toBe(50740)
    await raw().command('admin', { abortTransaction: 1, ...inTransaction(lsid, 1) })
  })

  test('and is closed when its transaction ends', async () => {
    await things().insertMany(Array.from({ length: 5 }, (_, i) => ({ _id: `m${i}`, key: `m${i}` })))
    const lsid = newSession()
    const { cursor } = await raw().command(DB, { find: 'things', batchSize: 2, ...inTransaction(lsid, 1, true) })
    await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })
    const getMore = { getMore: Long.fromString(String(cursor.id)), collection: 'things', lsid }
    expect(await raw().command(DB, getMore)).toMatchObject({ ok: 0, code: 43 })
  })
})
