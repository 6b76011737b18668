import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toQuantity, toStored } from '../../../../shared/quantity.ts'
import {
  type PurchaseWorld,
  startPurchaseWorld,
} from '../../../services/inventory/documents/purchase/purchase-world.ts'
import { startStockWorld } from '../../../services/inventory/stock-world.ts'

import { unique } from '../../../support/records/factories.ts'
import { serverUrl } from '../../../support/servers/server-url.ts'
import { untilFilled } from '../../trials/recovery.ts'
import { type Books, readBooks } from '../books.ts'
import type { Intent } from '../history.ts'
import { checkOrders } from '../order-truth.ts'
import { checkReservations } from '../reservations.ts'
import { checkDocuments } from './document-truth.ts'

let world: PurchaseWorld
let books: Books
let poNo: string
let woNo: string
beforeAll(async () => {
  world = await startPurchaseWorld(['notifications'], startStockWorld)
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  poNo = (await world.create([10, 10].map((units) => ({ shortID: bolt, units, warehouse: 1 })))).poNo
  await world.receiveLine(bolt, 4, poNo, 1)
  const { shortID: customer } = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const lines = [3, 30].map((units) => ({ itemID: bolt, units, wid: 1 }))
  const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 1 }] })
  await world.call(inventory.shipShippingOrder, { soNo })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 1 }] })
  await world.receive(nut, 5)
  const cart = { itemID: nut, wid: 1, units: 2, reference: 'CART' }
  await world.call(inventory.createReservation, { ...cart, expires: '2099-01-01' })
  await world.issue(nut, 1, { reference: 'CART' })
  const components = [{ shortID: nut, units: 4, warehouse: 1 }]
  woNo = (await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: components })).woNo
  await world.issue(nut, 1, { reference: woNo, line: 1 })
  const { transactionNo } = await world.issue(nut, 0.5, { reference: woNo, line: 1 })
  await world.call(inventory.reverse, { transactionNo })
  const readUntilComplete = async () => {
    books = await readBooks(serverUrl('MONGODB_URI'), world.system.system)
    expect(books.changes.map(({ type }) => type)).toContain('purchaseOrder.created')
  }
  await vi.waitFor(readUntilComplete, { timeout: 30_000 })
}, 90_000)
afterAll(() => world?.[Symbol.asyncDispose]())

const stored = (units: number) => toStored(toQuantity(units))
/** The records with other values in one of them. */
const withOther = <R>(records: readonly R[], changes: Partial<R>, isIt: (record: R, index: number) => boolean) =>
  records.map((record, index) => (isIt(record, index) ? { ...record, ...changes } : record))
const first = (_: unknown, index: number) => index === 0
const findingsOf = (changes: Partial<Books>, intents: readonly Intent[] = []) => {
  const changed = { ...books, ...changes }
  return [...checkDocuments(changed), ...checkOrders(intents, changed), ...checkReservations(changed)].map(
    ({ what }) => what,
  )
}
/** The levels with more of a figure of each item. */
const withMore = (figure: 'inStock' | 'committed' | 'packed' | 'onOrder') =>
  books.levels.map((row) => {
    const level = row.stock[1] ?? { modified: new Date() }
    const more = stored(Number(level[figure] ?? 0) + 1)
    return { ...row, stock: { ...row.stock, 1: { ...level, [figure]: more } } }
  })

test('orders, reservations and figures that agree give no finding', () => {
  expect(findingsOf({})).toEqual([])
})

