import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageQuery } from '../../../../../shared/contract/core/paging.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

/** The stored field of each filter of the ledger. */
const storedAs: Readonly<Record<string, string>> = {
  itemID: 'partNo',
  shortID: 'partNo',
  partNo: 'partNo',
  wid: 'wids',
  recno: 'lots.recNo',
  type: 'type',
  reasonCode: 'reasonCode',
  clientId: 'clientId',
  actor: 'actor',
  transactionNo: '_id',
  reference: 'reference',
  from: 'at',
  to: 'at',
}
const filters = Object.keys(inventory.listTransactions.input.shape).filter((name) => !(name in pageQuery()))

let world: StockWorld
let indexes: Readonly<Record<string, unknown>>[]
beforeAll(async () => {
  world = await startStockWorld()
  const dbName = `${world.system.system}-inventory`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  indexes = (await database.collection('ledger').indexes()).map(({ key }) => key)
  await database.close()
})
afterAll(() => world[Symbol.asyncDispose]())

test.each(filters)('the filter %s of the ledger has an index, in the default sort if many entries match', (filter) => {
  const field = storedAs[filter]
  const ofFilter = indexes.filter((key) => Object.keys(key)[0] === field)
  expect(ofFilter).not.toEqual([])
  const matchesFew = ['_id', 'lots.recNo', 'reference'].includes(String(field))
  const sort = field === 'at' ? { at: -1, _id: -1 } : { [String(field)]: 1, at: -1, _id: -1 }
  if (!matchesFew) expect(ofFilter).toContainEqual(sort)
})
