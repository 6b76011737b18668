import type { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import type { LevelRecord } from '../../../../../services/inventory/stock/levels/level.model.ts'
import { updateLevelRows } from '../../../../../services/inventory/stock/levels/level-row.ts'
import { inUnitOfWork } from '../../../../../shared/database/unit-of-work.ts'
import { anEngine } from '../engine/engine-world.ts'

test('an item is in the list of a warehouse that it enters, also if a transaction in which it did was given up', async () => {
  const { connection, models } = await anEngine()
  const enter = async (wid: number, isKept = true) => {
    const update: mongo.UpdateFilter<LevelRecord> = { $set: { [`stock.${wid}.modified`]: new Date() } }
    await inUnitOfWork(connection, Date.now() + 8_000, async (unit) => {
      updateLevelRows(models, [{ partNo: 7, wids: [wid], update }], unit)
      await unit.send()
      if (!isKept) throw new Error('Given up')
    })
  }
  await enter(1)
  await expect(enter(2, false)).rejects.toThrow('Given up')
  await enter(1)
  await enter(2)
  await enter(2)
  const row = await models.levels.findById(7).lean()
  expect(row?.wids).toEqual([1, 2])
  expect(Object.keys(row?.stock ?? {})).toEqual(['1', '2'])
})
