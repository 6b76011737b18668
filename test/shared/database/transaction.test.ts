import { type ClientSession, type Connection, mongo, Schema } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { inSnapshot, inTransaction, TransactionConflict } from '../../../shared/database/transaction.ts'
import { refusal } from '../../support/checks/probe.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../support/servers/database.ts'

const schema = new Schema({ _id: String, n: Number }, { collection: 'counts', versionKey: false })

async function aCount(connection: Connection) {
  const counts = connection.model('Count', schema)
  await migrate(connection)
  await counts.create({ _id: 'bolt', n: 0 }).catch(() => undefined)
  return { counts, count: async () => (await counts.findById('bolt').lean())?.n }
}

const soon = (ms = 8_000) => Date.now() + ms

test('30 transactions that read and then write the same document all take effect', async () => {
  const connection = await connectDatabase()
  const { counts, count } = await aCount(connection)
  await Promise.all(
    Array.from({ length: 30 }, () =>
      inTransaction(connection, soon(20_000), async (session) => {
        const read = await counts.findById('bolt').session(session).lean()
        await counts.updateOne({ _id: 'bolt' }, { n: (read?.n ?? 0) + 1 }, { session })
      }),
    ),
  )
  expect(await count()).toBe(30)
})

test('transactions of two processes that make the same document by an upsert all count', async () => {
  const database = aDatabase()
  const connections = [await connectDatabase(database), await connectDatabase(database)]
  const [one] = await Promise.all(connections.map(aCount))
  for (const _id of ['nut', 'washer', 'screw']) {
    const add = (connection: Connection) =>
      inTransaction(connection, soon(), async (session) => {
        const counts = connection.model('Count', schema)
        await counts.updateOne({ _id }, { $inc: { n: 1 } }, { upsert: true, session }).catch((error: unknown) => {
          throw isDuplicateKey(error) ? new TransactionConflict('made meanwhile') : error
        })
      })
    await Promise.all([...connections, ...connections, ...connections].map(add))
    expect((await one?.counts.findById(_id).lean())?.n).toBe(6)
  }
})

test('a commit that breaks in the driver itself is repeated, and is unknown at the deadline', async () => {
  const connection = await connectDatabase()
  const { counts, count } = await aCount(connection)
  let tries = 0
  const add = (breaks: (session: ClientSession) => void, deadline: number) =>
    inTransaction(connection, deadline, async (session) => {
      tries++
      breaks(session)
      await counts.updateOne({ _id: 'bolt' }, { $inc: { n: 1 } }, { session })
    })
  const broken = new TypeError('is not a function')
  const twice = (session: ClientSession) =>
    vi.spyOn(session, 'commitTransaction').mockRejectedValueOnce(broken).mockRejectedValueOnce(broken)
  await add(twice, soon())
  expect([tries, await count()]).toEqual([1, 1])
  const always = (session: ClientSession) => vi.spyOn(session, 'commitTransaction').mockRejectedValue(broken)
  expect(await refusal(add(always, soon(200)))).toMatchObject({ code: 'outcome_unknown' })
})

test('a conflict is tried again until the deadline, and then certainly not done', async () => {
  const connection = await connectDatabase()
  const { counts, count } = await aCount(connection)
  onTestFinished(() => void vi.restoreAllMocks())
  const deadline = soon(50_000)
  let tries = 0
  const error = await refusal(
    inTransaction(connection, deadline, async (session) => {
      await counts.updateOne({ _id: 'bolt' }, { n: 1 }, { session })
      // The deadline comes during the fourth run.
      if (++tries === 4) vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 50_000)
      throw new TransactionConflict('outdated')
    }),
  )
  expect([error.code, tries]).toEqual(['service_unavailable', 4])
  expect(await count()).toBe(0)
})

test('nothing is committed after the deadline (R3)', async () => {
  const connection = await connectDatabase()
  const { counts, count } = await aCount(connection)
  const deadline = soon(150)
  const error = await refusal(
    inTransaction(connection, deadline, async (session) => {
      await counts.updateOne({ _id: 'bolt' }, { n: 1 }, { session })
      await expect.poll(() => Date.now() > deadline).toBe(true)
    }),
  )
  expect([error.code, await count()]).toEqual(['service_unavailable', 0])
})

test('nothing is begun after the deadline', async () => {
  const connection = await connectDatabase()
  let tries = 0
  const late = inTransaction(connection, Date.now() - 1, async () => {
    tries++
  })
  expect([(await refusal(late)).code, tries]).toEqual(['service_unavailable', 0])
})

test('an error of the work undoes it and is passed on', async () => {
  const connection = await connectDatabase()
  const { counts, count } = await aCount(connection)
  const work = inTransaction(connection, soon(), async (session) => {
    await counts.updateOne({ _id: 'bolt' }, { n: 1 }, { session })
    throw new AppError('conflict', 'Insufficient stock.')
  })
  expect([(await refusal(work)).message, await count()]).toEqual(['Insufficient stock.', 0])
})

