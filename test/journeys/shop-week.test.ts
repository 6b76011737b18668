import { Big } from 'big.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { unique } from '../support/records/factories.ts'
import type { Api, SendOptions } from '../support/system/api.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'
import { type Effect, openShop, SHOP, type Shop } from './shop.ts'

let system: TestSystem
let api: Api
let shop: Shop
const vendors = ['Bolt & Co', 'Nut Works', 'Washer Bros'].map((name) => ({ name, shortID: unique('V') }))
const customer = { name: 'Hanse Automation', shortID: unique('C') }
/** What is ordered: 40 items, each with a quantity of its own, down to the last decimal. */
const wanted = Array.from({ length: 40 }, (_, index) => ({
  itemID: unique(`SKU${index + 1}`),
  units: Number(Big(10 + index).plus(Big(index % 7).div(1_000_000))),
}))
const [bolt = '', nut = '', washer = '', screw = '', hinge = ''] = wanted.map(({ itemID }) => itemID)
const orderedOf = (itemID: string) => wanted.find((one) => one.itemID === itemID)?.units ?? 0
/** Orders go to the vendors in turn: 14, 13 and 13 items. */
const ofVendor = (vendor: number) => wanted.filter((_, index) => index % 3 === vendor)
const poNos: string[] = []
const lineOf = (itemID: string) => {
  const index = wanted.findIndex((one) => one.itemID === itemID)
  return { reference: poNos[index % 3] ?? '', line: Math.floor(index / 3) + 1 }
}

beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  api = (await system.createClient()).api
  shop = openShop(api)
})
afterAll(() => system[Symbol.asyncDispose]())

const effects = (of: readonly { itemID: string; units: number }[], effect: (units: number) => Effect) =>
  Object.fromEntries(of.map(({ itemID, units }) => [itemID, effect(units)]))
const minus = (units: Big | number) => Big(units).times(-1)
const half = (units: number) => Number(Big(units).div(2).round(6, Big.roundDown))

const receive =
  (itemID: string, units: number, named: object = lineOf(itemID)) =>
  (key: SendOptions) =>
    api.inventory.receive({ itemID, units, wid: SHOP, reasonCode: 10, spot: 'DOCK', ...named }, key)

/** A lorry brings parts of lines, which are received one after the other. */
async function unload(what: string, parts: readonly { itemID: string; units: number }[]): Promise<void> {
  for (const { itemID, units } of parts)
    await shop.step(what, 201, receive(itemID, units), { [itemID]: inStockFromOrder(units) })
}
const inStockFromOrder = (units: number): Effect => ({ inStock: units, onOrder: minus(units) })

test('Monday: 40 items are ordered from 3 vendors', async () => {
  for (const { itemID } of wanted) await shop.list(itemID, `Item ${itemID}`)
  for (const vendor of vendors)
    await shop.step('a vendor', 201, (key: SendOptions) => api.inventory.createVendor(vendor, key))
  await shop.step('a customer', 201, (key: SendOptions) => api.inventory.createCustomer(customer, key))
  for (const [index, vendor] of vendors.entries()) {
    const lines = ofVendor(index).map(({ itemID, units }) => ({ itemID, units, unitPrice: 0.1, wid: SHOP }))
    const order = (key: SendOptions) => api.inventory.createPurchaseOrder({ vendor: vendor.shortID, lines }, key)
    const { body } = await shop.step(
      'an order',
      201,
      order,
      effects(ofVendor(index), (units) => ({ onOrder: units })),
    )
    expect(body).toMatchObject({ status: 'Open', totalLines: lines.length })
    poNos.push(body.poNo)
  }
})

test('Tuesday: two vendors deliver in parts, and more than was ordered is refused', async () => {
  for (const vendor of [0, 1]) {
    const parts = ofVendor(vendor).map(({ itemID, units }) => ({ itemID, units: half(units) }))
    await unload('a first delivery', parts)
  }
  const rest = Big(orderedOf(bolt)).minus(half(orderedOf(bolt)))
  const tooMuch = Number(rest.plus('0.000001'))
  const { body } = await shop.step('an over-receipt', 409, receive(bolt, tooMuch))
  const figures = `ordered ${orderedOf(bolt)}, received ${half(orderedOf(bolt))}, receiving ${tooMuch}`
  expect(body.message).toBe(`Purchase order ${poNos[0]} line 1: ${figures}.`)
  await shop.step('the rest of the line', 201, receive(bolt, Number(rest)), {
    [bolt]: inStockFromOrder(Number(rest)),
  })
  expect((await api.inventory.getPurchaseOrder({ poNo: poNos[0] ?? '' })).body).toMatchObject({ status: 'Partial' })
  const wrong = await shop.step('a receipt by mistake', 201, receive(nut, 1), { [nut]: inStockFromOrder(1) })
  const { transactionNo } = wrong.body
  await shop.step('is taken back', 201, (key: SendOptions) => api.inventory.reverse({ transactionNo }, key), {
    [nut]: inStockFromOrder(-1),
  })
})

