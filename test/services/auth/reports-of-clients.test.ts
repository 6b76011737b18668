import { expect, test } from 'vitest'
import { clientModel } from '../../../services/auth/clients/client.model.ts'
import { groupModel } from '../../../services/auth/clients/groups.ts'
import { createRights, rightsVersionModel } from '../../../services/auth/clients/rights.ts'
import { reportsOfClients } from '../../../services/auth/migrations/1.3.0-reports-of-clients.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { migrated } from '../../support/migrated.ts'
import { connectDatabase } from '../../support/servers/database.ts'

test('clients of version 1.2.0 get the reports of their groups, and their live tokens follow', async () => {
  const connection = await connectDatabase()
  const [clients, groups] = [clientModel(connection), groupModel(connection)]
  const rights = createRights(rightsVersionModel(connection), clients)
  await migrate(connection)
  await rights.prepare()
  await groups.create([{ _id: 'shop', permissions: [11], reports: [15, 1001] }])
  const stored = { permissions: [11], warehouses: 'all', readOnly: false, active: true, secretDigest: '', version: 0 }
  const of120 = (_id: string, group: string) => ({ ...stored, _id, group, changed: new Date() })
  const asStored = clients.collection as unknown as { insertMany(records: readonly object[]): Promise<unknown> }
  await asStored.insertMany([of120('a', 'shop'), of120('b', 'shop'), of120('c', 'gone')])

  const migration = reportsOfClients({ connection, clients, groups, rights })
  expect([await migration.count(), await migrated(migration), await migration.count()]).toEqual([3, 3, 0])
  expect((await clients.find().sort({ _id: 1 }).lean()).map(({ reports }) => reports)).toEqual([
    [15, 1001],
    [15, 1001],
    [],
  ])
  const { changes } = await rights.changesAfter(0)
  expect(changes.map(({ clientId }) => clientId).toSorted()).toEqual(['a', 'b', 'c'])
  expect(await migrated(migration)).toBe(0)
})
