import { expect, test } from 'vitest'
import { createCounters } from '../../../shared/database/counters.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../support/servers/database.ts'

/** The counters of one process: its own connection, its own blocks. */
async function counters(database: string, blockSize = 10) {
  const connection = await connectDatabase(database)
  const made = createCounters(connection, blockSize)
  await migrate(connection)
  return made
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, two) => one - two)

test('numbers begin at 1, ascend and have no gaps within a process', async () => {
  const { next } = await counters(aDatabase())
  expect([...(await next('recNo', 3)), ...(await next('recNo', 12)), ...(await next('recNo', 1))]).toEqual(
    Array.from({ length: 16 }, (_, at) => at + 1),
  )
})

test('sequences are apart from each other', async () => {
  const { next } = await counters(aDatabase())
  expect([await next('recNo', 2), await next('partNo', 2)]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('numbers are unique and ascend in each of two processes that take them at once, from the very first on', async () => {
  const database = aDatabase()
  const processes = [await counters(database), await counters(database)]
  const taken = await Promise.all(
    processes.map(async ({ next }) =>
      (await Promise.all(Array.from({ length: 40 }, (_, at) => next('recNo', 1 + (at % 3))))).flat(),
    ),
  )
  for (const numbers of taken) expect(numbers).toEqual(ascending(numbers))
  const all = taken.flat()
  expect(new Set(all).size).toBe(all.length)
})

test('more numbers than a block holds are taken at once', async () => {
  const { next } = await counters(aDatabase(), 2)
  expect(await next('recNo', 25)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
})

test('a failure costs numbers at most, and the next call gets new ones', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const { next } = createCounters(connection, 5)
  await migrate(connection)
  const before = await next('recNo', 5)
  proxy.refuse()
  // More than the block that may have been taken in advance.
  await expect(next('recNo', 6)).rejects.toThrow()
  proxy.heal()
  const [after = 0] = await next('recNo', 1)
  expect(after).toBeGreaterThan(Math.max(...before))
})

test('the next block is taken before it is needed', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const { next } = createCounters(connection, 5)
  await migrate(connection)
  await next('recNo', 1)
  await expect.poll(() => connection.collection('counters').findOne({})).toMatchObject({ last: 10 })
  proxy.refuse()
  expect(await next('recNo', 9)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('numbers that people read have no gaps when processes come and go, and no number comes twice', async () => {
  const database = aDatabase()
  const [first, second] = [await counters(database), await counters(database)]
  const atOnce = ({ nextOf }: typeof first) => Promise.all(Array.from({ length: 20 }, () => nextOf('count')))
  const taken = (await Promise.all([atOnce(first), atOnce(second)])).flat()
  expect(ascending(taken)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  const { nextOf } = await counters(database)
  expect([await nextOf('count'), await nextOf('other')]).toEqual([41, 1])
})
