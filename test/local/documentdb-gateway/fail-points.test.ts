import { randomUUID } from 'node:crypto'
import { Long } from 'bson'
import mongoose from 'mongoose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'
import { inTransaction, newSession } from './raw-client.ts'

const { MongoClient } = mongoose.mongo
const DB = 'strict_fail_points'
const uri = process.env.MONGODB_URI ?? ''
const { raw, rawClient, countOf } = useOneThing(DB)

// Fail points with a program's name concern that program only, so other tests on the same server do not meet them.
const appName = `fail-points-${randomUUID()}`
let client: mongoose.mongo.MongoClient
const things = () => client.db(DB).collection<{ _id: string; n?: number }>('things')

async function failCommand(failCommands: string[], data: object, mode: object | string = { times: 1 }): Promise<void> {
  const command = { configureFailPoint: 'failCommand', mode, data: { failCommands, appName, ...data } }
  await raw().command('admin', command)
}

beforeEach(() => {
  client = new MongoClient(uri, { appName, monitorCommands: true })
})
afterEach(async () => {
  await raw().command('admin', { configureFailPoint: 'failCommand', mode: 'off', data: { appName } })
  await client.close()
})

describe('the fail point failCommand', () => {
  test('fails a command with a code, as often as it says, and concerns its program only', async () => {
    await failCommand(['find'], { errorCode: 13 }, { times: 2 })
    expect(await countOf('a')).toBe(0)
    for (let i = 0; i < 2; i++) {
      await expect(things().findOne({})).rejects.toMatchObject({ code: 13, codeName: 'Unauthorized' })
    }
    expect(await things().findOne({})).toMatchObject({ _id: 'a' })
  })

  test('makes the driver retry when the primary steps down during a read or a write', async () => {
    await failCommand(['find', 'update'], { errorCode: 189 }, { times: 1 })
    expect(await things().findOne({})).toMatchObject({ _id: 'a' })
    await failCommand(['update'], { errorCode: 10107 })
    await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } })
    expect(await countOf('a')).toBe(1)
  })

  test('gives a retryable write the label that MongoDB gives it, or the labels of its data', async () => {
    const update = { update: 'things', updates: [{ q: {}, u: { $inc: { n: 1 } } }] }
    const number = (txnNumber: number) => ({ lsid: newSession(), txnNumber: Long.fromNumber(txnNumber) })
    const named = await rawClient()
    await named.command('admin', { hello: 1, client: { application: { name: appName } } })
    await failCommand(['update'], { errorCode: 91 })
    expect(await named.command(DB, { ...update, ...number(1) })).toMatchObject({
      code: 91,
      errorLabels: ['RetryableWriteError'],
    })
    await failCommand(['update'], { errorCode: 91 })
    expect(await named.command(DB, { ...update, ...inTransaction(newSession(), 1, true) })).toMatchObject({
      errorLabels: ['TransientTransactionError'],
    })
    await failCommand(['update'], { errorCode: 91, errorLabels: ['Mine'] })
    expect(await named.command(DB, { ...update, ...number(2) })).toMatchObject({ errorLabels: ['Mine'] })
    await failCommand(['update'], { errorCode: 91 })
    expect(await named.command(DB, update)).not.toHaveProperty('errorLabels')
    expect(await countOf('a')).toBe(0)
  })

  test('closes the connection before the command runs', async () => {
    await failCommand(['insert'], { closeConnection: true })
    await things().insertOne({ _id: 'b' })
    await failCommand(['insert'], { closeConnection: true }, { times: 2 })
    await expect(things().insertOne({ _id: 'c' })).rejects.toBeInstanceOf(mongoose.mongo.MongoNetworkError)
    expect(await things().countDocuments()).toBe(2)
  })

  test('delays a command', async () => {
    await failCommand(['find'], { blockConnection: true, blockTimeMS: 60_000, closeConnection: true })
    const slow = new MongoClient(uri, { appName, socketTimeoutMS: 200, retryReads: false })
    await expect(slow.db(DB).collection('things').findOne({})).rejects.toThrow(/timed out/)
    await slow.close()
  })

  test('adds a write concern error to a write that has taken effect', async () => {
    const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' }
    await failCommand(['insert'], { writeConcernError })
    const failure = await things()
      .insertOne({ _id: 'b' })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 64 })
    expect(await things().countDocuments()).toBe(2)
  })

  test('is refused under an unknown name', async () => {
    const answer = await raw().command('admin', { configureFailPoint: 'noSuchPoint', mode: 'alwaysOn' })
    expect(answer).toMatchObject({ ok: 0 })
    expect(await raw().command('admin', { configureFailPoint: 'failCommand', mode: 'sometimes' })).toMatchObject({
      code: 2,
    })
  })
})

describe('a transaction of the driver', () => {
  const inTransactionOnce = () =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
      }),
    )

  test.each([
    ['fails on the way', ['update'], { errorCode: 112 }],
    ['loses its connection on the way', ['update'], { closeConnection: true }],
    ['meets a step-down at its commit', ['commitTransaction'], { errorCode: 10107 }],
    ['loses its connection at its commit', ['commitTransaction'], { closeConnection: true }],
    ['has an unknown commit result', ['commitTransaction'], { writeConcernError: { code: 64, errmsg: 'timeout' } }],
  ])('that %s is repeated and takes effect once', async (_, commands, data) => {
    await failCommand(commands, data)
    await inTransactionOnce()
    expect(await countOf('a')).toBe(1)
  })
})

test('the fail point WTWriteConflictException makes writes in transactions conflict at random', async () => {
  const lsid = newSession()
  const write = { update: 'things', updates: [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }] }
  const configure = (mode: object | string) =>
    raw().command('admin', { configureFailPoint: 'WTWriteConflictException', mode, data: { appName } })
  const named = await rawClient()
  await named.command('admin', { hello: 1, client: { application: { name: appName } } })
  await configure({ activationProbability: 1 })
  const conflict = await named.command(DB, { ...write, ...inTransaction(lsid, 1, true) })
  expect(conflict).toMatchObject({ ok: 0, code: 112, errorLabels: ['TransientTransactionError'] })
  expect(await named.command(DB, write)).toMatchObject({ ok: 1 })
  await configure({ activationProbability: 0 })
  expect(await named.command(DB, { ...write, ...inTransaction(lsid, 2, true) })).toMatchObject({ ok: 1 })
  await named.command('admin', { abortTransaction: 1, ...inTransaction(lsid, 2) })
  await configure('off')
  expect(await countOf('a')).toBe(1)
})

test('a retryable write takes effect once if its connection is closed after the commit', async () => {
  await raw().command('admin', {
    configureFailPoint: 'onPrimaryTransactionalWrite',
    mode: { times: 1 },
    data: { appName },
  })
  await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } })
  expect(await countOf('a')).toBe(1)
})
