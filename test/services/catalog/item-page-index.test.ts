import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModels } from '../../../services/catalog/models.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { compactOnce } from '../../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../../shared/database/page-index/page-index.ts'
import { EVERYTHING, expectPagesToBeRight } from '../../support/checks/page-check.ts'
import { anItem } from '../../support/records/factories.ts'
import { createRandom } from '../../support/records/seeded.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let database: Connection
beforeAll(async () => {
  system = await startSystem({ services: ['catalog'] })
  const dbName = `${system.system}-catalog`
  database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
})
afterAll(async () => {
  await database?.close()
  await system?.[Symbol.asyncDispose]()
})

const expectListsToBeRight = async () => {
  const { call } = system
  await expectPagesToBeRight(
    'active items',
    (query) => call(catalog.listItems, { ...query, sort: 'shortID' }),
    (query) => call(catalog.listItems, { ...query, ...EVERYTHING, sort: 'shortID' }),
  )
  await expectPagesToBeRight(
    'all items',
    (query) => call(catalog.listAllItems, { ...query, sort: 'shortID' }),
    (query) => call(catalog.listAllItems, { ...query, ...EVERYTHING, sort: 'shortID' }),
  )
}

test('totals and pages stay exact while items are created in any order, discontinued, brought back and compacted', async () => {
  const { call } = system
  const { itemList } = createModels(database)
  const pageIndex = createPageIndex(database, itemList)
  const random = createRandom(3)
  const shortIDs: string[] = []
  const create = async () => {
    const shortID = `${['z', 'A', '\u{1f600}', 'a', '\uff5e'][Math.floor(random() * 5)] ?? ''}${random()}`
    await call(catalog.createItem, anItem({ shortID, discontinued: random() < 0.2 }))
    shortIDs.push(shortID)
  }
  const change = async () => {
    const shortID = shortIDs[Math.floor(random() * shortIDs.length)] ?? ''
    if (random() < 0.5) await call(catalog.discontinueItem, { shortID })
    else await call(catalog.updateItem, { shortID, discontinued: random() < 0.3 })
  }
  for (let round = 0; round < 4; round++) {
    // Several at once, while the page index is compacted by this process and by the service.
    const compaction = round % 2 === 1 ? compactOnce(pageIndex, 1) : undefined
    await Promise.all(Array.from({ length: 9 }, create))
    await Promise.all(Array.from({ length: 6 }, change))
    await compaction
    await expectListsToBeRight()
  }
  while (await compactOnce(pageIndex, 1));
  expect(await itemList.pageIndex.countDocuments({ kind: 'delta' })).toBe(0)
  await expectListsToBeRight()
}, 60_000)
