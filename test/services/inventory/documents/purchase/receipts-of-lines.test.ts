import { beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type PurchaseWorld, startPurchaseWorld } from './purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld(['notifications'])
})

const conflict = (message: string) => ({ code: 'conflict', message })

describe('A receipt against a line', () => {
  test('moves the line, the level and the status, and the last one closes the order', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { poNo } = await world.create([
      { shortID: bolt, units: 10, warehouse: 1 },
      { shortID: nut, units: 2, warehouse: 1 },
    ])
    const order = world.ofOrder(poNo)
    const first = await world.receiveLine(bolt, 4, poNo, 1)
    expect(await order.get()).toMatchObject({ status: 'Partial', lines: [{ unitsReceived: 4 }, { unitsReceived: 0 }] })
    expect(await world.levelOf(first.partNo)).toMatchObject({ inStock: 4, onOrder: 6 })
    await world.receiveLine(nut, 2, poNo, 2)
    expect(await order.get()).toMatchObject({ status: 'Partial' })
    const last = await world.receiveLine(bolt, 6, poNo, 1)
    expect(await order.get()).toMatchObject({ status: 'Closed' })
    expect(await order.lines()).toMatchObject([
      { lineNo: 1, unitsReceived: 10, unitsOpen: 0, closedShort: false, reason: null },
      { lineNo: 2, unitsOpen: 0 },
    ])
    expect((await order.receipts()).map(({ transactionNo }) => transactionNo)).toEqual(
      expect.arrayContaining([first.transactionNo, last.transactionNo]),
    )
    await expect(world.receiveLine(bolt, 20, poNo, 1)).rejects.toMatchObject(
      conflict(`Purchase order ${poNo} line 1: ordered 10, received 10, receiving 20.`),
    )
    const changes = async () =>
      (await world.call(notifications.listChanges, { since: 0, limit: 1000 })).value.flatMap(({ type, data }) =>
        'poNo' in data && data.poNo === poNo ? [type] : [],
      )
    await expect.poll(changes).toHaveLength(5)
    expect((await changes()).toSorted()).toEqual(
      ['closed', 'created', 'received', 'received', 'received'].map((what) => `purchaseOrder.${what}`),
    )
  })

  test('names a line that exists, of its item and warehouse', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { poNo } = await world.create([{ shortID: bolt, units: 10, warehouse: 1 }])
    const refusal = { details: { line: [expect.stringContaining('must be a line of the order in reference')] } }
    await expect(world.receiveLine(bolt, 1, poNo, 2)).rejects.toMatchObject(refusal)
    await expect(world.receiveLine(nut, 1, poNo, 1)).rejects.toMatchObject(refusal)
    await expect(world.receiveLine(bolt, 1, poNo, 1, 2)).rejects.toMatchObject(refusal)
    await world.receive(bolt, 1, { reference: poNo })
    expect(await world.ofOrder(poNo).get()).toMatchObject({ status: 'Open' })
  })

  test("may exceed the line by its tolerance, or the vendor's, over the sum of receipts", async () => {
    const bolt = await world.newItem()
    const shortID = unique('V')
    await world.call(inventory.createVendor, { shortID, name: 'Generous', overReceipt: 10 })
    const lines = [
      { shortID: bolt, units: 100, warehouse: 1 },
      { shortID: bolt, units: 100, warehouse: 1, overReceipt: 0.5 },
    ]
    const { poNo } = await world.create(lines, { vendor: shortID })
    await world.receiveLine(bolt, 60, poNo, 1)
    await expect(world.receiveLine(bolt, 50.000001, poNo, 1)).rejects.toMatchObject({ code: 'conflict' })
    const { transactionNo } = await world.receiveLine(bolt, 50, poNo, 1)
    await expect(world.receiveLine(bolt, 100.6, poNo, 2)).rejects.toMatchObject({ code: 'conflict' })
    await world.receiveLine(bolt, 100.5, poNo, 2)
    expect(await world.ofOrder(poNo).get()).toMatchObject({
      status: 'Closed',
      lines: [{ unitsReceived: 110 }, { unitsReceived: 100.5 }],
    })
    await world.call(inventory.reverse, { transactionNo })
    expect(await world.onOrder(bolt)).toBe(40)
    await world.ofOrder(poNo).update({ lines: [{ lineNo: 3, shortID: bolt, units: 100, warehouse: 1 }] })
    await expect(world.receiveLine(bolt, 110.1, poNo, 3)).rejects.toMatchObject({ code: 'conflict' })
    await world.receiveLine(bolt, 110, poNo, 3)
  })

  test('is taken back by a reversal, which reopens the line and the order', async () => {
    const bolt = await world.newItem()
    const { poNo } = await world.create([{ shortID: bolt, units: 5, warehouse: 1 }])
    const order = world.ofOrder(poNo)
    const { transactionNo } = await world.receiveLine(bolt, 5, poNo, 1)
    expect(await order.get()).toMatchObject({ status: 'Closed' })
    await world.call(inventory.reverse, { transactionNo })
    expect(await order.get()).toMatchObject({ status: 'Open', lines: [{ unitsReceived: 0 }] })
    expect(await world.onOrder(bolt)).toBe(5)
    expect((await order.receipts()).map(({ type }) => type)).toEqual(['reverse', 'receive'])
  })

  test('of two that would complete different lines at once, both count and the order closes', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => world.newItem()))
    const { poNo } = await world.create(items.map((shortID) => ({ shortID, units: 3, warehouse: 1 })))
    await Promise.all(
      items.flatMap((item, index) => [1, 2].map((units) => world.receiveLine(item, units, poNo, index + 1))),
    )
    expect(await world.ofOrder(poNo).get()).toMatchObject({ status: 'Closed' })
  })

  test('never exceeds the order, however many arrive at once', async () => {
    const bolt = await world.newItem()
    const { poNo } = await world.create([{ shortID: bolt, units: 5, warehouse: 1 }])
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => world.receiveLine(bolt, 1, poNo, 1)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
