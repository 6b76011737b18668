import mongoose from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createItemModel } from '../../../../services/inventory/masters/item.model.ts'
import { createItems, packagingOf } from '../../../../services/inventory/masters/items.ts'
import { createCounters } from '../../../../shared/database/counters.ts'
import { migrate } from '../../../../shared/database/mongo.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const snapshot = (partNo: number, version: number) => ({
  ...{ partNo, version, shortID: `ITEM-${partNo}`, aliases: [], dfltOwner: 0, discontinued: false },
  description: `version ${version}`,
})

/** Copies in a new database, and what opens them as a process does. */
async function createCopies() {
  const connection = await connectDatabase()
  const model = createItemModel(connection)
  await migrate(connection)
  const call = () => Promise.reject(new Error('The catalog is not asked'))
  return { model, open: () => createItems(model, call, createCounters(connection, 1)) }
}

test('items that are learned at once are written together, and of each the newest version stays', async () => {
  const { model, open } = await createCopies()
  const { learn } = open()
  await Promise.all([learn(snapshot(1, 5)), learn(snapshot(2, 1))])
  const write = vi.spyOn(mongoose.mongo.MongoClient.prototype, 'bulkWrite')
  onTestFinished(() => write.mockRestore())
  const added = Array.from({ length: 30 }, (_, index) => snapshot(index + 10, 1))
  const news = [snapshot(1, 4), snapshot(2, 2), ...added, snapshot(10, 3), snapshot(10, 2)]
  await Promise.all(news.map(learn))
  expect(write).toHaveBeenCalledOnce()
  const stored = await model.find().sort({ _id: 1 }).lean()
  expect(stored.map(({ _id, version, description }) => [_id, version, description])).toEqual([
    [1, 5, 'version 5'],
    [2, 2, 'version 2'],
    [10, 3, 'version 3'],
    ...added.slice(1).map(({ partNo }) => [partNo, 1, 'version 1']),
  ])
})

test('an item that another process has learned meanwhile is no error, and keeps the newest version', async () => {
  const { model, open } = await createCopies()
  const processes = Array.from({ length: 3 }, open)
  const partNos = Array.from({ length: 20 }, (_, index) => index + 1)
  await Promise.all(processes.flatMap(({ learn }, index) => partNos.map((no) => learn(snapshot(no, index + 1)))))
  const stored = await model.find().sort({ _id: 1 }).lean()
  expect(stored.map(({ _id, version }) => [_id, version])).toEqual(partNos.map((no) => [no, 3]))
})

test('a change that a process was lost before it counted is used once its event has come again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { model, open } = await createCopies()
  const [one, other] = [open(), open()]
  const usedVersion = async () =>
    (await one.find('ITEM-1', { requestId: 'r', deadline: Date.now() + 5_000 } as never))?.version
  await one.learn(snapshot(1, 1))
  expect(await usedVersion()).toBe(1)
  await model.updateOne({ _id: 1 }, { version: 2 })
  vi.advanceTimersByTime(1_001)
  expect(await usedVersion()).toBe(1)
  await other.learn(snapshot(1, 2))
  vi.advanceTimersByTime(1_001)
  expect(await usedVersion()).toBe(2)
})

test('a copy learns what it lacks of its own version, and has no packages of an earlier one', async () => {
  const { open } = await createCopies()
  const { learn, find } = open()
  const context = { requestId: 'r', deadline: Date.now() + 5_000 }
  const packagingNow = async () => {
    const item = await find('ITEM-1', context as never)
    return item && packagingOf(item)
  }
  const packaged = (version: number, units: number) => ({
    ...snapshot(1, version),
    packaging: { version, units, ofAliases: [{ alias: 'BOX', units: 12 }] },
  })
  await learn(snapshot(1, 1))
  expect(await packagingNow()).toBeUndefined()
  await learn(packaged(1, 100))
  expect(await packagingNow()).toMatchObject({ units: 100, ofAliases: [{ alias: 'BOX', units: 12 }] })
  // As a process of a version before 1.4 learns it.
  await learn(snapshot(1, 2))
  expect(await packagingNow()).toBeUndefined()
  await learn(packaged(1, 100))
  expect(await packagingNow()).toBeUndefined()
  await Promise.all([learn(packaged(2, 50)), learn(packaged(2, 50))])
  expect(await packagingNow()).toMatchObject({ version: 2, units: 50 })
})