test('Wednesday: units are reserved and sold; what is not fetched in time is free again', async () => {
  const reserve = (itemID: string, units: number, reference: string) => (key: SendOptions) =>
    api.inventory.createReservation({ itemID, wid: SHOP, units, reference, expires: '2099-01-01' }, key)
  const fetched = await shop.step('a reservation', 201, reserve(bolt, 3.5, 'CALL-1'), { [bolt]: { committed: 3.5 } })
  const forgotten = await shop.step('another', 201, reserve(nut, 2.000001, 'CALL-2'), {
    [nut]: { committed: 2.000001 },
  })
  const sell = (itemID: string, units: number, reference?: string) => (key: SendOptions) =>
    api.inventory.issue({ itemID, units, wid: SHOP, reasonCode: 20, ...(reference && { reference }) }, key)
  await shop.step('a part is fetched', 200, sell(bolt, 1.25, 'CALL-1'), {
    [bolt]: { inStock: -1.25, committed: -1.25 },
  })
  await shop.step('a sale', 200, sell(bolt, 0.75), { [bolt]: { inStock: -0.75 } })
  const more = Number(shop.available(nut).plus('0.000001'))
  await shop.step('more than is available', 409, sell(nut, more))
  await shop.step('reserving more than that', 409, reserve(nut, more, 'CALL-3'))
  await endSoon(forgotten.body.reservationID)
  const isExpiry = ({ type, data }: { type: string; data: object }) =>
    type === 'inventory.expired' && 'reference' in data && data.reference === 'CALL-2'
  await shop.happens('the end of the reservation', isExpiry, { [nut]: { committed: -2.000001 } })
  const { body } = await api.inventory.getReservation({ reservationID: forgotten.body.reservationID })
  expect(body).toMatchObject({ state: 'Expired', remaining: 0 })
  const { reservationID } = fetched.body
  const release = (key: SendOptions) => api.inventory.releaseReservation({ reservationID }, key)
  await shop.step('the rest of the first is released', 200, release, { [bolt]: { committed: -2.25 } })
})

/** Lets a reservation end as soon as the service takes an end for one in the future. */
async function endSoon(reservationID: number): Promise<void> {
  for (let ms = 500; ; ms *= 2) {
    const expires = new Date(Date.now() + ms).toISOString()
    const { status } = await api.inventory.updateReservation({ reservationID, expires })
    if (status === 200) return
    expect(status).toBe(400)
  }
}

let soNo = ''
const linesOf = async () => (await api.inventory.listShippingOrderLines({ soNo })).body.value

test('Thursday: a customer orders more than there is, and the backorder is filled by the next delivery', async () => {
  const [had, missing] = [shop.available(washer), 4.5]
  expect(had.toNumber()).toBe(0)
  const lines = [
    { itemID: bolt, units: 5, wid: SHOP },
    { itemID: washer, units: missing, wid: SHOP },
    { itemID: screw, units: 2, wid: SHOP },
  ]
  const order = (key: SendOptions) => api.inventory.createShippingOrder({ customer: customer.shortID, lines }, key)
  const { body } = await shop.step('a shipping order', 201, order, {
    [bolt]: { committed: 5 },
    [screw]: { committed: 2 },
  })
  soNo = body.soNo
  expect(await linesOf()).toMatchObject([{ committed: 5 }, { committed: 0, backordered: missing }, { committed: 2 }])
  expect((await shop.send(receive(washer, orderedOf(washer)))).status).toBe(201)
  const isFilling = ({ type, data }: { type: string; data: object }) =>
    type === 'inventory.reserved' &&
    'reference' in data &&
    data.reference === soNo &&
    'itemID' in data &&
    data.itemID === washer
  await shop.happens('the backorder is filled', isFilling, {
    [washer]: { ...inStockFromOrder(orderedOf(washer)), committed: missing },
  })
  expect(await linesOf()).toMatchObject([{}, { committed: missing, backordered: 0 }, {}])
})

