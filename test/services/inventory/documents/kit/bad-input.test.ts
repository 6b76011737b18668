import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type Api, createApi } from '../../../../support/system/api.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'

let world: PurchaseWorld
/** A client of all warehouses, and one of warehouse 1. */
let everywhere: Api
let inOne: Api
let it: Awaited<ReturnType<typeof prepare>>
beforeAll(async () => {
  world = await startPurchaseWorld(['gateway'], startStockWorld)
  const { token } = await world.system.createClient()
  everywhere = createApi(world.system.url, token)
  inOne = (await world.system.createClient({ warehouses: [1] })).api
  it = await prepare()
}, 180_000)
afterAll(() => world?.[Symbol.asyncDispose]())

/**
 * Item: 10 in stock, of which 6 were for the shipping order, half of them shipped. Purchase order: line 1 of 10 with 4 received, line 2 closed.
 * `closed` is a shipping order that was canceled.
 */
async function prepare() {
  const { call, vendor } = world
  const [item, ordered, gone] = [await world.newItem(), await world.newItem(), await world.newItem()]
  const customer = (await call(inventory.createCustomer, { shortID: unique('C'), name: unique('Customer') })).shortID
  await world.receive(item, 10)
  const { poNo } = await world.create([10, 5].map((units) => ({ shortID: ordered, units, warehouse: 1 })))
  await world.receiveLine(ordered, 4, poNo, 1)
  await world.ofOrder(poNo).update({ lines: [{ lineNo: 2, close: true, reason: 'sold out' }] })
  const lines = [{ shortID: item, units: 6, warehouse: 1 }]
  const { soNo } = await call(inventory.createShippingOrder, { customer, lines })
  await call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 3 }] })
  await call(inventory.shipShippingOrder, { soNo })
  const closed = (
    await call(inventory.createShippingOrder, { customer, lines: lines.map((one) => ({ ...one, units: 1 })) })
  ).soNo
  await call(inventory.cancelShippingOrder, { soNo: closed })
  await call(catalog.discontinueItem, { shortID: gone })
  const line = { shortID: item, units: 1, warehouse: 1 }
  const isTold = () =>
    expect(world.create([{ ...line, shortID: gone }])).rejects.toMatchObject({
      message: `Item ${gone} is discontinued.`,
    })
  await vi.waitFor(isTold, { timeout: 60_000 })
  return { item, ordered, gone, vendor, customer, poNo, soNo, closed, line }
}

/** Everything that a refused request could have changed. */
async function readAll() {
  const { call } = world
  const levels = [it.item, it.ordered].map(async (itemID) => (await call(inventory.explainLevel, { itemID })).level)
  return [
    ...(await Promise.all(levels)),
    await world.ofOrder(it.poNo).lines(),
    (await call(inventory.listShippingOrderLines, { soNo: it.soNo })).value,
    (await call(inventory.listPurchaseOrders, {})).totalCount,
    (await call(inventory.listShippingOrders, {})).totalCount,
    (await call(inventory.listReservations, {})).totalCount,
    (await call(inventory.listTransactions, {})).totalCount,
  ]
}

type Sent = (fixture: typeof it) => readonly ['POST' | 'PUT', string, object]
type Refusal = string | ((fixture: typeof it) => string)

const purchase =
  (more: (fixture: typeof it) => object): Sent =>
  (it) => ['POST', '/PurchaseOrder', { vendor: it.vendor, lines: [it.line], ...more(it) }]
const shipping =
  (more: (fixture: typeof it) => object): Sent =>
  (it) => ['POST', '/ShippingOrder', { customer: it.customer, lines: [it.line], ...more(it) }]
const reservation =
  (more: object): Sent =>
  (it) => ['POST', '/Inventory/Reservation', { itemID: it.item, wid: 1, units: 1, ...more }]
const purchased =
  (line: object): Sent =>
  (it) => ['PUT', `/PurchaseOrder/${it.poNo}`, { lines: [line] }]
const shipped =
  (line: object, of: 'soNo' | 'closed' = 'soNo'): Sent =>
  (it) => ['PUT', `/ShippingOrder/${it[of]}`, { lines: [line] }]
const received =
  (more: object): Sent =>
  (it) => [
    'POST',
    '/Inventory/Receive',
    { itemID: it.ordered, wid: 1, units: 1, reasonCode: 10, reference: it.poNo, ...more },
  ]
const second = (change: object) => (it: { line: object }) => ({ lines: [it.line, { ...it.line, ...change }] })
const tooMany = (it: { line: object }) => ({ lines: Array.from({ length: 501 }, () => it.line) })
const discontinued = (it: { line: object; gone: string }) => ({ lines: [it.line, { ...it.line, shortID: it.gone }] })
const OF_OTHERS = "Warehouse is outside the client's authorized scope."

