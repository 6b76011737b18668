import { describe, expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'
import { inTransaction, newSession } from './raw-client.ts'

const DB = 'conformance_transactions'
const TRANSIENT = 'TransientTransactionError'
const { connection, raw, rawClient, things, countOf } = useOneThing(DB)

function increment(id: string, lsid: ReturnType<typeof newSession>, number: number, first = false) {
  const updates = [{ q: { _id: id }, u: { $inc: { n: 1 } } }]
  return { update: 'things', updates, ...inTransaction(lsid, number, first) }
}

describe('a transaction', () => {
  test('becomes visible to others at its commit', async () => {
    const session = await connection().startSession()
    session.startTransaction()
    await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
    await things().insertOne({ _id: 'b', key: 'two' }, { session })
    expect(await countOf('a')).toBe(0)
    expect(await things().findOne({ _id: 'b' }, { session })).toMatchObject({ key: 'two' })
    await session.commitTransaction()
    await session.endSession()
    expect(await countOf('a')).toBe(1)
    expect(await things().countDocuments()).toBe(2)
  })

  test('leaves nothing behind when it is aborted', async () => {
    const session = await connection().startSession()
    session.startTransaction()
    await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
    await session.abortTransaction()
    await session.endSession()
    expect(await countOf('a')).toBe(0)
  })

  test('reads one snapshot from its first command to its last', async () => {
    const session = await connection().startSession()
    session.startTransaction({ readConcern: { level: 'snapshot' } })
    await things().findOne({ _id: 'a' }, { session })
    await things().updateOne({ _id: 'a' }, { $set: { n: 5 } })
    expect(await things().findOne({ _id: 'a' }, { session })).toMatchObject({ n: 0 })
    await session.abortTransaction()
    await session.endSession()
  })

  test('fails as a whole with a retryable write conflict if it writes what another one has changed since it began', async () => {
    const session = await connection().startSession()
    session.startTransaction({ readConcern: { level: 'snapshot' } })
    await things().findOne({ _id: 'a' }, { session })
    await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } })
    const failure = await things()
      .updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 112, codeName: 'WriteConflict', errorLabels: [TRANSIENT] })
    await session.abortTransaction()
    await session.endSession()
    expect(await countOf('a')).toBe(1)
  })

  test('may be retried if its command fails twice, the second time with a conflict', async () => {
    await things().insertOne({ _id: 'b', n: 0, key: 'two' })
    const client = await rawClient()
    const lsid = newSession()
    await client.command(DB, { find: 'things', ...inTransaction(lsid, 1, true) })
    await things().updateOne({ _id: 'b' }, { $inc: { n: 1 } })
    const ops = [
      { insert: 0, document: { _id: 'a' } },
      { update: 0, filter: { _id: 'b' }, updateMods: { $inc: { n: 1 } } },
    ]
    const nsInfo = [{ ns: `${DB}.things` }]
    const answer = await client.command('admin', { bulkWrite: 1, ops, nsInfo, ...inTransaction(lsid, 1) })
    expect(answer).toMatchObject({ code: 251, codeName: 'NoSuchTransaction', errorLabels: [TRANSIENT] })
  })

  test('ends with a write conflict instead of waiting if two transactions take locks crosswise', async () => {
    await things().insertOne({ _id: 'b', n: 0, key: 'two' })
    const [first, second] = [await rawClient(), await rawClient()]
    const [one, two] = [newSession(), newSession()]
    await first.command(DB, increment('a', one, 1, true))
    await second.command(DB, increment('b', two, 1, true))
    const answers = await Promise.all([
      first.command(DB, increment('b', one, 1)),
      second.command(DB, increment('a', two, 1)),
    ])
    const failed = answers.filter(({ ok }) => ok !== 1)
    expect(failed.length).toBeGreaterThan(0)
    for (const answer of failed) expect(answer).toMatchObject({ code: 112, errorLabels: [TRANSIENT] })
    await first.command('admin', { abortTransaction: 1, ...inTransaction(one, 1) })
    await second.command('admin', { abortTransaction: 1, ...inTransaction(two, 1) })
  })

  test('ends with an error at a duplicate key', async () => {
    const lsid = newSession()
    const documents = [{ _id: 'b', key: 'one' }]
    const answer = await raw().command(DB, { insert: 'things', documents, ...inTransaction(lsid, 1, true) })
    const error = answer.writeErrors?.[0] ?? answer
    expect(error).toMatchObject({ code: 11000, keyPattern: { key: 1 }, keyValue: { key: 'one' } })
    expect(await raw().command(DB, increment('a', lsid, 1))).toMatchObject({ ok: 0, code: 251 })
    expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject({
      ok: 0,
      code: 251,
    })
    expect(await countOf('a')).toBe(0)
  })

  test('unknown to the server gets NoSuchTransaction with the transient label, never ok', async () => {
    const lsid = newSession()
    const unknown = { ok: 0, code: 251, codeName: 'NoSuchTransaction', errorLabels: [TRANSIENT] }
    expect(await raw().command(DB, increment('a', lsid, 7))).toMatchObject(unknown)
    expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(newSession(), 7) })).toMatchObject(
      unknown,
    )
    expect(await raw().command('admin', { abortTransaction: 1, ...inTransaction(newSession(), 7) })).toMatchObject({
      ok: 0,
      code: 251,
    })
    expect(await countOf('a')).toBe(0)
  })

  test('outlives the connection of its client, as on MongoDB', async () => {
    const lsid = newSession()
    const client = await rawClient()
    await client.command(DB, increment('a', lsid, 1, true))
    client.close()
    const other = await rawClient()
    expect(await other.command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject({ ok: 1 })
    expect(await countOf('a')).toBe(1)
  })

  test('is rolled back when its session is ended', async () => {
    const lsid = newSession()
    await raw().command(DB, increment('a', lsid, 1, true))
    expect(await raw().command('admin', { killSessions: [lsid] })).toMatchObject({ ok: 1 })
    await things().updateOne({ _id: 'a' }, { $inc: { n: 10 } })
    expect(await countOf('a')).toBe(10)
  })

  test('is aborted when its session starts the next one', async () => {
    const lsid = newSession()
    await raw().command(DB, increment('a', lsid, 1, true))
    expect(await raw().command(DB, increment('a', lsid, 2, true))).toMatchObject({ ok: 1 })
    expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject({ ok: 0 })
    expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 2) })).toMatchObject({ ok: 1 })
    expect(await countOf('a')).toBe(1)
  })

  test('takes effect once if it is committed twice, and both commits succeed', async () => {
    const lsid = newSession()
    await raw().command(DB, increment('a', lsid, 1, true))
    const commit = { commitTransaction: 1, ...inTransaction(lsid, 1) }
    const other = await rawClient()
    const answers = await Promise.all([raw().command('admin', commit), other.command('admin', commit)])
    expect(answers).toMatchObject([{ ok: 1 }, { ok: 1 }])
    expect(await other.command('admin', commit)).toMatchObject({ ok: 1 })
    expect(await countOf('a')).toBe(1)
    expect(await raw().command(DB, increment('a', lsid, 1))).toMatchObject({ ok: 0, code: 256 })
  })

  test('begins even while 100 others are open', async () => {
    const sessions = Array.from({ length: 100 }, newSession)
    for (const [index, lsid] of sessions.entries()) {
      const documents = [{ _id: `opened ${index}`, key: `opened ${index}` }]
      const insert = { insert: 'things', documents, ...inTransaction(lsid, 1, true) }
      expect(await raw().command(DB, insert)).toMatchObject({ ok: 1, n: 1 })
    }
    for (const lsid of sessions)
      expect(await raw().command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject({ ok: 1 })
    expect(await things().countDocuments({ _id: /^opened/ })).toBe(100)
  })

  test('loses no update among 40 on one document', async () => {
    const attempts = Array.from({ length: 40 }, (_, i) =>
      connection().transaction(async (session) => {
        const found = await things().findOne({ _id: 'a' }, { session })
        await things().updateOne({ _id: 'a' }, { $set: { n: (found?.n ?? 0) + 1 } }, { session })
        await things().insertOne({ _id: `racer ${i}`, key: `racer ${i}` }, { session })
      }),
    )
    await Promise.all(attempts)
    expect(await countOf('a')).toBe(40)
    expect(await things().countDocuments({ _id: /^racer/ })).toBe(40)
  })
})
