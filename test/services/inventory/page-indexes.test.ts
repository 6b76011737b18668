import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexedLists, type IndexedLists } from '../../../services/inventory/models.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { compactOnce } from '../../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../../shared/database/page-index/page-index.ts'
import { EVERYTHING, expectPagesToBeRight, type Pages } from '../../support/checks/page-check.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

let world: StockWorld
let database: Connection
let indexedLists: IndexedLists
beforeAll(async () => {
  world = await startStockWorld()
  const dbName = `${world.system.system}-inventory`
  database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  indexedLists = createIndexedLists(database)
})
afterAll(async () => {
  await database.close()
  await world[Symbol.asyncDispose]()
})

/** Compacts all that there is. */
async function compactAll(): Promise<void> {
  for (const list of [indexedLists.lots, indexedLists.ledger, indexedLists.levels]) {
    const { pageIndex } = list
    while (await compactOnce(createPageIndex(database, list), 1));
    expect(await pageIndex.countDocuments({ kind: 'delta' })).toBe(0)
    expect(await pageIndex.countDocuments({ kind: 'bucket' })).toBeGreaterThan(0)
  }
}

/** All lists, as a client sees them; a filter that lets everything through makes the service count and skip. */
async function expectListsToBeRight(call = world.call, wid?: number): Promise<void> {
  const lots: Pages = (query) =>
    wid === undefined
      ? call(inventory.listLots, { ...query, sort: 'received' })
      : call(inventory.listWarehouseLots, { ...query, sort: 'received', wid })
  const countedLots: Pages = (query) =>
    wid === undefined
      ? call(inventory.listLots, { ...query, ...EVERYTHING, sort: 'received' })
      : call(inventory.listWarehouseLots, { ...query, ...EVERYTHING, sort: 'received', wid })
  await expectPagesToBeRight('lots', lots, countedLots)
  const ledger: Pages = (query) => call(inventory.listTransactions, { ...query, sort: 'at', wid })
  const countedLedger: Pages = (query) => call(inventory.listTransactions, { ...query, ...EVERYTHING, sort: 'at', wid })
  await expectPagesToBeRight('ledger', ledger, countedLedger)
  const levels: Pages = (query) =>
    wid === undefined
      ? call(inventory.listStockLevels, { ...query, sort: 'partNo' })
      : call(inventory.listWarehouseStockLevels, { ...query, sort: 'partNo', wid })
  const countedLevels: Pages = (query) =>
    wid === undefined
      ? call(inventory.listStockLevels, { ...query, ...EVERYTHING, sort: 'partNo' })
      : call(inventory.listWarehouseStockLevels, { ...query, ...EVERYTHING, sort: 'partNo', wid })
  await expectPagesToBeRight('levels', levels, countedLevels)
}

test('totals and pages stay exact while stock is received, split, moved, ordered and compacted', async () => {
  const shortIDs = await Promise.all(Array.from({ length: 7 }, () => world.newItem()))
  const [first = ''] = shortIDs
  const scoped = await world.system.createClient({ warehouses: [1, 3] })
  const everywhere = async () => {
    await expectListsToBeRight()
    await expectListsToBeRight(world.call, 2)
    await expectListsToBeRight(scoped.call)
  }
  for (let n = 0; n < 9; n++) await world.receive(first, 10, { wid: (n % 3) + 1 })
  for (const [n, shortID] of shortIDs.entries()) if (n > 3) await world.receive(shortID, 5, { wid: (n % 3) + 1 })
  await everywhere()
  await compactAll()
  await everywhere()
  await world.move(first, 3, { wid: 1, shipToWid: 2, toSpot: 'A-01' })
  await world.move(first, 10, { wid: 3, shipToWid: 1, toSpot: 'A-01' })
  // These come before, between and after what is compacted, and to more warehouses than before.
  for (const [n, shortID] of shortIDs.entries()) await world.receive(shortID, 10, { wid: ((n + 1) % 3) + 1 })
  const order = { kind: 'onOrder', reference: 'PO-1', line: 1, units: 4 } as const
  for (const shortID of shortIDs.slice(2))
    await world.system.call(inventory.putOrderLine, { ...order, itemID: shortID, wid: 2 })
  await everywhere()
  await world.move(first, 2, { wid: 2, shipToWid: 3, toSpot: 'A-01' })
  await compactAll()
  await everywhere()
})
