import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocumentLists } from '../../../../../services/inventory/models.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { compactOnce } from '../../../../../shared/database/page-index/compaction.ts'
import type { IndexedList } from '../../../../../shared/database/page-index/indexed-list.ts'
import { createPageIndex } from '../../../../../shared/database/page-index/page-index.ts'
import { EVERYTHING, expectPagesToBeRight, type Pages } from '../../../../support/checks/page-check.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'

let world: PurchaseWorld
let database: Connection
let lists: readonly IndexedList[]
let bolt: string
let otherVendor: string
const customers: string[] = []
beforeAll(async () => {
  world = await startPurchaseWorld([], startStockWorld)
  database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-inventory` })
    .asPromise()
  const { PurchaseOrder, ShippingOrder, Reservation, WorkOrder } = createDocumentLists(database)
  lists = [PurchaseOrder, ShippingOrder, Reservation, WorkOrder].flatMap((list) => list ?? [])
  bolt = await world.newItem()
  for (const wid of [1, 2, 3]) await world.receive(bolt, 100, { wid })
  const aParty = () => ({ shortID: unique('P'), name: unique('Party') })
  otherVendor = (await world.call(inventory.createVendor, aParty())).shortID
  for (let n = 0; n < 2; n++) customers.push((await world.call(inventory.createCustomer, aParty())).shortID)
})
afterAll(async () => {
  await database?.close()
  await world?.[Symbol.asyncDispose]()
})

/** Compacts the page indexes. */
async function compactAll(): Promise<void> {
  for (const list of lists) {
    while (await compactOnce(createPageIndex(database, list), 1));
    expect(await list.pageIndex.countDocuments({ kind: 'delta' })).toBe(0)
  }
}

const upTo50 = (query: Parameters<Pages>[0]) => ({ ...query, pageSize: Math.min(query.pageSize, 50) })

/** The characters that part the fields of a partition key are no others in a name. */
const ASSIGNEE = 'Line 1/2, late'

type List = (query: Parameters<Pages>[0] & object) => ReturnType<Pages>

/** The lists that have a page index, with their filters. */
function listsOf(call: PurchaseWorld['call']): (readonly [string, List])[] {
  const sort = 'orderDate'
  const lists: [string, List][] = [
    ['open purchase orders', (query) => call(inventory.listOpenPurchaseOrders, { ...upTo50(query), sort })],
  ]
  for (const filter of [{}, { status: 'Closed' as const }, { vendor: world.vendor }, { warehouse: 2 }])
    lists.push([
      `purchase orders ${Object.keys(filter)}`,
      (query) => call(inventory.listPurchaseOrders, { ...upTo50(query), sort, ...filter }),
    ])
  for (const filter of [{}, { status: 'Partial' as const }, { customer: customers[0] }, { warehouse: 3 }])
    lists.push([
      `shipping orders ${Object.keys(filter)}`,
      (query) => call(inventory.listShippingOrders, { ...upTo50(query), sort, ...filter }),
    ])
  for (const filter of [{}, { status: 'In Progress' as const }, { assignee: ASSIGNEE }, { warehouse: 2 }])
    lists.push([
      `work orders ${Object.keys(filter)}`,
      (query) => call(inventory.listWorkOrders, { ...upTo50(query), sort: 'startDate', ...filter }),
    ])
  for (const filter of [{}, { state: 'Active' as const }, { state: 'Released' as const }, { wid: 2 }])
    lists.push([
      `reservations ${Object.values(filter)}`,
      (query) => call(inventory.listReservations, { ...upTo50(query), ...filter }),
    ])
  return lists
}

async function expectListsToBeRight(call = world.call): Promise<void> {
  const checks = listsOf(call).map(([name, list]) =>
    expectPagesToBeRight(name, list, (query) => list({ ...query, ...EVERYTHING })),
  )
  await Promise.all(checks)
}

const line = (warehouse: number, units = 4) => ({ shortID: bolt, units, warehouse })

test('totals and pages of orders and reservations stay exact while these are made, changed, closed and compacted', async () => {
  const orders: string[] = []
  const shipments: string[] = []
  const made: string[] = []
  const held: number[] = []
  for (let n = 0; n < 11; n++) {
    const orderDate = `${1969 + ((n * 7) % 11)}-03-01`
    const lines = [line((n % 3) + 1), ...(n % 4 === 0 ? [line(1)] : [])]
    const vendor = n % 3 === 0 ? otherVendor : world.vendor
    orders.push((await world.create(lines, { orderDate, vendor })).poNo)
    const customer = customers[n % 2] ?? ''
    shipments.push((await world.call(inventory.createShippingOrder, { customer, orderDate, lines })).soNo)
    const planned = n % 3 === 0 ? {} : { startDate: orderDate, assignee: ASSIGNEE }
    const work = { description: 'Cabinet', lines, ...planned }
    made.push((await world.call(inventory.createWorkOrder, work)).woNo)
    const reservation = { itemID: bolt, wid: (n % 3) + 1, units: 1 }
    held.push((await world.call(inventory.createReservation, reservation)).reservationID)
  }
  await expectListsToBeRight()
  await compactAll()
  await expectListsToBeRight()
  const [first = '', second = '', third = '', fourth = ''] = orders
  await world.ofOrder(first).cancel()
  await world.receiveLine(bolt, 1, second, 1, 2)
  await world.receiveLine(bolt, 4, third, 1, 3)
  await world.ofOrder(fourth).update({ orderDate: '2031-01-01', lines: [{ lineNo: 9, ...line(3) }] })
  const [packed = '', canceled = ''] = shipments
  await world.call(inventory.packShippingOrder, { soNo: packed, lines: [{ lineNo: 1, units: 1 }] })
  await world.call(inventory.cancelShippingOrder, { soNo: canceled })
  const [unplanned = '', begun = '', closed = ''] = made
  await world.issue(bolt, 1, { wid: 1, reference: unplanned, line: 1 })
  await world.call(inventory.startWorkOrder, { woNo: begun })
  await world.call(inventory.closeWorkOrder, { woNo: closed })
  for (const reservationID of held.slice(0, 4)) await world.call(inventory.releaseReservation, { reservationID })
  await expectListsToBeRight()
  await compactAll()
  await expectListsToBeRight()
  await expectListsToBeRight((await world.system.createClient({ warehouses: [2, 3] })).call)
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('their totals come from page indexes, not from counting', async () => {
  await compactAll()
  const totals = async () => {
    const page = { page: 1, pageSize: 1, direction: 'DESC' } as const
    const found = listsOf(world.call).map(async ([name, list]) => [name, (await list(page)).totalCount] as const)
    return new Map(await Promise.all(found))
  }
  const before = await totals()
  const numberOf = async (parties: string, shortID = '') =>
    (await database.collection<{ _id: number }>(parties).findOne({ shortID }))?._id
  const [vendorNo, customerNo] = [await numberOf('vendors', world.vendor), await numberOf('customers', customers[0])]
  const partitions = [
    [`Closed/${vendorNo}/2`, `Open/${vendorNo}/2`],
    [`Partial/${customerNo}/3`],
    ['Active/2', 'Released/2'],
    [`In Progress/${ASSIGNEE}/2`],
  ]
  for (const [index, list] of lists.entries())
    for (const partitionKey of partitions[index] ?? [])
      await list.pageIndex.create({ _id: unique('delta'), kind: 'delta', at: new Date(0), partitionKey, change: 1 })
  const grown = [...(await totals())].map(([name, total]) => [name, total - (before.get(name) ?? 0)])
  expect(Object.fromEntries(grown)).toEqual({
    'open purchase orders': 1,
    'purchase orders ': 2,
    'purchase orders status': 1,
    'purchase orders vendor': 2,
    'purchase orders warehouse': 2,
    'shipping orders ': 1,
    'shipping orders status': 1,
    'shipping orders customer': 1,
    'shipping orders warehouse': 1,
    'work orders ': 1,
    'work orders status': 1,
    'work orders assignee': 1,
    'work orders warehouse': 1,
    'reservations ': 2,
    'reservations Active': 1,
    'reservations Released': 1,
    'reservations 2': 2,
  })
})