test('Friday: the order is packed, a part of it twice, and shipped; a pallet is held for inspection', async () => {
  const pack = (lineNo: number, units: number) => (key: SendOptions) =>
    api.inventory.packShippingOrder({ soNo, lines: [{ lineNo, units, package: 'BOX-1' }] }, key)
  const packed = (units: number): Effect => ({ committed: minus(units), packed: units })
  await shop.step('bolts are packed', 200, pack(1, 5), { [bolt]: packed(5) })
  const unpack = (key: SendOptions) =>
    api.inventory.unpackShippingOrder({ soNo, lines: [{ lineNo: 1, units: 1.5 }] }, key)
  await shop.step('some are unpacked', 200, unpack, { [bolt]: packed(-1.5) })
  await shop.step('washers are packed', 200, pack(2, 4.5), { [washer]: packed(4.5) })
  await shop.step('more than is committed', 409, pack(3, 2.000001))
  const ship = (key: SendOptions) => api.inventory.shipShippingOrder({ soNo, tracking: '1Z999' }, key)
  const gone = (units: number): Effect => ({ inStock: minus(units), packed: minus(units) })
  await shop.step('what is packed is shipped', 200, ship, { [bolt]: gone(3.5), [washer]: gone(4.5) })
  await shop.step('bolts are packed again', 200, pack(1, 1.5), { [bolt]: packed(1.5) })
  const { body } = await shop.step('and shipped', 200, ship, { [bolt]: gone(1.5) })
  expect(body.status).toBe('Partial')
  const { body: lots } = await api.inventory.listLots({ itemID: hinge })
  const [lot] = lots.value
  const hold = { recno: lot?.recNo ?? 0, units: 2.5 }
  const held = await shop.step('a part of a lot is held', 200, (key: SendOptions) => api.inventory.hold(hold, key), {
    [hinge]: { onHold: 2.5 },
  })
  const release = (key: SendOptions) => api.inventory.release({ recno: held.body.recNo }, key)
  await shop.step('and released', 200, release, { [hinge]: { onHold: -2.5 } })
})

test('Saturday: goods come back, and what no longer comes or is no longer wanted is closed', async () => {
  const comesBack = receive(bolt, 0.5, { reference: soNo })
  await shop.step('a return', 201, comesBack, { [bolt]: { inStock: 0.5 } })
  const cancel = (key: SendOptions) => api.inventory.cancelShippingOrder({ soNo }, key)
  const { body: canceled } = await shop.step('the rest of the order is canceled', 200, cancel, {
    [screw]: { committed: -2 },
  })
  expect(canceled.status).toBe('Closed')
  const expect1 = ofVendor(1).map(({ itemID, units }) => ({ itemID, units: Number(Big(units).minus(half(units))) }))
  const finalize = (key: SendOptions) => api.inventory.finalizePurchaseOrder({ poNo: poNos[1] ?? '' }, key)
  const offOrder = (units: number): Effect => ({ onOrder: minus(units) })
  const { body: finalized } = await shop.step('an order is finalized', 200, finalize, effects(expect1, offOrder))
  expect(finalized.status).toBe('Closed')
  const late = ofVendor(2).filter(({ itemID }) => itemID !== washer)
  const lines = late.map(({ itemID }) => ({ lineNo: lineOf(itemID).line, close: true, reason: 'late' }))
  const closeShort = (key: SendOptions) => api.inventory.updatePurchaseOrder({ poNo: poNos[2] ?? '', lines }, key)
  const { body: short } = await shop.step('lines are closed short', 200, closeShort, effects(late, offOrder))
  expect(short.status).toBe('Closed')
  await shop.step('nothing more is received of it', 409, receive(late[0]?.itemID ?? '', 1))
  const last = ofVendor(0)
    .filter(({ itemID }) => itemID !== bolt)
    .map(({ itemID, units }) => ({ itemID, units: Number(Big(units).minus(half(units))) }))
  await unload('the last delivery', last)
  expect((await api.inventory.getPurchaseOrder({ poNo: poNos[0] ?? '' })).body).toMatchObject({ status: 'Closed' })
})

test('Sunday: nothing is open, and the books agree', async () => {
  await shop.step('no order is open', 200, (key: SendOptions) => api.inventory.listOpenPurchaseOrders({}, key))
  expect((await api.inventory.listOpenPurchaseOrders({})).body).toMatchObject({ totalCount: 0 })
  expect((await api.inventory.listShippingOrders({ status: 'Closed' })).body).toMatchObject({ totalCount: 1 })
  expect((await api.inventory.listReservations({ state: 'Active' })).body).toMatchObject({ totalCount: 0 })
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
})
