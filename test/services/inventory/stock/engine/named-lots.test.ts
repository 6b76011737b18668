import { expect, test } from 'vitest'
import { planMove } from '../../../../../services/inventory/stock/movements/move.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { aMove, aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

test('moves of named lots that share a transaction read their lots by one command', async () => {
  const { connection, models, stock } = await anEngine()
  const items = Array.from({ length: 40 }, (_, index) => anItemRecord(index + 1))
  const lots = await Promise.all(
    items.map((item) => {
      const input = {
        ...inventory.receive.input.parse(aReceipt({ itemID: item.shortID, wid: 1, spot: 'A' })),
        units: 5,
      }
      const entry = toEntry(inventory.receive, input, aContext())
      return stock.change([item._id], entry, (view, numbers) => planReceive(input, item, view, numbers))
    }),
  )
  const found: string[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') found.push(command.find)
  })

  const moved = await Promise.all(
    items.map((item, index) => {
      const recno = lots[index]?.recNo
      const input = {
        ...inventory.move.input.parse(aMove({ itemID: item.shortID, wid: 1, toSpot: 'B', recno })),
        units: 2,
      }
      const entry = toEntry(inventory.move, input, aContext())
      return stock.change([item._id], entry, (view, numbers) => planMove(input, item, undefined, view, numbers))
    }),
  )
  expect(moved.map(({ units }) => units)).toEqual(items.map(() => 2))
  expect(await models.lots.countDocuments({ spot: 'B' })).toBe(40)
  expect(found.filter((collection) => collection === 'lots')).toHaveLength(1)
})
