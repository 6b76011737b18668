import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

const aLine = { kind: 'onOrder', reference: 'PO-1', line: 2, wid: 1 } as const

test('the open units of an order line are in the level and in the ledger', async () => {
  const itemID = await world.newItem()
  const put = (units: number) => world.system.call(inventory.putOrderLine, { ...aLine, itemID, units })
  expect(await put(10)).toEqual({ ...aLine, itemID, units: 10, open: 10 })
  expect(await put(7.5)).toMatchObject({ units: 7.5 })
  const { value } = await world.call(inventory.listTransactions, { shortID: itemID, sort: 'transactionNo' })
  const entry = { type: 'order', reference: 'PO-1', line: 2, wid: 1, lots: [] }
  expect(value).toMatchObject([
    { ...entry, units: 10, levels: [{ wid: 1, figure: 'onOrder', units: 10 }] },
    { ...entry, units: 7.5, levels: [{ wid: 1, figure: 'onOrder', units: -2.5 }] },
  ])
  const { level } = await world.call(inventory.explainLevel, { itemID, wid: 1 })
  expect(level).toMatchObject({ onOrder: 7.5, inStock: 0 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('the same units again change nothing, nor do no units of a line that is unknown', async () => {
  const itemID = await world.newItem()
  const put = (units: number) => world.system.call(inventory.putOrderLine, { ...aLine, itemID, units })
  await put(0)
  await put(4)
  await put(4)
  expect(await world.call(inventory.listTransactions, { shortID: itemID })).toMatchObject({ totalCount: 1 })
})

test('what an order system states cannot be reversed', async () => {
  const itemID = await world.newItem()
  await world.system.call(inventory.putOrderLine, { ...aLine, itemID, units: 1 })
  const { value } = await world.call(inventory.listTransactions, { shortID: itemID })
  await expect(world.call(inventory.reverse, { transactionNo: value[0]?.transactionNo ?? 0 })).rejects.toMatchObject({
    code: 'conflict',
    message: 'An order line is changed by its order, not by a reversal.',
  })
})

test('what is stated anew leaves what was received as it is', async () => {
  const itemID = await world.newItem()
  const put = (units: number) => world.system.call(inventory.putOrderLine, { ...aLine, itemID, units })
  const onOrder = async () => (await world.call(inventory.explainLevel, { itemID, wid: 1 })).level.onOrder
  await put(10)
  const { transactionNo } = await world.receive(itemID, 4, aLine)
  expect([await put(10), await onOrder()]).toMatchObject([{ units: 10, open: 6 }, 6])
  expect(await put(12)).toMatchObject({ open: 8 })
  expect(await put(0)).toMatchObject({ open: 0 })
  expect(await put(9)).toMatchObject({ open: 5 })
  await world.call(inventory.reverse, { transactionNo })
  expect([await put(9), await onOrder()]).toMatchObject([{ open: 9 }, 9])
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('neither can an order system state lines of a shipping order, nor can one be made with its number', async () => {
  const itemID = await world.newItem()
  const lines = [{ itemID, units: 1, wid: 1 }]
  const { shortID: customer } = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const create = (soNo: string) => world.call(inventory.createShippingOrder, { customer, soNo, lines })
  const put = (reference: string, units = 5) =>
    world.system.call(inventory.putOrderLine, { kind: 'packed', reference, line: 1, itemID, wid: 1, units })
  const [ours, foreign, unused] = [unique('SO'), unique('SO'), unique('SO')]
  await create(ours)
  await expect(put(ours)).rejects.toMatchObject({
    code: 'conflict',
    message: `Shipping order ${ours} is kept here, and changed by its own operations.`,
  })
  await put(foreign)
  await expect(create(foreign)).rejects.toMatchObject({
    code: 'conflict',
    message: `${foreign} is an order of another order system.`,
  })
  // No units of a line that is unknown make no order.
  await put(unused, 0)
  expect(await create(unused)).toMatchObject({ soNo: unused })
})