const cases: readonly (readonly [string, Sent, number, Refusal])[] = [
  ['a purchase order of an unknown vendor', purchase(() => ({ vendor: 'NOBODY' })), 400, 'vendor'],
  ['a purchase order of an unknown item', purchase(second({ shortID: 'NO-SUCH' })), 400, 'lines[1].shortID'],
  ['a purchase order of a discontinued item', purchase(discontinued), 409, (it) => `Item ${it.gone} is discontinued.`],
  ['a purchase order of 501 lines', purchase(tooMany), 400, 'lines'],
  ['a purchase line outside the scope', purchase(second({ warehouse: 2 })), 403, OF_OTHERS],
  ['a receipt of an unknown line', received({ line: 9 }), 400, 'line'],
  [
    'an over-receipt',
    received({ line: 1, units: 7 }),
    409,
    (it) => `Purchase order ${it.poNo} line 1: ordered 10, received 4, receiving 7.`,
  ],
  [
    'a purchase line that is closed twice',
    purchased({ lineNo: 2, close: true, reason: 'again' }),
    409,
    (it) => `Purchase order ${it.poNo} line 2 is closed.`,
  ],
  [
    'a purchase line below what is received',
    purchased({ lineNo: 1, units: 3 }),
    409,
    (it) => `Purchase order ${it.poNo} line 1: received 4, it cannot be ordered 3.`,
  ],
  [
    'a change that adds an unknown item',
    purchased({ lineNo: 3, shortID: 'NO-SUCH', units: 1, warehouse: 1 }),
    400,
    'lines[0].shortID',
  ],
  ['a shipping order of an unknown customer', shipping(() => ({ customer: 'NOBODY' })), 400, 'customer'],
  ['a shipping order of an unknown item', shipping(second({ shortID: 'NO-SUCH' })), 400, 'lines[1].shortID'],
  ['a shipping order of a discontinued item', shipping(discontinued), 409, (it) => `Item ${it.gone} is discontinued.`],
  ['a shipping order of 501 lines', shipping(tooMany), 400, 'lines'],
  ['a shipping line outside the scope', shipping(second({ warehouse: 2 })), 403, OF_OTHERS],
  [
    'a shipping order of more than there is, to be rejected',
    shipping((it) => ({ shortage: 'reject', lines: [it.line, { ...it.line, units: 7 }] })),
    409,
    'line 2: ordered 7, available 3.',
  ],
  [
    'a pack of an unknown line',
    (it) => ['POST', `/ShippingOrder/${it.soNo}/Pack`, { lines: [{ lineNo: 9, units: 1 }] }],
    400,
    'lines[0].lineNo',
  ],
  [
    'a shipping line below what is shipped',
    shipped({ lineNo: 1, units: 2 }),
    409,
    (it) => `Shipping order ${it.soNo} line 1: 3 units are shipped, packed or canceled.`,
  ],
  [
    'a change of a closed shipping order',
    shipped({ lineNo: 1, units: 2 }, 'closed'),
    409,
    (it) => `Shipping order ${it.closed} is closed.`,
  ],
  ['a reservation of an unknown item', reservation({ itemID: 'NO-SUCH' }), 400, 'itemID'],
  [
    'a reservation of more than there is',
    reservation({ units: 5 }),
    409,
    'Insufficient stock: requested 5, available 4.',
  ],
  ['a reservation in the past', reservation({ expires: '2020-01-01' }), 400, 'expires'],
  ['a reservation outside the scope', reservation({ wid: 2 }), 403, OF_OTHERS],
]

const errors = { 400: 'validation_error', 403: 'forbidden', 409: 'conflict' }

test.each(cases)('%s is refused, and nothing is half done', async (_, sent, status, refusal) => {
  const before = await readAll()
  const [method, path, body] = sent(it)
  const answer = await (status === 403 ? inOne : everywhere).raw(method, path).send(body)
  const text = typeof refusal === 'string' ? refusal : refusal(it)
  expect(answer.body).toEqual({
    statusCode: status,
    error: Object(errors)[status],
    message: status === 400 ? expect.any(String) : expect.stringContaining(text),
    ...(status === 400 && { details: { [text]: [expect.stringContaining(`The field ${text}`)] } }),
  })
  expect(answer.status).toBe(status)
  expect(await readAll()).toEqual(before)
})

test.each([
  ['finalizing a purchase order', 'PurchaseOrder', 'Finalize', 'poNo'],
  ['canceling a shipping order', 'ShippingOrder', 'Cancel', 'soNo'],
] as const)('%s twice changes nothing the second time', async (_, family, end, number) => {
  const send = () => everywhere.raw('POST', `/${family}/${it[number]}/${end}`).send({})
  const first = await send()
  expect(first.body).toMatchObject({ status: 'Closed' })
  const before = await readAll()
  expect((await send()).body).toEqual(first.body)
  expect(await readAll()).toEqual(before)
})
