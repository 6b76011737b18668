import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mongo } from 'mongoose'
import { expect, test, vi } from 'vitest'
import { type DerivedPage, startPage } from '../../../services/reporting/history/derived-page.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { connectDatabase } from '../../support/servers/database.ts'

const fields = { _id: field.text, units: field.number }

test('what a page inserts into one collection is one write, however the changes mix the collections', async () => {
  const connection = await connectDatabase()
  const states = connection.model<RecordOf<typeof fields>>('states', defineSchema('states', fields))
  const deeds = connection.model<RecordOf<typeof fields>>('deeds', defineSchema('deeds', fields))
  const page = startPage(undefined)
  for (const units of [1, 2, 3]) {
    page.to.insert(states, [{ _id: `state ${units}`, units }])
    page.to.insert(deeds, [{ _id: `deed ${units}`, units }])
  }
  const bulkWrite = vi.spyOn(mongo.MongoClient.prototype, 'bulkWrite')
  await inTransaction(connection, Date.now() + 10_000, (session) => page.done([]).write(session))
  const collections = bulkWrite.mock.calls.flatMap(([writes]) => writes.map(({ namespace }) => namespace.split('.')[1]))
  expect(collections).toEqual(['states', 'states', 'states', 'deeds', 'deeds', 'deeds'])
  const stored = await Promise.all([states, deeds].map((model) => model.find().sort({ _id: 1 }).lean()))
  expect(stored.map((of) => of.map(({ units }) => units))).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
})

test('a page does not keep the one before it in memory, so that a long feed does not grow there', async () => {
  const connection = await connectDatabase()
  const states = connection.model<RecordOf<typeof fields>>('states', defineSchema('states', fields))
  const derive = (before: DerivedPage | undefined, units: number) => {
    const page = startPage(before)
    page.to.insert(states, [{ _id: `state ${units}`, units }])
    page.leave(states, [{ _id: 'last', units }], { has: () => before !== undefined })
    return page.done([])
  }
  const [first, second] = (() => {
    const before = derive(undefined, 1)
    return [new WeakRef(before), derive(before, 2)]
  })()
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  await nextTurn()
  collectGarbage()
  expect(first.deref()).toBeUndefined()
  expect(second.leftIn('states').get('last')).toEqual({ _id: 'last', units: 2 })
})
