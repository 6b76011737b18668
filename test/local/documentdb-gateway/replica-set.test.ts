import { Timestamp } from 'bson'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'
import { newSession } from './raw-client.ts'

const DB = 'strict_replica_set'
const uri = process.env.MONGODB_URI ?? ''
const { raw, rawClient, connection, things } = useOneThing(DB)
const later = (time: Timestamp, seconds: number) => new Timestamp({ t: time.getHighBitsUnsigned() + seconds, i: 1 })
const snapshot = (atClusterTime?: Timestamp) => ({ level: 'snapshot', ...(atClusterTime && { atClusterTime }) })

describe('the server', () => {
  test('is the primary and only member of a replica set', async () => {
    const { port } = new URL(uri)
    const address = `127.0.0.1:${port}`
    const hello = await raw().command('admin', { hello: 1 })
    expect(hello).toMatchObject({ isWritablePrimary: true, secondary: false, hosts: [address], primary: address })
    expect(hello).toMatchObject({ me: address, setName: expect.any(String), maxWireVersion: 25 })
    expect(hello).not.toHaveProperty('msg')
  })

  test('is found by a driver that discovers the members of the set', async () => {
    const url = new URL(uri)
    url.search = 'replicaSet=rs0'
    const client = new mongoose.mongo.MongoClient(url.href, { serverSelectionTimeoutMS: 5_000 })
    try {
      expect(await client.db(DB).collection('things').countDocuments()).toBe(1)
    } finally {
      await client.close()
    }
  })
})

describe('the cluster time', () => {
  test('is in every reply and advances with every write', async () => {
    const first = await raw().command(DB, { insert: 'things', documents: [{ _id: 'b' }] })
    const second = await raw().command(DB, { insert: 'things', documents: [{ _id: 'c' }] })
    const read = await raw().command(DB, { find: 'things', filter: {} })
    const failure = await raw().command(DB, { nonsense: 1 })
    expect(second.operationTime.greaterThan(first.operationTime)).toBe(true)
    expect(read.operationTime.greaterThanOrEqual(second.operationTime)).toBe(true)
    expect(failure.$clusterTime.clusterTime.greaterThanOrEqual(second.operationTime)).toBe(true)
    expect(read.$clusterTime).toMatchObject({
      clusterTime: read.operationTime,
      signature: { keyId: expect.anything() },
    })
  })

  test('advances to a time that a client has seen elsewhere, and a read after that time succeeds', async () => {
    const { operationTime } = await raw().command(DB, { ping: 1 })
    const seen = later(operationTime, 2)
    const $clusterTime = { clusterTime: seen, signature: { hash: Buffer.alloc(20), keyId: 0n } }
    const readConcern = { afterClusterTime: seen }
    const answer = await raw().command(DB, { find: 'things', filter: {}, readConcern, $clusterTime })
    expect(answer).toMatchObject({ ok: 1 })
    expect(answer.operationTime.greaterThanOrEqual(seen)).toBe(true)
  })

  test('of a far future is refused', async () => {
    const { operationTime } = await raw().command(DB, { ping: 1 })
    const $clusterTime = { clusterTime: later(operationTime, 400 * 24 * 3_600) }
    expect(await raw().command(DB, { ping: 1, $clusterTime })).toMatchObject({ ok: 0, code: 209 })
  })
})

describe('a read concern', () => {
  test('after a time in the future is refused', async () => {
    const { operationTime } = await raw().command(DB, { ping: 1 })
    const readConcern = { afterClusterTime: later(operationTime, 60) }
    expect(await raw().command(DB, { find: 'things', readConcern })).toMatchObject({ ok: 0, code: 72 })
  })

  test.each([
    ['snapshot of a write', { insert: 'things', documents: [{ _id: 'b' }], readConcern: snapshot() }, 72],
    ['majority of a write', { delete: 'things', deletes: [], readConcern: { level: 'majority' } }, 72],
    ['snapshot of count', { count: 'things', readConcern: snapshot() }, 72],
    ['snapshot of listIndexes', { listIndexes: 'things', readConcern: snapshot() }, 72],
    ['an unknown level', { find: 'things', readConcern: { level: 'stale' } }, 9],
    ['an unknown member', { find: 'things', readConcern: { lvl: 'local' } }, 72],
    [
      'a snapshot time without level snapshot',
      { find: 'things', readConcern: { atClusterTime: new Timestamp(1n) } },
      72,
    ],
  ])('that MongoDB does not support is refused: %s', async (_, command, code) => {
    expect(await raw().command(DB, command)).toMatchObject({ ok: 0, code })
    expect(await things().countDocuments()).toBe(1)
  })

  test.each(['local', 'available', 'majority', 'linearizable', 'snapshot'])(
    'of level %s is supported by find',
    async (level) => {
      const answer = await raw().command(DB, { find: 'things', readConcern: { level } })
      expect(answer).toMatchObject({ ok: 1, cursor: { firstBatch: [{ _id: 'a' }] } })
    },
  )
})

