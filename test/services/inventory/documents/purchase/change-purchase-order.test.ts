import { beforeAll, describe, expect, test } from 'vitest'
import { type PurchaseWorld, startPurchaseWorld } from './purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })

describe('A change of an order', () => {
  test('adds lines, changes what is ordered, and closes lines short', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { poNo } = await world.create([{ shortID: bolt, units: 10, unitPrice: 2, warehouse: 1 }])
    const order = world.ofOrder(poNo)
    await world.receiveLine(bolt, 4, poNo, 1)
    const changed = await order.update({
      expectedDate: '2027-02-01',
      lines: [
        { lineNo: 1, units: 12, unitPrice: 3 },
        { lineNo: 5, itemID: nut, wid: 2, units: 7 },
      ],
    })
    expect(changed).toMatchObject({
      status: 'Partial',
      totalLines: 2,
      totalValue: 36,
      expectedDate: '2027-02-01T00:00:00.000Z',
    })
    expect([await world.onOrder(bolt), await world.onOrder(nut, 2)]).toEqual([8, 7])
    await expect(order.update({ lines: [{ lineNo: 1, units: 3 }] })).rejects.toMatchObject(
      conflict(`Purchase order ${poNo} line 1: received 4, it cannot be ordered 3.`),
    )
    await expect(order.update({ lines: [{ lineNo: 1, close: true }] })).rejects.toMatchObject({
      details: { 'lines[0].reason': ['The lines[0].reason field is required.'] },
    })
    await order.update({ lines: [{ lineNo: 1, close: true, reason: 'out of stock' }] })
    expect(await order.lines()).toMatchObject([
      { unitsOpen: 0, closedShort: true, reason: 'out of stock' },
      { unitsOpen: 7 },
    ])
    expect(await world.onOrder(bolt)).toBe(0)
    await expect(world.receiveLine(bolt, 1, poNo, 1)).rejects.toMatchObject({ code: 'conflict' })
    await expect(order.update({ lines: [{ lineNo: 1, units: 20 }] })).rejects.toMatchObject(
      conflict(`Purchase order ${poNo} line 1 is closed.`),
    )
    await world.receiveLine(nut, 7, poNo, 5, 2)
    expect(await order.get()).toMatchObject({ status: 'Closed' })
    await expect(order.update({ expectedDate: '2027-03-01' })).rejects.toMatchObject(
      conflict(`Purchase order ${poNo} is closed.`),
    )
  })

  test('may repeat what is ordered of a line that got more', async () => {
    const bolt = await world.newItem()
    const line = { shortID: bolt, units: 10, warehouse: 1, overReceipt: 50 }
    const { poNo } = await world.create([line, line])
    await world.receiveLine(bolt, 12, poNo, 1)
    const { update } = world.ofOrder(poNo)
    expect(await update({ lines: [{ lineNo: 1, units: 10, unitPrice: 2 }] })).toMatchObject({ totalValue: 20 })
    await expect(update({ lines: [{ lineNo: 1, units: 11 }] })).rejects.toMatchObject(
      conflict(`Purchase order ${poNo} line 1: received 12, it cannot be ordered 11.`),
    )
  })

  test('names what a new line lacks, and what of an old one cannot change', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { poNo } = await world.create([{ shortID: bolt, units: 10, warehouse: 1 }])
    const { update } = world.ofOrder(poNo)
    const refused = async (line: object) => {
      const error = await update({ lines: [{ lineNo: 1, ...line }] }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      return Object.keys(Object(Object(error).details))
    }
    expect(await refused({ shortID: nut })).toEqual(['lines[0].shortID'])
    expect(await refused({ warehouse: 2 })).toEqual(['lines[0].warehouse'])
    expect(await refused({ lineNo: 2, shortID: nut, warehouse: 1 })).toEqual(['lines[0].units'])
    expect(await refused({ lineNo: 2, units: 1, warehouse: 1 })).toEqual(['lines[0].shortID'])
    expect(await refused({ lineNo: 2, units: 1, shortID: nut })).toEqual(['lines[0].warehouse'])
    await expect(
      update({
        lines: [
          { lineNo: 1, units: 2 },
          { lineNo: 1, units: 3 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'validation_error' })
    expect(await world.onOrder(bolt)).toBe(10)
  })

  test('finalizes an order with receipts and cancels one without, once and for all', async () => {
    const bolt = await world.newItem()
    const line = { shortID: bolt, units: 10, warehouse: 1 }
    const [received, untouched] = [(await world.create([line, line])).poNo, (await world.create([line])).poNo]
    await world.receiveLine(bolt, 1, received, 1)
    await expect(world.ofOrder(received).cancel()).rejects.toMatchObject(
      conflict(`Purchase order ${received} has receipts: finalize it instead.`),
    )
    await expect(world.ofOrder(untouched).finalize()).rejects.toMatchObject(
      conflict(`Purchase order ${untouched} has no receipts: cancel it instead.`),
    )
    const finalized = await world.ofOrder(received).finalize()
    expect(finalized).toMatchObject({ status: 'Closed', lines: [{ unitsReceived: 1 }, { unitsReceived: 0 }] })
    expect(await world.ofOrder(received).finalize()).toEqual(finalized)
    const canceled = await world.ofOrder(untouched).cancel()
    expect(await world.ofOrder(untouched).cancel()).toEqual(canceled)
    expect(await world.ofOrder(untouched).lines()).toMatchObject([
      { unitsOpen: 0, closedShort: true, reason: 'canceled' },
    ])
    expect(await world.onOrder(bolt)).toBe(0)
  })

  test('two concurrent changes that each add a warehouse keep both names', async () => {
    const bolt = await world.newItem()
    const { poNo } = await world.create([{ shortID: bolt, units: 10, warehouse: 1 }])
    const { update } = world.ofOrder(poNo)
    const added = [2, 3].flatMap((warehouse) =>
      [warehouse, warehouse + 2].map((lineNo) => ({ lineNo, shortID: bolt, units: 1, warehouse })),
    )
    const answers = await Promise.all(added.map((line) => update({ lines: [line] })))
    const named = answers.flatMap(({ lines }) =>
      lines.map(({ warehouse, warehouseName }) => [warehouse, warehouseName]),
    )
    expect(named).toEqual(named.map(([warehouse]) => [warehouse, `Warehouse ${warehouse}`]))
  })

  test('of an order that does not exist is 404', async () => {
    const { get, update, finalize, cancel, receipts, lines } = world.ofOrder('NO-SUCH-ONE')
    const refusal = { code: 'not_found', message: 'There is no purchase order NO-SUCH-ONE.' }
    for (const send of [get, () => update({}), finalize, cancel, receipts, lines])
      await expect(send()).rejects.toMatchObject(refusal)
  })
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
