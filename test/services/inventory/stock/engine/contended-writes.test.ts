import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Plan, StockView } from '../../../../../services/inventory/stock/engine/plan.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory, type Received } from '../../../../../shared/contract/inventory/inventory.ts'
import { AlreadyRecorded, toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

function aReceiptPlan(partNo: number): { plan: Plan<Received>; entry: ReturnType<typeof toEntry> } {
  const item = anItemRecord(partNo)
  const input = { ...inventory.receive.input.parse(aReceipt({ itemID: item.shortID, wid: 1 })), units: 1 }
  return {
    plan: (stock, numbers) => planReceive(input, item, stock, numbers),
    entry: toEntry(inventory.receive, input, aContext({ operationId: randomUUID() })),
  }
}

test('a write that other processes keep getting ahead of does not hold up those that share its transaction, and locks its item in the end', async () => {
  const { models, stock } = await anEngine()
  const receive = (partNo: number, beforehand?: (view: StockView) => Promise<void>) => {
    const { plan, entry } = aReceiptPlan(partNo)
    return stock.change([partNo], entry, async (view, numbers) => {
      await beforehand?.(view)
      return plan(view, numbers)
    })
  }
  const ahead: boolean[] = []
  /** What another process does: it changes the level after this transaction has begun, unless it is kept waiting. */
  const getAhead = async (view: StockView) => {
    await view.level(7, 1)
    const change = { $inc: { 'stock.1.onOrder': 1 }, $set: { wids: [1] } }
    const isAhead = await models.levels.updateOne({ _id: 7 }, change, { upsert: true, maxTimeMS: 300 }).then(
      () => true,
      () => false,
    )
    ahead.push(isAhead)
  }

  // The first two begin alone, so that the others wait and go together.
  const first = [receive(1), receive(2)]
  const hindered = receive(7, getAhead)
  await Promise.all([...first, receive(8), receive(9)])
  await expect(hindered).resolves.toMatchObject({ partNo: 7, units: 1 })
  expect(await models.ledger.countDocuments()).toBe(5)
  // Alone, and after two conflicts, it has the item to itself.
  expect(ahead.slice(-3)).toEqual([true, true, false])
})

test('one operation that was done before leaves the shared transaction to the others', async () => {
  const { connection, models, stock } = await anEngine()
  const receipts = Array.from({ length: 200 }, (_, index) => ({ partNo: index + 1, ...aReceiptPlan(index + 1) }))
  const receive = ({ partNo, plan, entry }: (typeof receipts)[number]) => stock.change([partNo], entry, plan)
  const [last] = receipts.slice(-1)
  if (last) await receive(last)
  let commits = 0
  connection.getClient().on('commandSucceeded', ({ commandName }) => {
    if (commandName === 'commitTransaction') commits++
  })

  const outcomes = await Promise.allSettled(receipts.map(receive))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toEqual([expect.any(AlreadyRecorded)])
  expect(await models.ledger.countDocuments()).toBe(200)
  expect(commits).toBe(1)
})

test('a write whose start deadline passes while it waits for its transaction is refused as late', async () => {
  const { models, stock } = await anEngine()
  const { plan } = aReceiptPlan(1)
  const context = aContext({ startDeadline: Date.now() })
  const refused = stock.change([1], toEntry(inventory.receive, {}, context), plan)
  await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(context.reply).toEqual({ late: true })
  expect(await models.ledger.countDocuments()).toBe(0)
})
