import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })
const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

test('an order is allocated, packed, partly unpacked and shipped; every figure and the status follow', async () => {
  const { itemID, partNo, recNo } = await world.anItemWith(10)
  const second = await world.receive(itemID, 5)
  const { soNo, ...order } = await world.create([{ itemID, units: 12 }], { shipDate: '2027-01-31' })
  expect(soNo).toMatch(/^SO-\d{4}-\d{6}$/)
  expect(order).toEqual({
    customer: 'Hanse Automation',
    orderDate: expect.any(String),
    shipDate: '2027-01-31T00:00:00.000Z',
    status: 'Open',
    totalLines: 1,
    lines: [
      {
        lineNo: 1,
        shortID: itemID,
        description: expect.any(String),
        units: 12,
        warehouse: 1,
        warehouseName: 'Warehouse 1',
      },
    ],
  })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 15, committed: 12, packed: 0, available: 3 })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 12, package: 'BOX-1' }] })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 15, committed: 0, packed: 12, available: 3 })
  expect(await world.statusOf(soNo)).toBe('Partial')
  expect((await world.issue(itemID, 3)).lots).toMatchObject([{ recNo: second.recNo, units: 3 }])
  await world.call(inventory.unpackShippingOrder, { soNo, lines: [{ lineNo: 1, units: 2, recno: second.recNo }] })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 12, committed: 2, packed: 10, available: 0 })
  await world.call(inventory.shipShippingOrder, { soNo, tracking: '1Z999' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 2, committed: 2, packed: 0, available: 0 })
  expect(await world.linesOf(soNo)).toMatchObject([
    { committed: 2, packed: 0, shipped: 10, backordered: 0, canceled: 0 },
  ])
  const { value } = await world.call(inventory.listTransactions, { reference: soNo, type: 'issue' })
  expect(value).toMatchObject([{ units: 10, line: 1, remark: 'Tracking 1Z999', lots: [{ recNo, unitsAfter: 0 }] }])
  await expect(world.call(inventory.reverse, { transactionNo: value[0]?.transactionNo ?? 0 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 2 }] })
  expect(await world.call(inventory.shipShippingOrder, { soNo })).toMatchObject({ status: 'Closed' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 0, committed: 0, packed: 0 })
  await reconciled()
})

test('a shortage is backordered, canceled or refused, as the order says, and a short line says why', async () => {
  const { itemID, partNo } = await world.anItemWith(5)
  const held = await world.receive(itemID, 20)
  await world.call(inventory.hold, { recno: held.recNo })
  await world.receive(itemID, 7, { expires: '2020-01-01' })
  const first = await world.create([{ itemID, units: 3 }])
  const backorder = await world.create([{ itemID, units: 6 }])
  expect(await world.linesOf(backorder.soNo)).toMatchObject([
    {
      committed: 2,
      backordered: 4,
      short: [
        { reason: 'held', units: 20 },
        { reason: 'expired', units: 7 },
        { reason: 'reserved', reference: first.soNo, units: 3 },
      ],
    },
  ])
  await expect(world.create([{ itemID, units: 1 }], { soNo: 'SO-R', shortage: 'reject' })).rejects.toMatchObject(
    conflict('Shipping order SO-R line 1: ordered 1, available 0.'),
  )
  const partial = await world.create([{ itemID, units: 1 }], { shortage: 'partial' })
  expect(partial.status).toBe('Closed')
  expect(await world.linesOf(partial.soNo)).toMatchObject([{ canceled: 1, backordered: 0 }])
  await world.receive(itemID, 3)
  await world.call(inventory.allocateShippingOrder, { soNo: backorder.soNo })
  expect(await world.linesOf(backorder.soNo)).toMatchObject([{ committed: 5, backordered: 1 }])
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 8 })
  await reconciled()
})

test('an order of single lots keeps them, and lines of one item share what there is', async () => {
  const { itemID, recNo } = await world.anItemWith(4)
  const { soNo } = await world.create(
    [
      { itemID, units: 3 },
      { itemID, units: 3 },
    ],
    { allocate: 'lots' },
  )
  expect(await world.linesOf(soNo)).toMatchObject([
    { committed: 3, backordered: 0 },
    { committed: 1, backordered: 2, short: [{ reason: 'reserved', reference: soNo, units: 3 }] },
  ])
  const { value } = await world.call(inventory.listReservations, { reference: soNo, sort: 'line' })
  expect(value).toMatchObject([
    { recno: recNo, units: 3, line: 1, ofOrder: true },
    { recno: recNo, units: 1, line: 2 },
  ])
  const { reservationID = 0 } = value[0] ?? {}
  await expect(world.call(inventory.releaseReservation, { reservationID })).rejects.toMatchObject(
    conflict(`Reservation ${reservationID} belongs to shipping order ${soNo}.`),
  )
  const lines = [
    { lineNo: 1, units: 3 },
    { lineNo: 2, units: 1 },
  ]
  await world.call(inventory.packShippingOrder, { soNo, lines })
  await world.call(inventory.shipShippingOrder, { soNo })
  expect(await world.linesOf(soNo)).toMatchObject([{ shipped: 3 }, { shipped: 1, backordered: 2 }])
  await reconciled()
})

test('a short pick backorders the rest of the line', async () => {
  const { itemID, partNo } = await world.anItemWith(10)
  const { soNo } = await world.create([{ itemID, units: 6 }])
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4, short: 'Shelf empty' }] })
  expect(await world.linesOf(soNo)).toMatchObject([{ packed: 4, committed: 0, backordered: 2 }])
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 0, packed: 4 })
  const { value } = await world.call(inventory.listTransactions, { reference: soNo, type: 'pack' })
  expect(value).toMatchObject([{ remark: 'Shelf empty', spot: 'A-01' }])
  await reconciled()
})

test('an order shows only to clients that may see all of its warehouses; shipping takes the permission 88 too', async () => {
  const { itemID } = await world.anItemWith(5)
  await world.receive(itemID, 5, { wid: 2 })
  const { soNo } = await world.create([
    { itemID, units: 1 },
    { itemID, units: 1, wid: 2 },
  ])
  const narrow = await world.system.createClient({ warehouses: [1] })
  const forbidden = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
  await expect(narrow.call(inventory.getShippingOrder, { soNo })).rejects.toMatchObject(forbidden)
  await expect(narrow.call(inventory.cancelShippingOrder, { soNo })).rejects.toMatchObject(forbidden)
  expect(await narrow.call(inventory.listShippingOrders, { shortID: itemID })).toMatchObject({ totalCount: 0 })
  expect(await world.call(inventory.listShippingOrders, { shortID: itemID })).toMatchObject({ value: [{ soNo }] })
  const packer = await world.system.createClient({ permissions: [9003, 9004] })
  await packer.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 1 }] })
  await expect(packer.call(inventory.shipShippingOrder, { soNo })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Insufficient permissions.',
  })
})
