import { beforeAll, describe, expect, test } from 'vitest'
import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
let vendor: string
let customer: string
beforeAll(async () => {
  world = await shareStockWorld()
  vendor = (await world.call(inventory.createVendor, { shortID: unique('V'), name: unique('Vendor') })).shortID
  customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: unique('Customer') })).shortID
})

type Query = Omit<Params<typeof inventory.getAvailableToPromise>, 'itemID' | 'wid'>
const promise = (itemID: string, query: Query = {}, wid = 1) =>
  world.call(inventory.getAvailableToPromise, { itemID, wid, ...query })

/** The UTC day that comes so many days after today. */
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

const orderFrom = async (shortID: string, units: number, expectedDate?: string) =>
  (await world.call(inventory.createPurchaseOrder, { vendor, expectedDate, lines: [{ shortID, units, warehouse: 1 }] }))
    .poNo
const sell = async (shortID: string, units: number, shipDate?: string) => {
  const order = { customer, shipDate, allocate: 'none' as const, lines: [{ shortID, units, warehouse: 1 }] }
  return (await world.call(inventory.createShippingOrder, order)).soNo
}

describe('What can be promised of an item', () => {
  test('follows from what is available, what is expected and what is needed, day by day', async () => {
    const itemID = await world.newItem()
    // In stock 28, of which 5 are on hold and 3 have expired; 4 are reserved: 16 are available.
    await world.receive(itemID, 20)
    await world.call(inventory.hold, { recno: (await world.receive(itemID, 5)).recNo })
    await world.receive(itemID, 3, { expires: '2020-01-01' })
    await world.call(inventory.createReservation, { itemID, wid: 1, units: 4, reference: 'CART' })
    // A work order needs 10 in five days; 3 are issued and 2 reserved, so 5 more are needed, and 11 are available.
    const component = { shortID: itemID, units: 10, warehouse: 1 }
    const made = { description: 'Cabinet', startDate: day(5), lines: [component] }
    const { woNo } = await world.call(inventory.createWorkOrder, made)
    await world.issue(itemID, 3, { reference: woNo, line: 1 })
    await world.call(inventory.createReservation, { itemID, wid: 1, units: 2, reference: woNo, line: 1 })
    const poNo = await orderFrom(itemID, 30, day(5))
    const late = await orderFrom(itemID, 7, day(-2))
    const undated = await orderFrom(itemID, 9)
    const put = { kind: 'onOrder' as const, reference: 'FOREIGN', line: 3, itemID, wid: 1, units: 2 }
    await world.system.call(inventory.putOrderLine, put)
    const overdue = await sell(itemID, 1, day(-1))
    const soon = await sell(itemID, 12, day(3))
    const later = await sell(itemID, 15, day(10))

    const answer = await promise(itemID, { units: 8 })
    expect(answer).toMatchObject({ itemID, wid: 1, from: day(0), to: day(30), available: 11 })
    expect(answer.rows).toEqual([
      { date: day(0), supply: 0, demand: 1, projected: 10, atp: -2 },
      { date: day(3), supply: 0, demand: 12, projected: -2, atp: -2 },
      { date: day(5), supply: 30, demand: 5, projected: 23, atp: 8 },
      { date: day(10), supply: 0, demand: 15, projected: 8, atp: 8 },
    ])
    const [purchaseOrder, shippingOrder, line] = ['purchaseOrder', 'shippingOrder', 1]
    expect(answer.sources).toEqual([
      { date: day(0), kind: shippingOrder, reference: overdue, line, units: -1 },
      { date: day(3), kind: shippingOrder, reference: soon, line, units: -12 },
      { date: day(5), kind: purchaseOrder, reference: poNo, line, units: 30 },
      { date: day(5), kind: 'workOrder', reference: woNo, line, units: -5 },
      { date: day(10), kind: shippingOrder, reference: later, line, units: -15 },
    ])
    expect(answer.overdue).toEqual([
      { date: null, kind: purchaseOrder, reference: undated, line, units: 9 },
      { date: null, kind: 'otherSystem', reference: 'FOREIGN', line: 3, units: 2 },
      { date: day(-2), kind: purchaseOrder, reference: late, line, units: 7 },
    ])
    expect(answer).toMatchObject({ units: 8, earliest: day(5) })
    expect(await promise(itemID, { units: 8.000001 })).toMatchObject({ earliest: null })
  })

  test('counts what comes or is needed before the first day, and nothing after the last', async () => {
    const itemID = await world.newItem()
    await orderFrom(itemID, 5, day(2))
    await orderFrom(itemID, 3, day(9))
    await sell(itemID, 4, day(40))
    expect((await promise(itemID, { from: day(4), to: day(9) })).rows).toEqual([
      { date: day(4), supply: 0, demand: 0, projected: 5, atp: 5 },
      { date: day(9), supply: 3, demand: 0, projected: 8, atp: 8 },
    ])
    expect((await promise(itemID, { from: day(9), to: day(40) })).rows).toMatchObject([
      { date: day(9), projected: 8, atp: 4 },
      { date: day(40), demand: 4, atp: 4 },
    ])
  })

  test('has what was received in stock and no longer among what is expected', async () => {
    const itemID = await world.newItem()
    const reference = await orderFrom(itemID, 5, day(2))
    await world.receive(itemID, 2, { reference, line: 1 })
    const { rows, available } = await promise(itemID)
    expect(available).toBe(2)
    expect(rows).toMatchObject([{ projected: 2 }, { supply: 3, projected: 5 }])
  })

  test('is that of one warehouse', async () => {
    const itemID = await world.newItem()
    await world.receive(itemID, 6, { wid: 2 })
    await orderFrom(itemID, 5, day(2))
    expect(await promise(itemID, {}, 2)).toMatchObject({ available: 6, rows: [{ atp: 6 }], sources: [] })
  })
})

describe('A request for it', () => {
  test('looks at most 180 days ahead, and not backwards', async () => {
    const itemID = await world.newItem()
    const refusal = (field: string) => ({ code: 'validation_error', details: { [field]: [expect.any(String)] } })
    await expect(promise(itemID, { to: day(181) })).rejects.toMatchObject(refusal('to'))
    await expect(promise(itemID, { from: day(181) })).rejects.toMatchObject(refusal('from'))
    await expect(promise(itemID, { from: day(5), to: day(4) })).rejects.toMatchObject(refusal('to'))
    await expect(promise(itemID, { units: 0 })).rejects.toMatchObject(refusal('units'))
    expect(await promise(itemID, { from: day(-3), to: day(180) })).toMatchObject({ from: day(0), to: day(180) })
    expect(await promise(itemID, { from: day(170) })).toMatchObject({ from: day(170), to: day(180) })
  })

  test('names an item that exists, and a warehouse of the client', async () => {
    await expect(promise('NO-SUCH-ITEM')).rejects.toMatchObject({ details: { itemID: [expect.any(String)] } })
    const { call } = await world.system.createClient({ warehouses: [2] })
    await expect(
      call(inventory.getAvailableToPromise, { itemID: await world.newItem(), wid: 1 }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })
})
