import { expect, test } from 'vitest'
import type { FeedChange } from '../../../services/reporting/history/history.ts'
import type { ItemRecord } from '../../../services/reporting/history/records/item.model.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { deriveHistory } from './report-world.ts'

type Included = Omit<FeedChange, 'sequence'>

const at = new Date('2026-01-10T12:00:00Z')
const item = (category: number, modified: string): Included => {
  const data = { partNo: 1, shortID: `$${category}`, category, modified: `2026-01-01T${modified}Z` }
  return { type: 'item.updated', at, data }
}
const settings = { partNo: 1, shortID: 'UNTOLD', wid: 1, minimum: 5, reorderTo: 9, leadDays: null }
const reorder: Included = { type: 'item.reorderChanged', at, data: settings }

const toFeed = (included: readonly Included[]): FeedChange[] =>
  included.map((change, index) => ({ ...change, sequence: index + 1 }))

const older = item(3, '00:00:00.999')
const newer = item(7, '00:00:01.000')
const sameTime = item(8, '00:00:01.000')

test.each([1, 500])(
  'an item is as its latest change has it, however late an older one comes (%i in a page)',
  async (size) => {
    const stored = async (...included: Included[]) => {
      const { connection, history } = await deriveHistory(toFeed(included), size)
      const records = await connection.collection<ItemRecord>('items_1').find().toArray()
      expect(await history.findItems({ itemID: records[0]?.shortID })).toEqual([1])
      return records.map(({ shortID, category }) => [shortID, category])
    }
    expect(await stored(older, newer)).toEqual([['$7', 7]])
    expect(await stored(newer, older)).toEqual([['$7', 7]])
    expect(await stored(reorder, newer, older)).toEqual([['$7', 7]])
    expect(await stored(newer, reorder, older, older)).toEqual([['$7', 7]])
    expect(await stored(newer, sameTime, older)).toEqual([['$8', 8]])
    expect(await stored(reorder)).toEqual([['UNTOLD', null]])
  },
)

test('an item that an earlier version stored, without the moment of its change, is as the next one has it', async () => {
  const { connection, history } = await deriveHistory([])
  await connection.collection<ItemRecord>('items_1').insertOne({ _id: 1, shortID: '$5', category: 5 })
  const page = await history.derive(toFeed([newer, older]))
  await inTransaction(connection, Date.now() + 10_000, (session) => page.write(session))
  expect(await history.findItems({ category: 7 })).toEqual([1])
})
