import { mongo } from 'mongoose'
import { expect, test, vi } from 'vitest'
import { startPage } from '../../../services/reporting/history/derived-page.ts'
import { defineSchema, number, type RecordOf, text } from '../../../shared/database/record-fields.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { connectDatabase } from '../../support/servers/database.ts'

const fields = { _id: text, units: number }

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
