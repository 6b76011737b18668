import { expect, test } from 'vitest'
import { planMove } from '../../../../../services/inventory/stock/movements/move.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { aMove, aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

test('moves of named lots that share a transaction read levels and lots of 16 of them by one command', async () => {
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
    if (commandName === 'find' || commandName === 'aggregate') found.push(`${commandName} ${command[commandName]}`)
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
  const reads = found.filter((command) => command !== 'find outbox')
  expect(reads).toEqual(['aggregate levels', 'aggregate levels', 'aggregate levels'])
  expect(moved.map(({ units }) => units)).toEqual(items.map(() => 2))
  expect(await models.lots.countDocuments({ spot: 'B' })).toBe(40)
})

test('moves that share a transaction take the lots of their own items, and one without stock is refused alone', async () => {
  const { models, stock } = await anEngine()
  const items = Array.from({ length: 20 }, (_, index) => anItemRecord(index + 1))
  for (const item of items.slice(1)) {
    const input = { ...inventory.receive.input.parse(aReceipt({ itemID: item.shortID, wid: 1, spot: 'A' })), units: 5 }
    const entry = toEntry(inventory.receive, input, aContext())
    await stock.change([item._id], entry, (view, numbers) => planReceive(input, item, view, numbers))
  }
  const moved = await Promise.allSettled(
    items.map((item) => {
      const input = { ...inventory.move.input.parse(aMove({ itemID: item.shortID, wid: 1, toSpot: 'B' })), units: 2 }
      const entry = toEntry(inventory.move, input, aContext())
      return stock.change([item._id], entry, (view, numbers) => planMove(input, item, undefined, view, numbers))
    }),
  )
  expect(moved.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(moved[0]).toMatchObject({ reason: { code: 'conflict' } })
  const partNos = (await models.lots.find({ spot: 'B' }).sort({ partNo: 1 }).lean()).map(({ partNo }) => partNo)
  expect(partNos).toEqual(items.slice(1).map(({ _id }) => _id))
})
