import { setTimeout as delay } from 'node:timers/promises'
import { Types } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { compactOnce, startCompaction } from '../../../../shared/database/page-index/compaction.ts'
import { verifyPageIndex } from '../../../../shared/database/page-index/verify.ts'
import { createCapturedLog } from '../../../support/checks/captured-log.ts'
import { type ListedRecord, listedRecords } from '../../../support/records/listed-records.ts'
import { aDatabase, connectDatabase } from '../../../support/servers/database.ts'

test('a backlog of 20,000 records in one bucket is put into buckets in parts, each of which leaves the index exact', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords<number>(connection, { lowestKey: 0 })
  const pageIndex = records.pageIndex()
  await records.add([0], [1])
  expect(await compactOnce(pageIndex, 1)).toBe(false)
  for (let first = 1; first < 20_000; first += 5_000)
    await records.add(
      Array.from({ length: 5_000 }, (_, index) => first + index),
      [1],
    )
  for (const moved of [0, 500, 19_000]) await records.changeWarehouses(records.written[moved] as ListedRecord, [2])
  const totals = () =>
    Promise.all([[1], [2]].map(async (scope) => (await records.page(records.pageIndex(), scope, 0, 1, 1)).total))
  let runs = 0
  for (; await compactOnce(pageIndex, 1); runs++) {
    expect(await verifyPageIndex(connection, records.indexedList, Date.now() + 20_000)).toEqual([])
    expect(await totals()).toEqual([19_998, 3])
  }
  expect(runs).toBeGreaterThan(2)
  expect(await records.indexedList.pageIndex.countDocuments({ kind: 'delta' })).toBe(0)
}, 60_000)

test('a backlog of any length is read in parts, by compactions and by pages, which stay exact', async () => {
  const connection = await connectDatabase()
  const records = await listedRecords<number>(connection, { lowestKey: 0 })
  const { pageIndex: stored } = records.indexedList
  await records.add([...Array(2_000).keys()], [1])
  const pageIndex = records.pageIndex()
  while (await compactOnce(pageIndex, 1));
  // Each pair changes nothing, as a record that leaves a warehouse and comes back.
  const pairs = Array.from({ length: 10_500 }, (_, index) => ({ at: index % 2_000, change: index % 2 === 0 ? 1 : -1 }))
  const deltas = pairs.map((pair) => ({
    _id: new Types.ObjectId(),
    kind: 'delta' as const,
    partitionKey: '1',
    ...pair,
  }))
  await stored.insertMany([...deltas.slice(0, 5_000), ...deltas.slice(5_000).toReversed()])
  const total = async () => (await records.page(records.pageIndex(), [1], 0, 1, 1)).total
  const left = () => stored.countDocuments({ kind: 'delta' })
  const [before, sum] = [await left(), deltas.reduce((total, { change }) => total + change, 2_000)]
  expect(await total()).toBe(sum)
  expect(await compactOnce(pageIndex)).toBe(true)
  expect(await left()).toBe(before - 4_096)
  expect(await total()).toBe(sum)
  while (await compactOnce(pageIndex));
  expect(await left()).toBe(0)
  expect(await total()).toBe(sum)
})

test('a compaction reads nothing while nothing or little changes, and applies deltas soon after there are 256', async () => {
  const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
  const records = await listedRecords<Date>(connection, { lowestKey: new Date(0) })
  let reads = 0
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && command.find === 'pageIndex') reads++
  })
  const compaction = startCompaction(records.pageIndex(), createCapturedLog().log)
  onTestFinished(() => compaction[Symbol.asyncDispose]())
  await expect.poll(() => reads).toBeGreaterThan(0)
  const readsIn = async (ms: number) => {
    const before = reads
    await delay(ms)
    return reads - before
  }
  // Longer than its interval.
  await expect.poll(() => readsIn(2_500)).toBe(0)
  const now = Date.now()
  const moments = Array.from({ length: 256 }, (_, index) => new Date(now - index))
  const left = () => records.indexedList.pageIndex.countDocuments({ kind: 'delta' })
  await records.add(moments.slice(1), [1])
  await readsIn(2_500)
  expect(await left()).toBe(255)
  await records.add(moments.slice(0, 1), [1])
  await expect.poll(left).toBe(0)
  // The state, buckets and deltas once: what was applied is not looked at again.
  await expect.poll(() => readsIn(2_500)).toBe(0)
  expect(reads).toBeLessThanOrEqual(8)
})
