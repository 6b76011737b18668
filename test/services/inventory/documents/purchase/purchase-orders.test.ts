import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type PurchaseWorld, startPurchaseWorld } from './purchase-world.ts'

let world: PurchaseWorld
beforeAll(async () => {
  world = await startPurchaseWorld()
})

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

  test('takes its number once: of several that give it at one moment, one is made', async () => {
    const poNo = unique('PO')
    const items = await Promise.all(Array.from({ length: 4 }, () => world.newItem()))
    const orders = items.map((shortID) => world.create([{ shortID, units: 1, warehouse: 1 }], { poNo }))
    const outcomes = await Promise.allSettled(orders)
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refusals).toHaveLength(3)
    for (const refusal of refusals)
      expect(refusal).toMatchObject(conflict(`There is a purchase order ${poNo} already.`))
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

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
