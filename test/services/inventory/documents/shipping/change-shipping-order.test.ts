import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { nextMoment } from '../../../../support/checks/next-moment.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })
const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

test('quantities change: less shrinks the reservation, more is allocated, and not below what is shipped or packed', async () => {
  const { itemID, partNo } = await world.anItemWith(10)
  const { soNo } = await world.create([{ itemID, units: 8 }])
  const order = (units: number) => world.call(inventory.updateShippingOrder, { soNo, lines: [{ lineNo: 1, units }] })
  await order(5)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 5, available: 5 })
  await order(12)
  expect(await world.linesOf(soNo)).toMatchObject([{ units: 12, committed: 10, backordered: 2 }])
  await order(11)
  expect(await world.linesOf(soNo)).toMatchObject([{ units: 11, committed: 10, backordered: 1 }])
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4 }] })
  await expect(order(3)).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} line 1: 4 units are shipped, packed or canceled.`),
  )
  await expect(world.call(inventory.cancelShippingOrder, { soNo })).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} has packed units.`),
  )
  await world.call(inventory.shipShippingOrder, { soNo })
  const canceled = await world.call(inventory.cancelShippingOrder, { soNo })
  expect(canceled).toMatchObject({ status: 'Closed' })
  expect(await world.call(inventory.cancelShippingOrder, { soNo })).toEqual(canceled)
  expect(await world.linesOf(soNo)).toMatchObject([{ units: 11, shipped: 4, canceled: 7, committed: 0 }])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 6, committed: 0, packed: 0 })
  await reconciled()
})

test('lines are added as at creation, with everything that a new line needs, and the priority changes', async () => {
  const [first, second] = [await world.anItemWith(2), await world.anItemWith(3)]
  await world.receive(second.itemID, 4, { wid: 2 })
  const { soNo } = await world.create([{ itemID: first.itemID, units: 1 }], { allocate: 'lots' })
  const changed = await world.update(soNo, {
    priority: 7,
    lines: [
      { lineNo: 1, units: 2 },
      { lineNo: 5, itemID: second.itemID, wid: 2, units: 6 },
    ],
  })
  const { warehouseName, ...added } = {
    lineNo: 5,
    shortID: second.itemID,
    units: 6,
    warehouse: 2,
    warehouseName: 'Warehouse 2',
  }
  expect(changed).toMatchObject({
    totalLines: 2,
    lines: [
      { lineNo: 1, units: 2 },
      { ...added, warehouseName },
    ],
  })
  expect(await world.call(inventory.getShippingOrder, { soNo })).toEqual(changed)
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 2 }, { ...added, committed: 4, backordered: 2 }])
  const { value } = await world.call(inventory.listReservations, { reference: soNo, itemID: second.itemID })
  expect(value).toMatchObject([{ line: 5, recno: expect.any(Number), units: 4, priority: 7 }])
  expect(await world.call(inventory.listShippingOrders, { shortID: second.itemID })).toMatchObject({
    value: [{ soNo }],
  })
  await reconciled()
})

test('an added line of an order that is not allocated yet waits with it', async () => {
  const { itemID } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 1 }], { allocate: 'none' })
  await world.update(soNo, { lines: [{ lineNo: 2, itemID, wid: 1, units: 2 }] })
  expect(await world.linesOf(soNo)).toMatchObject([{ backordered: 1 }, { backordered: 2 }])
  await world.call(inventory.allocateShippingOrder, { soNo })
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 1 }, { committed: 2 }])
})

test('an order that is not to be allocated yet is not refused for want of stock', async () => {
  const { itemID } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 7 }], { allocate: 'none', shortage: 'reject' })
  expect(await world.linesOf(soNo)).toMatchObject([{ units: 7, backordered: 7 }])
})

test('lines that are added at the same moment are all there', async () => {
  const items = await Promise.all(Array.from({ length: 4 }, () => world.anItemWith(1)))
  const { soNo } = await world.create([{ itemID: items[0]?.itemID, units: 1 }])
  await Promise.all(
    items.map(({ itemID }, index) => world.update(soNo, { lines: [{ lineNo: index + 2, itemID, wid: 1, units: 1 }] })),
  )
  expect(await world.linesOf(soNo)).toHaveLength(5)
  await reconciled()
})

