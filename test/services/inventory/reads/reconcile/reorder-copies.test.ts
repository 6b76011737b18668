import mongoose from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { createModels } from '../../../../../services/inventory/models.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { startStockWorld } from '../../stock-world.ts'

test('a reorder point whose copy in the level row is another one, or missing, or left over, is found', async () => {
  await using world = await startStockWorld()
  const dbName = `${world.system.system}-inventory`
  const connection = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  onTestFinished(() => connection.close())
  const { levels, reorderPoints } = createModels(connection)
  const itemID = await world.newItem()
  const put = (wid: number) => world.call(inventory.putReorderPoint, { itemID, wid, minimum: 5, reorderTo: 9 })
  const { partNo } = await put(1)
  await put(2)
  expect((await world.reconcile()).differences).toEqual([])

  await levels.updateOne({ _id: partNo }, { $set: { 'reorder.1.leadDays': 3 }, $unset: { 'reorder.2': '' } })
  const [first, second] = [1, 2].map((wid) => `reorder point of item ${partNo} in warehouse ${wid}`)
  const right = 'minimum 5, reorderTo 9, leadDays null'
  const other = 'minimum 5, reorderTo 9, leadDays 3'
  expect((await world.reconcile()).differences).toEqual([
    { what: first, expected: right, found: other },
    { what: second, expected: right, found: 'nothing' },
  ])
  await reorderPoints.deleteMany({ partNo })
  expect((await world.reconcile()).differences).toEqual([{ what: first, expected: 'nothing', found: other }])
})
