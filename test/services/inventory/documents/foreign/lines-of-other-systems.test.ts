import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld()
})

const refusal = { details: { line: [expect.stringContaining('must be a line of the order in reference')] } }

test("a receipt and an issue take the line of another system's order, keep it and show it", async () => {
  const itemID = await world.newItem()
  const reference = unique('ERP')
  const { recNo: recno, transactionNo } = await world.receive(itemID, 5, { reference, line: 3 })
  const issued = await world.issue(itemID, 2, { reference, line: 4 })
  expect(await world.call(inventory.getLot, { recno })).toMatchObject({ reference, line: 3 })
  const { value } = await world.call(inventory.listTransactions, { reference, sort: 'line' })
  expect(value).toMatchObject([
    { transactionNo, reference, line: 3 },
    { transactionNo: issued.transactionNo, reference, line: 4 },
  ])
  const trace = await world.call(inventory.traceLot, { recno })
  expect(trace.transactions.map(({ line }) => line)).toEqual([3, 4])
  expect(trace.issues).toMatchObject([{ reference, line: 4 }])
  await world.call(inventory.reverse, { transactionNo: issued.transactionNo })
})

test('a line without a reference is kept too', async () => {
  const itemID = await world.newItem()
  const { recNo: recno } = await world.receive(itemID, 5, { line: 7 })
  await world.issue(itemID, 1, { line: 8 })
  expect(await world.call(inventory.getLot, { recno })).toMatchObject({ reference: '', line: 7 })
})

test("a line that another system's order does not have among those it stated is taken as it is", async () => {
  const itemID = await world.newItem()
  const reference = unique('ERP')
  await world.system.call(inventory.putOrderLine, { kind: 'onOrder', reference, line: 1, itemID, wid: 1, units: 10 })
  await world.receive(itemID, 4, { reference, line: 2 })
  expect(await world.onOrder(itemID)).toBe(10)
  await world.receive(itemID, 4, { reference, line: 1 })
  expect(await world.onOrder(itemID)).toBe(6)
})

test('of an order that is kept here, whatever its kind, both must name a line, of its item and warehouse', async () => {
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  for (const item of [bolt, nut]) await world.receive(item, 10)
  const lines = [{ shortID: bolt, units: 5, warehouse: 1 }]
  const { shortID: customer } = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const { poNo } = await world.create(lines)
  const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines, allocate: 'none' })
  const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines })
  for (const reference of [poNo, soNo, woNo]) {
    for (const write of [world.receive, world.issue]) {
      await expect(write(bolt, 1, { reference, line: 2 })).rejects.toMatchObject(refusal)
      await expect(write(nut, 1, { reference, line: 1 })).rejects.toMatchObject(refusal)
      await expect(write(bolt, 1, { reference, line: 1, wid: 2 })).rejects.toMatchObject(refusal)
      if (reference !== soNo) await write(bolt, 1, { reference, line: 1 })
    }
  }
  expect(await world.ofOrder(poNo).get()).toMatchObject({ lines: [{ unitsReceived: 1 }] })
  expect(await world.call(inventory.getWorkOrder, { woNo })).toMatchObject({ lines: [{ unitsCompleted: 1 }] })
})

test('an order that is made later under a number that receipts have named does not count them', async () => {
  const itemID = await world.newItem()
  const poNo = unique('PO')
  const { transactionNo } = await world.receive(itemID, 4, { reference: poNo, line: 1 })
  await world.create([{ shortID: itemID, units: 5, warehouse: 1 }], { poNo })
  await world.call(inventory.reverse, { transactionNo })
  expect(await world.ofOrder(poNo).get()).toMatchObject({ status: 'Open', lines: [{ unitsReceived: 0 }] })
  expect(await world.ofOrder(poNo).receipts()).toEqual([])
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
