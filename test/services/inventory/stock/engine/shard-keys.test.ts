import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Plan } from '../../../../../services/inventory/stock/engine/plan.ts'
import { changeLot } from '../../../../../services/inventory/stock/lots/lot.model.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { aReceipt } from '../../../../support/records/factories.ts'
import { anEngine, anItemRecord } from './engine-world.ts'

const PART_NO = 7

test('updates of lots and levels name the part number, by which these collections can be sharded', async () => {
  const { connection, stock } = await anEngine()
  const filters: Record<string, unknown[]> = {}
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName !== 'bulkWrite') return
    const namespaces: { ns: string }[] = command.nsInfo
    for (const { update, filter } of command.ops) {
      const name = namespaces[update]?.ns.split('.')[1]
      if (name) filters[name] = [...(filters[name] ?? []), filter]
    }
  })
  const change = <A>(plan: Plan<A>) =>
    stock.change([PART_NO], toEntry(inventory.receive, {}, aContext({ operationId: randomUUID() })), plan)
  const item = anItemRecord(PART_NO)
  const input = { ...inventory.receive.input.parse(aReceipt({ itemID: item.shortID })), units: 10 }
  const { recNo } = await change((...view) => planReceive(input, item, ...view))
  await change(async (view, numbers) => {
    const lot = await view.lot(recNo)
    if (!lot) throw new Error('The lot is gone')
    const { partNo, shortID, wid, units } = lot
    const lots = [changeLot(lot, { hold: true }, view.now)]
    const entry = {
      transactionNo: await numbers.transactionNo(),
      type: 'hold' as const,
      partNo,
      shortID,
      wid,
      units,
      lots,
    }
    return { entries: [entry], result: undefined }
  })
  expect(filters.lots).toEqual([{ _id: recNo, partNo: PART_NO, version: 1 }])
  expect(filters.levels).toHaveLength(3)
  for (const filter of filters.levels ?? []) expect(filter).toMatchObject({ _id: PART_NO })
  // Once the item is known to be in the warehouse, no more than that.
  expect(filters.levels?.[2]).toEqual({ _id: PART_NO })
})
