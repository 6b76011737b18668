import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { createIndexedLists } from '../../services/inventory/models.ts'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { compactOnce } from '../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../shared/database/page-index/page-index.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { serverUrl, startSystem } from '../support/system/system.ts'
import { createCtlWorld } from './ctl-world.ts'

test('reconcile fails with the number of differences if the books differ', async () => {
  await using system = await startSystem({ services: ['catalog', 'inventory'] })
  await using world = createCtlWorld(system)
  await registerBasics(system.call)
  const { shortID } = await system.call(catalog.createItem, anItem())
  const { recNo } = await system.call(inventory.receive, aReceipt({ itemID: shortID, units: 5 }))
  expect(await world.run('reconcile')).toMatchObject({ exitCode: 0, stderr: '' })

  const database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${system.system}-inventory` })
    .asPromise()
  await database.collection<{ _id: number }>('lots').updateOne({ _id: recNo }, { $set: { spot: 'ELSEWHERE' } })
  await database.close()
  const { exitCode, stdout, stderr } = await world.run('reconcile')
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'Found differences: 1.\n' })
  expect(stdout).toContain('ELSEWHERE')
})

test('reconcile compares the page indexes with the records', async () => {
  await using system = await startSystem({ services: ['catalog', 'inventory'] })
  await registerBasics(system.call)
  const { shortID } = await system.call(catalog.createItem, anItem())
  await system.call(inventory.receive, aReceipt({ itemID: shortID, units: 5, wid: 2 }))
  const database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${system.system}-inventory` })
    .asPromise()
  const { levels } = createIndexedLists(database)
  while (await compactOnce(createPageIndex(database, levels), 1));
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
  await levels.pageIndex.updateOne({ kind: 'bucket', 'counts.2': 1 }, { $set: { 'counts.2': 3 } })
  await database.close()
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([
    { what: 'levelPageIndex from 0, partition 2', expected: '1', found: '3' },
  ])
})
