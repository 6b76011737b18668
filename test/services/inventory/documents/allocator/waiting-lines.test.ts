import { expect, test } from 'vitest'
import { toOwnEntry } from '../../../../../services/inventory/documents/allocator/own-operation.ts'
import { fillBackorders } from '../../../../../services/inventory/documents/allocator/waiting-lines.ts'
import {
  shippingLines,
  shippingOrders,
} from '../../../../../services/inventory/documents/shipping/shipping-order.model.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity, toStored } from '../../../../../shared/quantity.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'
import { anEngine } from '../../stock/engine/engine-world.ts'

const units = (count: number) => toStored(toQuantity(count))
const now = new Date()

test('a closed order and a line that waits for Allocate are skipped, and the lines after them are filled', async () => {
  const { connection, models, stock } = await anEngine()
  const stockOfItem = { 1: { inStock: units(5), modified: now, transactionNo: 1 } }
  await models.levels.collection.insertOne({ _id: 1, wids: [1], stock: stockOfItem } as never)
  const orderWith = async (soNo: string, status: 'Open' | 'Closed', allocate: 'none' | 'soft') => {
    const party = { customer: 'Hanse', customerNo: 1, orderDate: now, priority: 0 }
    const ofLines = { totalLines: 1, openLines: 1, startedLines: 0, wids: [1], partNos: [1], modified: now, version: 1 }
    await shippingOrders.model(connection).create([{ _id: soNo, status, ...party, ...ofLines }])
    const key = { soNo, lineNo: 1, partNo: 1, shortID: 'P1', wid: 1, allocate, modified: now, version: 1 }
    const nothing = { shipped: units(0), packed: units(0), committed: units(0), canceled: units(0) }
    const line = { _id: `1/${soNo}`, ...key, units: units(2), ...nothing, backordered: units(2) }
    await shippingLines.model(connection).create([line])
    return line
  }
  const [closed, waiting, ...others] = [
    await orderWith('SO-1', 'Closed', 'soft'),
    await orderWith('SO-2', 'Open', 'none'),
    await orderWith('SO-3', 'Open', 'soft'),
    await orderWith('SO-4', 'Open', 'soft'),
    await orderWith('SO-5', 'Open', 'soft'),
  ]
  const entry = toOwnEntry(inventory.allocateShippingOrder, 'allocate/1', 'allocator', createCapturedLog().log)
  await stock.change([1], entry, fillBackorders([closed, waiting, ...others]))
  const lines = await shippingLines.model(connection).find().sort({ soNo: 1 }).lean()
  expect(lines.map(({ committed }) => toNumber(committed))).toEqual([0, 0, 2, 2, 1])
})
