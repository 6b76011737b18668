import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog.ts'
import { inventory } from '../../shared/contract/inventory.ts'
import { anItem, aReceipt } from '../support/factories.ts'
import { registerBasics } from '../support/registries.ts'
import { serverUrl, startSystem } from '../support/system.ts'
import { createCtlWorld } from './ctl-world.ts'

test('reconcile fails, and says how many, when the books differ', async () => {
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
