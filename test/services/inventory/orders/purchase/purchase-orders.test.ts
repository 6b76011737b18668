import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type PurchaseWorld, startPurchaseWorld } from './purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld(['notifications'])
})
afterAll(() => world[Symbol.asyncDispose]())

const conflict = (message: string) => ({ code: 'conflict', message })

describe('A purchase order', () => {
  test('is created with numbers of its own, and each line is on order', async () => {
    const [bolt, nut] = [await world.newItem({ description: 'Bolt' }), await world.newItem()]
    const detail = await world.create(
      [
        { shortID: bolt, units: 10.5, unitPrice: 0.04, warehouse: 1 },
        { itemID: nut, units: 3, wid: 2, lineNo: 7 },
        { shortID: bolt, units: 1, warehouse: 2 },
      ],
      { expectedDate: '2027-01-31' },
    )
    expect(detail.poNo).toMatch(/^PO-\d{4}-\d{6}$/)
    expect(detail).toMatchObject({
      status: 'Open',
      totalLines: 3,
      totalValue: 0.42,
      expectedDate: '2027-01-31T00:00:00.000Z',
    })
    const rest = { unitsReceived: 0, description: 'Bolt' }
    expect(detail.lines).toMatchObject([
      { lineNo: 1, shortID: bolt, units: 10.5, unitPrice: 0.04, warehouse: 1, warehouseName: 'Warehouse 1', ...rest },
      { lineNo: 7, shortID: nut, units: 3, unitPrice: 0, warehouse: 2 },
      { lineNo: 8, shortID: bolt, units: 1, warehouse: 2 },
    ])
    expect(await world.ofOrder(detail.poNo).get()).toEqual(detail)
    expect([await world.onOrder(bolt), await world.onOrder(bolt, 2), await world.onOrder(nut, 2)]).toEqual([10.5, 1, 3])
    const { orders } = await world.call(inventory.explainLevel, { itemID: bolt, wid: 1 })
    expect(orders).toMatchObject([{ kind: 'onOrder', reference: detail.poNo, line: 1, units: 10.5 }])
  })

  test('that cannot be is refused, with every unknown reference at once, and nothing is on order', async () => {
    const item = await world.newItem()
    const gone = await world.newItem()
    await world.call(catalog.discontinueItem, { shortID: gone })
    const line = { shortID: item, units: 1, warehouse: 1 }
    await expect(world.create([line], { vendor: 'NOBODY' })).rejects.toMatchObject({
      details: { vendor: ['The field vendor must name an active vendor.'] },
    })
    await expect(
      world.create([line, { ...line, shortID: 'NO-SUCH-ITEM' }, { ...line, warehouse: 4711 }]),
    ).rejects.toMatchObject({
      details: {
        'lines[1].shortID': ['The field lines[1].shortID must name an existing item.'],
        'lines[2].warehouse': ['The field lines[2].warehouse must name an existing warehouse.'],
      },
    })
    await expect(
      world.create([
        { ...line, lineNo: 2 },
        { ...line, lineNo: 2 },
      ]),
    ).rejects.toMatchObject({
      details: { 'lines[1].lineNo': ['The field lines[1].lineNo must be unique within the order.'] },
    })
    await expect(world.create([line, { ...line, shortID: gone }])).rejects.toMatchObject(
      conflict(`Item ${gone} is discontinued.`),
    )
    const poNo = unique('PO')
    await world.create([{ ...line, warehouse: 2 }], { poNo })
    await expect(world.create([line], { poNo })).rejects.toMatchObject(
      conflict(`There is a purchase order ${poNo} already.`),
    )
    expect(await world.onOrder(item)).toBe(0)
  })

  test('of a discontinued vendor is refused, also by the name of the vendor', async () => {
    const [shortID, name] = [unique('V'), unique('Old')]
    await world.call(inventory.createVendor, { shortID, name })
    const line = { shortID: await world.newItem(), units: 1, warehouse: 1 }
    expect(await world.create([line], { vendor: name })).toMatchObject({ vendor: name })
    await world.call(inventory.discontinueVendor, { shortID })
    for (const vendor of [shortID, name])
      await expect(world.create([line], { vendor })).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('is created once however often its request arrives', async () => {
    const lines = [{ shortID: await world.newItem(), units: 1, warehouse: 1 }]
    const context = { operationId: unique('key'), hasClientKey: true }
    const input = { vendor: world.vendor, lines }
    const first = await world.call(inventory.createPurchaseOrder, input, { ...context, attempt: 'one' })
    expect(await world.call(inventory.createPurchaseOrder, input, { ...context, attempt: 'two' })).toEqual(first)
  })
})

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
    await expect(world.receive(bolt, 1, { line: 1 })).rejects.toMatchObject(refusal)
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

  test('of an order that does not exist is 404', async () => {
    const { get, update, finalize, cancel, receipts, lines } = world.ofOrder('NO-SUCH-ONE')
    const refusal = { code: 'not_found', message: 'There is no purchase order NO-SUCH-ONE.' }
    for (const send of [get, () => update({}), finalize, cancel, receipts, lines])
      await expect(send()).rejects.toMatchObject(refusal)
  })
})

test('another order system can neither state lines of an order that is kept here, nor be named by one', async () => {
  const itemID = await world.newItem()
  const { poNo } = await world.create([{ shortID: itemID, units: 5, warehouse: 1 }])
  const put = (reference: string) =>
    world.system.call(inventory.putOrderLine, { kind: 'onOrder', reference, line: 1, itemID, wid: 1, units: 50 })
  await expect(put(poNo)).rejects.toMatchObject({ code: 'conflict' })
  const foreign = unique('FOREIGN')
  await put(foreign)
  await expect(world.create([{ shortID: itemID, units: 5, warehouse: 1 }], { poNo: foreign })).rejects.toMatchObject(
    conflict(`${foreign} is an order of another order system.`),
  )
  expect(await world.onOrder(itemID)).toBe(55)
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
    for (const place of [{ warehouse: 1 }, { wid: 1 }]) {
      const lines = [{ lineNo: 9, shortID: bolt, units: 1, ...place }]
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

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
