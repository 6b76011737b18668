import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FigureChange } from '../../../../../services/inventory/stock/engine/effect.ts'
import type { Numbers, Plan } from '../../../../../services/inventory/stock/engine/plan.ts'
import { planIssue } from '../../../../../services/inventory/stock/movements/issue.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { toQuantity } from '../../../../../shared/quantity.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { anIssue, aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from '../engine/engine-world.ts'

test('a rising position reads no level row, and a falling one reads it once unless the plan has read it', async () => {
  const { connection, models, stock } = await anEngine()
  let reads = 0
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    const isRead = commandName === 'find' || commandName === 'aggregate'
    if (isRead && command[commandName] === models.levels.collection.name) reads++
  })
  const item = anItemRecord(7)
  const given = { itemID: item.shortID, wid: 1 }
  const readsOf = async (plan: Plan<unknown>) => {
    reads = 0
    await stock.change([7], toEntry(inventory.receive, {}, aContext({ operationId: randomUUID() })), plan)
    return reads
  }
  const receive: Plan<unknown> = (...view) =>
    planReceive({ ...inventory.receive.input.parse(aReceipt(given)), units: 9 }, item, ...view)
  const issue: Plan<unknown> = (...view) =>
    planIssue({ ...inventory.issue.input.parse(anIssue(given)), units: 2 }, item, ...view)
  const order =
    (units: number): Plan<unknown> =>
    async (_stock, numbers: Numbers) => {
      const figures: FigureChange[] = [
        { figure: 'onOrder', wid: 1, units: toQuantity(units), reference: 'PO-1', line: 1 },
      ]
      const entry = { type: 'order' as const, partNo: 7, shortID: item.shortID, wid: 1, units: toQuantity(0), lots: [] }
      return { entries: [{ ...entry, transactionNo: await numbers.transactionNo(), figures }], result: undefined }
    }
  // The first makes the row.
  await readsOf(receive)
  expect([await readsOf(receive), await readsOf(order(5)), await readsOf(issue), await readsOf(order(-5))]).toEqual([
    0, 0, 1, 1,
  ])
})
