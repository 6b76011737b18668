import { beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { nextMoment } from '../../../../support/checks/next-moment.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type PurchaseWorld, startPurchaseWorld } from './purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld(['notifications'])
})

describe('A list of orders', () => {
  test('has open ones or all, newest first, and is filtered', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { shortID: vendor, name } = await world.call(inventory.createVendor, {
      shortID: unique('V'),
      name: unique('N'),
    })
    const made: string[] = []
    for (const [shortID, orderDate, warehouse] of [
      [bolt, '2026-01-01', 1],
      [nut, '2026-03-01', 2],
      [bolt, '2026-02-01', 2],
    ] as const)
      made.push((await world.create([{ shortID, units: 1, warehouse }], { vendor, orderDate })).poNo)
    const [first = '', second = '', third = ''] = made
    await world.ofOrder(second).cancel()
    const list = async (query: object, all = true) => {
      const operation = all ? inventory.listPurchaseOrders : inventory.listOpenPurchaseOrders
      return (await world.call(operation, { vendor, ...query })).value.map(({ poNo }) => poNo)
    }
    expect(await list({})).toEqual([second, third, first])
    expect(await list({}, false)).toEqual([third, first])
    expect(await list({ vendor: name })).toHaveLength(3)
    expect(await list({ vendor: 'NOBODY' })).toEqual([])
    expect(await list({ status: 'Closed' })).toEqual([second])
    expect(await list({ shortID: bolt })).toEqual([third, first])
    expect(await list({ shortID: 'NO-SUCH-ITEM' })).toEqual([])
    expect(await list({ warehouse: 2 })).toEqual([second, third])
    expect(await list({ startDate: '2026-02-01' })).toEqual([second, third])
    expect(await list({ endDate: '2026-02-01' })).toEqual([third, first])
    expect(await list({ sort: 'orderDate' })).toEqual([first, third, second])
    expect(await list({ modifiedSince: '2099-01-01' })).toEqual([])
  })

  test('and its orders, their receipts and their events show only what lies in the warehouses as a whole', async () => {
    const bolt = await world.newItem()
    const line = { shortID: bolt, units: 1 }
    const inside = (await world.create([{ ...line, warehouse: 3 }])).poNo
    const across = (
      await world.create([
        { ...line, warehouse: 3 },
        { ...line, warehouse: 1 },
      ])
    ).poNo
    const { call } = await world.system.createClient({ warehouses: [3] })
    const both = await world.system.createClient({ warehouses: [1, 3] })
    const numbers = async (as: typeof call) =>
      (await as(inventory.listPurchaseOrders, { shortID: bolt })).value.map(({ poNo }) => poNo).toSorted()
    expect(await numbers(call)).toEqual([inside])
    expect(await numbers(both.call)).toEqual([inside, across].toSorted())
    const refusal = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
    for (const operation of [
      inventory.getPurchaseOrder,
      inventory.cancelPurchaseOrder,
      inventory.listPurchaseOrderLines,
    ])
      await expect(call(operation, { poNo: across })).rejects.toMatchObject(refusal)
    for (const key of [{ warehouse: 1 }, { wid: 1 }]) {
      const lines = [{ lineNo: 9, shortID: bolt, units: 1, ...key }]
      await expect(call(inventory.updatePurchaseOrder, { poNo: inside, lines })).rejects.toMatchObject(refusal)
    }
    expect(await call(inventory.getPurchaseOrder, { poNo: inside })).toMatchObject({ poNo: inside })
    const created = async (as: typeof call) =>
      (await as(notifications.listChanges, { since: 0, limit: 1000 })).value
        .flatMap(({ type, data }) => (type === 'purchaseOrder.created' && 'poNo' in data ? [data.poNo] : []))
        .filter((poNo) => [inside, across].includes(poNo))
    await expect.poll(() => created(both.call)).toHaveLength(2)
    expect(await created(call)).toEqual([inside])
  })
})

test('The list of lines has those that changed since a moment', async () => {
  const bolt = await world.newItem()
  const line = (lineNo: number) => ({ lineNo, shortID: bolt, units: 5, warehouse: 1 })
  const since = async (modifiedSince: string, poNo: string) =>
    (await world.call(inventory.listPurchaseOrderLines, { poNo, modifiedSince })).value.map(({ lineNo }) => lineNo)
  const before = await nextMoment()
  const { poNo } = await world.create([line(1), line(2), line(3)])
  expect(await since(before, poNo)).toEqual([1, 2, 3])
  const changedBy = async (change: () => Promise<unknown>) => {
    const moment = await nextMoment()
    await change()
    return since(moment, poNo)
  }
  const order = world.ofOrder(poNo)
  let transactionNo = 0
  const receive = async () => {
    transactionNo = (await world.receiveLine(bolt, 2, poNo, 2)).transactionNo
  }
  expect(await changedBy(receive)).toEqual([2])
  expect(await changedBy(() => world.call(inventory.reverse, { transactionNo }))).toEqual([2])
  expect(await changedBy(() => order.update({ lines: [{ lineNo: 3, units: 6 }, line(4)] }))).toEqual([3, 4])
  expect(await changedBy(() => order.update({ lines: [{ lineNo: 1, close: true, reason: 'Sold out' }] }))).toEqual([1])
  expect(await changedBy(receive)).toEqual([2])
  expect(await changedBy(() => order.finalize())).toEqual([2, 3, 4])
  expect(await changedBy(() => order.finalize())).toEqual([])
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