test.each<[string, () => Partial<Books>, RegExp]>([
  ['units of a shipping line do not add up', () => shippingLine({ canceled: stored(1) }), /line 1 .* 3 units are not/],
  ['a shipping order has another status', () => shippingOrder({ status: 'Open' }), /is Open, its lines say Partial/],
  ['a shipping order lacks a line', () => shippingOrder({ totalLines: 3 }), /has 2 lines/],
  ['more was shipped than issued', () => shippingLine({ shipped: stored(2) }), /shipped of line 1/],
  ['more is packed than was', () => shippingLine({ packed: stored(2) }), /packed of line 1/],
  ['what is packed is nowhere', () => ({ packs: [] }), /in packs of line 1/],
  ['a line holds more than its reservations', () => shippingLine({ committed: stored(2) }), /committed of line 1/],
  ['a line waits while there is stock', () => ({ levels: withMore('inStock') }), /line 2 .* waits for 29 of item/],
  ['units of a purchase line do not add up', () => purchaseLine({ open: stored(7) }), /line 1 .* 4 received, 7 open/],
  [
    'a purchase order has another status',
    () => purchaseOrder({ status: 'Closed' }),
    /is Closed, its lines say Partial/,
  ],
  ['a purchase order lacks a line', () => purchaseOrder({ totalLines: 3 }), /has 2 lines/],
  ['more was received than the ledger has', () => purchaseLine({ received: stored(5) }), /received of line 1/],
  ['more was completed than issued', () => workLine({ completed: stored(2) }), /completed of line 1 of WO/],
  ['a work order was not started by an issue', () => workOrder({ status: 'Open' }), /is Open, and components were/],
  ['a component is closed before its order', () => workLine({ isClosed: true }), /is In Progress, not all of its/],
  ['a work order lacks a line', () => workOrder({ totalLines: 2 }), /has 1 lines/],
  ['an order was created twice', () => ({ changes: [...books.changes, ...books.changes] }), /created 2 times/],
  ['the committed figure is another', () => ({ levels: withMore('committed') }), /committed of item/],
  ['the packed figure is another', () => ({ levels: withMore('packed') }), /packed of item/],
  ['the onOrder figure is another', () => ({ levels: withMore('onOrder') }), /onOrder of item/],
  ['a reservation is gone', () => ({ reservations: [] }), /committed of item/],
  ['a reservation holds more', () => reservation({ remaining: stored(2) }), /^reservation \d+: ledger, reservations/],
  ['a reservation was used after its end', () => reservation({ expires: new Date(0) }), /issue, took units off/],
  [
    'a lot is promised twice',
    () => ({ lots: withOther(books.lots, { units: stored(0.5) }, first) }),
    /of them are prom/,
  ],
])('it is found that %s', (_, change, finding) => {
  expect(findingsOf(change())).toContainEqual(expect.stringMatching(finding))
})

test('a line that the next look of the allocator fills is waited for, one that it leaves is not', async () => {
  const left = { ...books, levels: withMore('inStock') }
  const looks = [left, left, books]
  await untilFilled(async () => looks.shift() ?? books)
  expect(looks).toEqual([])
  await untilFilled(async () => left, performance.now())
})

const shippingLine = (changes: Partial<Books['shippingLines'][number]>) => ({
  shippingLines: withOther(books.shippingLines, changes, ({ lineNo }) => lineNo === 1),
})
const shippingOrder = (changes: Partial<Books['shippingOrders'][number]>) => ({
  shippingOrders: withOther(books.shippingOrders, changes, first),
})
const purchaseLine = (changes: Partial<Books['purchaseLines'][number]>) => ({
  purchaseLines: withOther(books.purchaseLines, changes, ({ lineNo }) => lineNo === 1),
})
const workLine = (changes: Partial<Books['workLines'][number]>) => ({
  workLines: withOther(books.workLines, changes, first),
})
const workOrder = (changes: Partial<Books['workOrders'][number]>) => ({
  workOrders: withOther(books.workOrders, changes, first),
})
const purchaseOrder = (changes: Partial<Books['purchaseOrders'][number]>) => ({
  purchaseOrders: withOther(books.purchaseOrders, changes, first),
})
const reservation = (changes: Partial<Books['reservations'][number]>) => ({
  reservations: withOther(books.reservations, changes, ({ reference }) => reference === 'CART'),
})

test.each([
  [201, { poNo: 'PO-GONE' }, 'acknowledged and not there'],
  [409, { code: 'conflict' }, 'refused and there'],
])('it is found that an order whose creation was answered %i is not or is there', (status, answer, finding) => {
  const made = { requestId: 'request', start: 0, end: 1, status, failure: undefined, replayed: false }
  const attempts = [{ ...made, text: JSON.stringify(answer) }]
  const client = { clientId: 'client', token: '' }
  const creation = { operation: inventory.createPurchaseOrder, client, key: undefined, input: { poNo }, attempts }
  expect(findingsOf({}, [creation])).toEqual([expect.stringContaining(finding)])
})

test('it is found that an acknowledged issue is not counted in the component that it named', () => {
  const made = { requestId: 'request', start: 0, end: 1, status: 201, failure: undefined, replayed: false }
  const attempts = [{ ...made, text: JSON.stringify({ transactionNo: 4711 }) }]
  const input = { reference: woNo, line: 1, units: 1 }
  const issue = {
    operation: inventory.issue,
    client: { clientId: 'client', token: '' },
    key: undefined,
    input,
    attempts,
  }
  expect(findingsOf({}, [issue])).toEqual([expect.stringContaining('issue 4711 for line 1')])
})
