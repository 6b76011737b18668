import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createStock, type Plan } from '../../../services/inventory/engine/stock-engine.ts'
import type { StockView } from '../../../services/inventory/engine/stock-view.ts'
import { createModels } from '../../../services/inventory/models.ts'
import { planReceive } from '../../../services/inventory/movements/receive.ts'
import { inventory, type Received } from '../../../shared/contract/inventory/inventory.ts'
import { createCounters } from '../../../shared/database/counters.ts'
import { createIdempotency } from '../../../shared/database/idempotency.ts'
import { toEntry } from '../../../shared/database/idempotency-record.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { createOutbox } from '../../../shared/messaging/events/outbox.ts'
import { aContext } from '../../shared/database/counted-writes.ts'
import { createCapturedLog } from '../../support/captured-log.ts'
import { connectDatabase } from '../../support/database.ts'
import { aReceipt } from '../../support/factories.ts'
import { createMemoryBroker } from '../../support/memory-broker.ts'

/** The stock of an empty database, without a service around it. */
async function aStock() {
  const connection = await connectDatabase()
  const models = createModels(connection)
  const outbox = createOutbox(connection, createMemoryBroker(), createCapturedLog().log)
  onTestFinished(() => outbox[Symbol.asyncDispose]())
  const idempotency = createIdempotency(connection)
  await migrate(connection)
  const counters = createCounters(connection, 50)
  const stock = createStock({ connection, models, counters, idempotency, outbox, tracing: undefined })
  return { models, stock }
}

function aReceiptPlan(partNo: number): { plan: Plan<Received>; entry: ReturnType<typeof toEntry> } {
  const item = { _id: partNo, version: 1, shortID: `P${partNo}`, aliases: [], description: '', dfltOwner: 0 }
  const input = inventory.receive.input.parse(aReceipt({ itemID: item.shortID, units: 1, wid: 1 }))
  return {
    plan: (numbers, view) => planReceive(input, { ...item, discontinued: false }, numbers, view),
    entry: toEntry(inventory.receive, input, aContext({ operationId: randomUUID() })),
  }
}

test('a write that other processes keep getting ahead of does not hold up those that share its transaction', async () => {
  const { models, stock } = await aStock()
  let othersAreDone = false
  const receive = (partNo: number, beforehand?: (view: StockView) => Promise<void>) => {
    const { plan, entry } = aReceiptPlan(partNo)
    return stock.change(partNo, entry, async (numbers, view) => {
      await beforehand?.(view)
      return plan(numbers, view)
    })
  }
  /** What another process does: it changes the level after this transaction has begun. */
  const getAhead = async (view: StockView) => {
    await view.level(1)
    const change = { $inc: { 'stock.1.onOrder': 1 }, $set: { wids: [1] } }
    if (!othersAreDone) await models.levels.updateOne({ _id: 7 }, change, { upsert: true })
  }

  // The first two begin alone, so that the others wait and go together.
  const first = [receive(1), receive(2)]
  const hindered = receive(7, getAhead)
  await Promise.all([...first, receive(8), receive(9)])
  othersAreDone = true
  await expect(hindered).resolves.toMatchObject({ partNo: 7, units: 1 })
  expect(await models.ledger.countDocuments()).toBe(5)
})
