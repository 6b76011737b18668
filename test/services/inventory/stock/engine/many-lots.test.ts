import { expect, test } from 'vitest'
import { fromLot } from '../../../../../services/inventory/stock/lots/lot.model.ts'
import { planMove } from '../../../../../services/inventory/stock/movements/move.ts'
import { toNewLot } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toQuantity } from '../../../../../shared/quantity.ts'
import { aMove } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

test('units of thousands of lots are chosen by a number of queries that grows with the logarithm of the lots', async () => {
  const { connection, models, stock } = await anEngine()
  const item = anItemRecord(1)
  const recNos = Array.from({ length: 4_000 }, (_, index) => index + 1)
  const made = recNos.map((recNo) => toNewLot({ wid: 1, spot: 'A' }, item, recNo, toQuantity(1), new Date(recNo)))
  await models.lots.insertMany(made.map(fromLot), { lean: true })
  const stockOfItem = { 1: { inStock: made.length, modified: new Date(), transactionNo: 1 } }
  await models.levels.collection.insertOne({ _id: 1, wids: [1], stock: stockOfItem } as never)
  let queries = 0
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && command.find === 'lots') queries++
  })
  const input = { ...inventory.move.input.parse(aMove({ itemID: item.shortID, wid: 1, toSpot: 'B' })), units: 3_500 }
  const { result: answer } = await stock.dryRun(Date.now() + 60_000, (view, numbers) =>
    planMove(input, item, undefined, view, numbers),
  )
  expect(answer.lots.map(({ recNo }) => recNo)).toEqual(recNos.slice(0, 3_500))
  // 32 with the level; then 32, 64, 128, …, 2,048
  expect(queries).toBe(7)
})