test('changes that add warehouses at the same moment know the names of all', async () => {
  const { itemID } = await world.anItemWith(1)
  const { soNo } = await world.create([{ itemID, units: 1 }])
  const added = [2, 3].flatMap((wid) => [wid, wid + 2].map((lineNo) => ({ lineNo, itemID, wid, units: 1 })))
  const answers = await Promise.all(added.map((line) => world.update(soNo, { lines: [line] })))
  const named = answers.flatMap(({ lines }) => lines.map(({ warehouse, warehouseName }) => [warehouse, warehouseName]))
  expect(named).toEqual(named.map(([warehouse]) => [warehouse, `Warehouse ${warehouse}`]))
})

test('the list of lines has those that changed since a moment', async () => {
  const { itemID } = await world.anItemWith(10)
  const since = async (modifiedSince: string, soNo: string) =>
    (await world.call(inventory.listShippingOrderLines, { soNo, modifiedSince })).value.map(({ lineNo }) => lineNo)
  const before = await nextMoment()
  const { soNo } = await world.create([1, 2, 3].map((units) => ({ itemID, units })))
  expect(await since(before, soNo)).toEqual([1, 2, 3])
  const changedBy = async (change: () => Promise<unknown>) => {
    const moment = await nextMoment()
    await change()
    return since(moment, soNo)
  }
  const packed = { soNo, lines: [{ lineNo: 2, units: 1 }] }
  expect(await changedBy(() => world.call(inventory.packShippingOrder, packed))).toEqual([2])
  expect(await changedBy(() => world.call(inventory.unpackShippingOrder, packed))).toEqual([2])
  expect(await changedBy(() => world.call(inventory.packShippingOrder, packed))).toEqual([2])
  expect(await changedBy(() => world.call(inventory.shipShippingOrder, { soNo }))).toEqual([2])
  expect(await changedBy(() => world.update(soNo, { lines: [{ lineNo: 3, units: 30 }] }))).toEqual([3])
  await world.receive(itemID, 5)
  expect(await changedBy(() => world.call(inventory.allocateShippingOrder, { soNo }))).toEqual([3])
  expect(await changedBy(() => world.call(inventory.cancelShippingOrder, { soNo }))).toEqual([1, 2, 3])
  expect(await changedBy(() => world.call(inventory.cancelShippingOrder, { soNo }))).toEqual([])
})

test('a change says what a new line lacks, and what of an old one cannot change', async () => {
  const { itemID, partNo } = await world.anItemWith(5)
  const other = await world.newItem()
  const { soNo } = await world.create([{ itemID, units: 1 }])
  const refused = (line: object) =>
    world.update(soNo, { lines: [{ lineNo: 1, ...line }] }).then(
      () => [],
      ({ details }: { details: object }) => Object.keys(details),
    )
  expect(await refused({ shortID: other })).toEqual(['lines[0].shortID'])
  expect(await refused({ warehouse: 2 })).toEqual(['lines[0].warehouse'])
  expect(await refused({ lineNo: 2, shortID: other, warehouse: 1 })).toEqual(['lines[0].units'])
  expect(await refused({ lineNo: 2, units: 1, warehouse: 1 })).toEqual(['lines[0].shortID'])
  expect(await refused({ lineNo: 2, units: 1, shortID: other })).toEqual(['lines[0].warehouse'])
  const lines = Array.from({ length: 500 }, (_, index) => ({ lineNo: index + 2, itemID, wid: 1, units: 1 }))
  await expect(world.update(soNo, { lines })).rejects.toMatchObject({ details: { lines: [expect.any(String)] } })
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 1 })
})

test('a closed order does not change', async () => {
  const { itemID } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 1 }])
  await world.call(inventory.cancelShippingOrder, { soNo })
  for (const changes of [{}, { lines: [{ lineNo: 1, units: 2 }] }, { priority: 1 }])
    await expect(world.update(soNo, changes)).rejects.toMatchObject(conflict(`Shipping order ${soNo} is closed.`))
})