describe('a snapshot outside a transaction', () => {
  test('is read again at its time, by each command and by all pages of a cursor', async () => {
    await things().insertMany(Array.from({ length: 8 }, (_, i) => ({ _id: `m${i}`, key: `m${i}` })))
    const first = await raw().command(DB, { find: 'things', batchSize: 3, readConcern: snapshot() })
    const { atClusterTime, id } = first.cursor
    await things().deleteMany({})
    const again = await raw().command(DB, {
      aggregate: 'things',
      pipeline: [],
      cursor: {},
      readConcern: snapshot(atClusterTime),
    })
    expect(again.cursor.firstBatch).toHaveLength(9)
    const { values } = await raw().command(DB, { distinct: 'things', key: '_id', readConcern: snapshot(atClusterTime) })
    expect(values).toHaveLength(9)
    const rest = await raw().command(DB, { getMore: mongoose.mongo.Long.fromString(String(id)), collection: 'things' })
    expect(rest.cursor.nextBatch).toHaveLength(6)
    expect(await things().countDocuments()).toBe(0)
  })

  test('contains what was acknowledged before it was taken', async () => {
    await things().insertOne({ _id: 'b' })
    const first = await raw().command(DB, { find: 'things', readConcern: snapshot() })
    await things().insertOne({ _id: 'c' })
    const second = await raw().command(DB, { find: 'things', readConcern: snapshot() })
    expect([first, second].map(({ cursor }) => cursor.firstBatch.length)).toEqual([2, 3])
  })

  test('of a driver’s session shows one state to all its reads', async () => {
    const session = connection().getClient().startSession({ snapshot: true })
    try {
      expect(await things().countDocuments({}, { session })).toBe(1)
      await things().insertOne({ _id: 'b' })
      expect(await things().find({}, { session }).toArray()).toHaveLength(1)
      expect(await things().distinct('_id', {}, { session })).toEqual(['a'])
    } finally {
      await session.endSession()
    }
  })

  test('is refused if it is no longer kept, or in the future', async () => {
    const { operationTime } = await raw().command(DB, { ping: 1 })
    const tooOld = await raw().command(DB, { find: 'things', readConcern: snapshot(later(operationTime, -400)) })
    expect(tooOld).toMatchObject({ ok: 0, code: 239 })
    const future = await raw().command(DB, { find: 'things', readConcern: snapshot(later(operationTime, 400)) })
    expect(future).toMatchObject({ ok: 0, code: 72 })
  })
})

describe('a write concern', () => {
  const insert = (writeConcern: object) => ({ insert: 'things', documents: [{ _id: 'b' }], writeConcern })

  test.each([
    ['more members than there are', { w: 2 }, 100],
    ['a tag that is not configured', { w: 'rack' }, 79],
  ])('that cannot be satisfied is an error beside the write: %s', async (_, concern, code) => {
    const answer = await raw().command(DB, insert(concern))
    expect(answer).toMatchObject({ ok: 1, n: 1, writeConcernError: { code } })
    expect(await things().countDocuments()).toBe(2)
  })

  test.each([
    ['a negative number', { w: -1 }, 9],
    ['more than 50', { w: 51 }, 9],
    ['a boolean', { w: true }, 9],
    ['an unknown member', { w: 1, jj: true }, 40415],
  ])('that is not valid fails the command: %s', async (_, concern, code) => {
    expect(await raw().command(DB, insert(concern))).toMatchObject({ ok: 0, code })
    expect(await things().countDocuments()).toBe(1)
  })

  test('of a read is refused', async () => {
    expect(await raw().command(DB, { find: 'things', writeConcern: { w: 1 } })).toMatchObject({ ok: 0, code: 72 })
  })

  test('of majority with a journal is satisfied', async () => {
    const answer = await raw().command(DB, insert({ w: 'majority', j: true, wtimeout: 5_000 }))
    expect(answer).toMatchObject({ ok: 1, n: 1 })
    expect(answer).not.toHaveProperty('writeConcernError')
  })

  test('of two members at the commit adds an error to the commit', async () => {
    const lsid = newSession()
    const client = await rawClient()
    const number = { lsid, txnNumber: mongoose.mongo.Long.fromNumber(1), autocommit: false }
    await client.command(DB, { insert: 'things', documents: [{ _id: 'b' }], ...number, startTransaction: true })
    const answer = await client.command('admin', { commitTransaction: 1, writeConcern: { w: 2 }, ...number })
    expect(answer).toMatchObject({ ok: 1, writeConcernError: { code: 100 } })
    expect(await things().countDocuments()).toBe(2)
  })
})
