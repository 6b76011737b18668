import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModels } from '../../../../../services/catalog/models.ts'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { compactOnce } from '../../../../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../../../../shared/database/page-index/page-index.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
let ofCatalog: Connection
let ofInventory: Connection
const open = (service: string) =>
  mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-${service}` }).asPromise()
beforeAll(async () => {
  world = await startStockWorld()
  ofCatalog = await open('catalog')
  ofInventory = await open('inventory')
})
afterAll(async () => {
  await ofCatalog?.close()
  await ofInventory?.close()
  await world?.[Symbol.asyncDispose]()
})

const records = (connection: Connection, name: string) => connection.collection<{ _id: number | string }>(name)

/** An item with an alias, whose copy in inventory is up to date. */
async function anAliasedItem() {
  const { shortID, partNo } = await world.call(catalog.createItem, { shortID: unique('SKU'), description: 'Bolt' })
  const alias = unique('ALIAS')
  await world.call(catalog.putAlias, { shortID, alias })
  expect((await world.reconcile()).differences).toEqual([])
  return { shortID, partNo, alias }
}

test('items that agree with their names and copies are counted, also right after a change', async () => {
  const before = (await world.reconcile()).items
  for (let n = 0; n < 5; n++) await world.newItem()
  const { shortID } = await anAliasedItem()
  await world.call(catalog.updateItem, { shortID, description: 'Nut', discontinued: true })
  expect(await world.reconcile()).toMatchObject({ items: before + 6, differences: [] })
})

test('a name that is missing, and a name without an item, are found', async () => {
  const { shortID, partNo } = await anAliasedItem()
  const names = records(ofCatalog, 'names')
  const name = await names.findOneAndDelete({ _id: shortID })
  const orphan = unique('ORPHAN')
  await names.insertOne({ _id: orphan, kind: 'alias', shortID: 'NO-SUCH-ITEM', modified: new Date() } as never)
  expect((await world.reconcile()).differences).toEqual([
    { what: `item of name ${orphan}`, expected: 'NO-SUCH-ITEM', found: 'nothing' },
    { what: `name ${shortID} of item ${partNo}`, expected: `shortID of ${shortID}`, found: 'nothing' },
  ])
  await names.insertOne(name ?? { _id: '' })
  await names.deleteOne({ _id: orphan })
})

test("a wrong count in the catalog's page index is found", async () => {
  await anAliasedItem()
  const { itemList } = createModels(ofCatalog)
  while (await compactOnce(createPageIndex(ofCatalog, itemList), 1));
  await itemList.pageIndex.updateOne({ kind: 'bucket' }, { $inc: { 'counts.false': 2 } })
  const { differences } = await world.reconcile()
  expect(differences.map(({ what }) => what)).toEqual(['itemPageIndex from , partition false'])
  await itemList.pageIndex.updateOne({ kind: 'bucket' }, { $inc: { 'counts.false': -2 } })
})

test('a copy that differs, one that is missing and one of no item are found', async () => {
  const { shortID, partNo, alias } = await anAliasedItem()
  const missing = await anAliasedItem()
  const copies = records(ofInventory, 'items')
  await copies.updateOne({ _id: partNo }, { $set: { aliases: [] } })
  await copies.deleteOne({ _id: missing.partNo })
  const stray = { version: 1, shortID: 'STRAY', aliases: [], description: '', dfltOwner: 0, discontinued: false }
  await copies.insertOne({ _id: 1_000_000, ...stray } as never)
  expect((await world.reconcile()).differences).toEqual([
    {
      what: `copy of item ${partNo}`,
      expected: `${shortID}, ${alias}: "Bolt", owner 0, active, packages of 1, version 2`,
      found: `${shortID}: "Bolt", owner 0, active, packages of 1, version 2`,
    },
    expect.objectContaining({ what: `copy of item ${missing.partNo}`, found: 'nothing' }),
    { what: 'copy of item 1000000', expected: 'nothing', found: 'STRAY: "", owner 0, active, version 1' },
  ])
})