test('work on a lost connection is done anew, once', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const { counts, count } = await aCount(connection)
  let tries = 0
  await inTransaction(connection, soon(), async (session) => {
    await counts.updateOne({ _id: 'bolt' }, { $inc: { n: 1 } }, { session })
    if (tries++ === 0) proxy.cut()
    await counts.updateOne({ _id: 'bolt' }, { $inc: { n: 1 } }, { session })
  })
  expect([tries, await count()]).toEqual([2, 2])
})

test('a transaction whose connection and rollback are lost between its writes and the commit leaves no lock', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const { counts, count } = await aCount(connection)
  let tries = 0
  let lostRollbacks = 0
  proxy.filter((chunk) => {
    if (!chunk.includes('abortTransaction')) return 'pass'
    lostRollbacks++
    return 'cut'
  })
  await inTransaction(connection, soon(), async (session) => {
    await counts.updateOne({ _id: 'bolt' }, { $inc: { n: 1 } }, { session })
    if (tries++ > 0) return
    proxy.cut()
    await counts.findById('bolt').session(session)
  })
  expect(lostRollbacks).toBeGreaterThan(0)
  expect([tries, await count()]).toEqual([2, 1])
})

test.each([
  ['on its way', 'to-server'],
  ['on the way back', 'to-client'],
] as const)('a commit that is lost %s is repeated until it is answered', async (_, lost) => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const { counts, count } = await aCount(connection)
  // The driver repeats a commit once.
  const losses = 3
  let commits = 0
  let isLosing = false
  proxy.filter((chunk, direction) => {
    if (direction === 'to-server' && chunk.includes('commitTransaction')) isLosing = ++commits <= losses
    if (!isLosing || direction !== lost || chunk.includes('isWritablePrimary')) return 'pass'
    isLosing = false
    return 'cut'
  })
  let tries = 0
  await inTransaction(connection, soon(), async (session) => {
    tries++
    await counts.updateOne({ _id: 'bolt' }, { $inc: { n: 1 } }, { session })
  })
  expect([tries, await count()]).toEqual([1, 1])
  expect(commits).toBeGreaterThan(losses)
})

test('a refusal that stays off the record has an unknown outcome after a commit that was lost', async () => {
  const connection = await connectDatabase()
  const { counts } = await aCount(connection)
  const gone = new mongo.MongoServerError({ code: 251, errorLabels: ['TransientTransactionError'] })
  let tries = 0
  const work = inTransaction(connection, soon(), async (session) => {
    if (tries++ > 0) throw new AppError('validation_error', 'There is no such lot.')
    vi.spyOn(session, 'commitTransaction').mockRejectedValueOnce(new TypeError('broken')).mockRejectedValueOnce(gone)
    await counts.updateOne({ _id: 'bolt' }, { n: 1 }, { session })
  })
  expect((await refusal(work)).code).toBe('outcome_unknown')
  expect(tries).toBe(2)
})

test('of many more transactions than connections, fewer run at once than there are connections, and all end', async () => {
  const connection = await connectDatabase()
  const { counts, count } = await aCount(connection)
  const deadline = soon(50_000)
  let running = 0
  let most = 0
  const add = () =>
    inTransaction(connection, deadline, async (session) => {
      most = Math.max(most, ++running)
      try {
        await counts.updateOne({ _id: 'bolt' }, { $inc: { n: 1 } }, { session })
        await counts.findById('bolt').session(session)
      } finally {
        running--
      }
    })
  await Promise.all(Array.from({ length: 60 }, add))
  expect(await count()).toBe(60)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThan(connection.getClient().options.maxPoolSize)
}, 60_000)

test('reads of a snapshot are of one moment, and nothing is committed', async () => {
  const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
  const { counts } = await aCount(connection)
  const ends: string[] = []
  connection.getClient().on('commandStarted', ({ commandName }) => {
    if (commandName === 'commitTransaction' || commandName === 'abortTransaction') ends.push(commandName)
  })
  const read = await inSnapshot(connection, soon(), async (session) => {
    const before = await counts.findById('bolt').session(session).lean()
    await counts.updateOne({ _id: 'bolt' }, { n: 7 })
    const after = await counts.findById('bolt').session(session).lean()
    return [before?.n, after?.n]
  })
  expect(read).toEqual([0, 0])
  expect(ends).toEqual(['abortTransaction'])
})

test('a write that finds the disk full is not repeated', async () => {
  const connection = await connectDatabase()
  let tries = 0
  const write = inTransaction(connection, soon(), async () => {
    tries++
    throw new mongo.MongoServerError({ code: 14_031, errmsg: 'no space left on device' })
  })
  await expect(write).rejects.toThrow('no space left')
  expect(tries).toBe(1)
})
