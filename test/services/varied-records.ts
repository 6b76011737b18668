import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../shared/contract/notifications/notifications.ts'
import { startReceiver } from '../support/receiver.ts'
import type { StockWorld } from './inventory/stock-world.ts'

/**
 * Makes records of every kind that differ in every field, in a sequence that no list has by default. Resolves to the input of each list
 * that belongs to a record.
 */
export async function makeVariedRecords(world: StockWorld): Promise<Readonly<Record<string, object>>> {
  await Promise.all([makeParties(world), makeItems(world), makeJobs(world)])
  const [rec] = await Promise.all([makeWebhooks(world), makeStock(world).then(() => makeOrders(world))])
  await makeCounts(world)
  await makeTransits(world)
  return {
    'catalog.listAliases': { shortID: 'PART-1' },
    'inventory.listWarehouseLots': { wid: 1 },
    'inventory.listWarehouseStockLevels': { wid: 1 },
    'inventory.listExpiringLots': { before: '2032-01-01' },
    'inventory.listPurchaseOrderLines': { poNo: 'PO-1' },
    'inventory.listPurchaseOrderReceipts': { poNo: 'PO-1' },
    'inventory.listShippingOrderLines': { soNo: 'SO-1' },
    'notifications.listWebhookLog': { rec },
    'notifications.listClientWebhookLog': { rec },
  }
}

async function makeJobs({ system: { call } }: StockWorld): Promise<void> {
  await call(inventory.createReasonCode, { code: 11, direction: 'in', name: 'Found' })
  for (const [id, name] of [
    [2, 'Zeppelin'],
    [1, 'Airship'],
  ] as const)
    await call(inventory.createJob, { id, name })
}

async function makeParties({ call }: StockWorld): Promise<void> {
  const contacts = ['address1', 'address2', 'city', 'state', 'zip', 'country', 'phone', 'fax', 'email', 'contact']
  for (const [id, name] of [
    [3, 'Hanse'],
    [2, 'Zeppelin'],
    [1, 'Airship'],
  ] as const) {
    const texts = Object.fromEntries(contacts.map((field) => [field, name]))
    const party = { ...texts, id, name, shortID: name.toUpperCase(), active: id !== 2 }
    await Promise.all([
      call(inventory.createCustomer, party),
      call(inventory.createVendor, { ...party, overReceipt: id }),
    ])
  }
}

async function makeItems({ call }: StockWorld): Promise<void> {
  for (const n of [3, 1, 2]) {
    const texts = { shortID: `PART-${n}`, description: `Part ${9 - n}`, uOM: `U${n}`, putUp: `P${n}` }
    await call(catalog.createItem, { ...texts, units: n, category: 5 - n, subCategory: n, dfltOwner: n % 3 })
  }
  await Promise.all([
    call(catalog.putAlias, { shortID: 'PART-1', alias: 'Z-1' }),
    call(catalog.putAlias, { shortID: 'PART-2', alias: 'A-2' }),
    call(catalog.discontinueItem, { shortID: 'PART-3' }),
  ])
  await call(catalog.putAlias, { shortID: 'PART-1', alias: 'A-1' })
  for (const [category, name] of [
    [2, 'Bolts'],
    [1, 'Washers'],
  ] as const) {
    await call(catalog.putCategory, { category, name })
    await call(catalog.putSubCategory, { category, subCategory: 3 - category, name: `${name} of steel` })
  }
}

/** Attempts of one webhook that succeeded and failed. */
async function makeWebhooks({ call, system }: StockWorld): Promise<number> {
  let status = 204
  await using receiver = await startReceiver((_, response) => response.writeHead(status).end())
  const input = { events: ['item.created' as const], url: receiver.url }
  const { rec } = await call(notifications.createWebhook, { ...input, name: 'Zoo', payloadMode: 'id' })
  for (status of [500, 204]) await call(notifications.testWebhook, { rec })
  const another = { ...input, name: 'Ape', url: `${receiver.url}/ape`, active: false }
  await call(notifications.createWebhook, another)
  await (await system.createClient()).call(notifications.createWebhook, another)
  return rec
}

const facts = (n: number) => ({
  ...{ spot: `S-${n}`, supplier: n, price: n, netWeight: n, grossWeight: n, prodID: `D-${n}`, remark: `K-${n}` },
  expires: `2031-0${n}-01`,
})

async function makeStock({ call, system, receive, move, issue }: StockWorld): Promise<void> {
  const ofItem = async (n: number) => {
    const [itemID, reference] = [`PART-${n}`, `R-${n}`]
    const serials = { serial: `N-${n}`, serial2: `M-${n}`, rfidTag: `T-${n}`, jobid: n, reference }
    const { recNo: recno } = await receive(itemID, 100 * n, { wid: n, ...facts(n), ...serials })
    await move(itemID, 5, { wid: n, toSpot: `Q-${n}`, shipToWid: 3 - n, transitSlip: `TR-${n}` })
    await issue(itemID, n, { wid: n, shipto: n })
    await call(inventory.hold, { recno, units: n })
    const { transactionNo } = await receive(itemID, 1)
    await call(inventory.reverse, { transactionNo })
    const reservation = { itemID, wid: n, units: n, reference, line: n, priority: n, expires: `2099-0${n}-01` }
    const { reservationID } = await call(inventory.createReservation, reservation)
    if (n === 1) await call(inventory.releaseReservation, { reservationID })
    else await call(inventory.createReservation, { ...reservation, units: 1, recno })
  }
  await Promise.all([ofItem(2), ofItem(1)])
  const inTransit = { kind: 'aSN', reference: 'TR-9', line: 1, itemID: 'PART-1', wid: 1, units: 4 } as const
  await system.call(inventory.putOrderLine, inTransit)
  for (const n of [2, 1]) {
    const settings = { minimum: 3 - n, reorderTo: 10 * n, leadDays: 5 - n }
    await call(inventory.putReorderPoint, { itemID: `PART-${n}`, wid: 3 - n, ...settings })
  }
}

async function makeOrders(world: StockWorld): Promise<void> {
  await makeShippingOrders(world)
  await Promise.all([makePurchaseOrders(world), makeWorkOrders(world)])
}

/** A line of PART-1 in warehouses 2, of PART-2 in 1 and 3. */
const line = (n: number, units = 10 * n) => ({ lineNo: n, shortID: `PART-${(n % 2) + 1}`, units, warehouse: n })

async function makePurchaseOrders({ call, system }: StockWorld): Promise<void> {
  const lines = [3, 1, 2].map((n) => ({ ...line(n), unitPrice: n, overReceipt: 4 - n }))
  const orders = [
    { poNo: 'PO-1', vendor: 'HANSE', orderDate: '2026-02-01', expectedDate: '2026-04-01', lines },
    { poNo: 'PO-2', vendor: 'AIRSHIP', orderDate: '2026-03-01', expectedDate: '2026-03-01', lines: lines.slice(1, 2) },
  ]
  for (const order of orders) await call(inventory.createPurchaseOrder, order)
  const received: number[] = []
  for (const n of [2, 1]) {
    const as = (await system.createClient()).call
    const { shortID: itemID, warehouse: wid } = line(n)
    const receipt = { ...facts(n), itemID, wid, units: n, reasonCode: 9 + n, reference: 'PO-1', line: n }
    received.push((await as(inventory.receive, receipt, { actor: `Person ${n}` })).transactionNo)
  }
  await call(inventory.reverse, { transactionNo: received[1] ?? 0 })
  await call(inventory.updatePurchaseOrder, { poNo: 'PO-1', lines: [{ lineNo: 2, close: true, reason: 'Sold out' }] })
}

/** One is on its way whole, the other in part. */
async function makeTransits({ call, receive }: StockWorld): Promise<void> {
  // Nobody has promised anything of these.
  for (const shortID of ['PART-4', 'PART-5']) await call(catalog.createItem, { shortID })
  for (const [slip, wid, shipToWid, items] of [
    ['TR-Z', 1, 2, ['PART-4']],
    ['TR-A', 2, 1, ['PART-5', 'PART-4']],
  ] as const) {
    for (const itemID of items) await receive(itemID, 2, { wid })
    const lines = items.map((itemID) => ({ itemID, units: 2 }))
    await call(inventory.shipTransit, {
      slip,
      wid,
      shipToWid,
      lines,
      reference: `To ${shipToWid}`,
      remark: `By ${wid}`,
    })
  }
  await call(inventory.receiveTransit, { slip: 'TR-A', lines: [{ lineNo: 1, accepted: 1 }] })
}

/** Lines are shipped, packed, canceled, backordered, and wait. */
async function makeShippingOrders({ call }: StockWorld): Promise<void> {
  const soNo = 'SO-1'
  const orders = [
    {
      soNo,
      customer: 'HANSE',
      orderDate: '2026-02-01',
      shipDate: '2026-04-01',
      lines: [line(1, 5), line(2, 4), line(3)],
    },
    {
      soNo: 'SO-2',
      customer: 'AIRSHIP',
      orderDate: '2026-03-01',
      shipDate: '2026-03-01',
      lines: [line(1)],
    },
    { soNo: 'SO-3', customer: 'AIRSHIP', orderDate: '2026-02-15', allocate: 'none' as const, lines: [line(2, 8)] },
  ]
  for (const order of orders) await call(inventory.createShippingOrder, { ...order, shortage: 'partial' })
  await call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 3 }] })
  await call(inventory.shipShippingOrder, { soNo })
  const packed = [
    { lineNo: 1, units: 1 },
    { lineNo: 2, units: 2 },
  ]
  await call(inventory.packShippingOrder, { soNo, lines: packed })
  await call(inventory.updateShippingOrder, { soNo, lines: [{ ...line(3, 9), lineNo: 4 }] })
}

async function makeWorkOrders({ call }: StockWorld): Promise<void> {
  for (const n of [2, 1]) {
    const plan = { startDate: `2026-0${n}-01`, dueDate: `2027-0${n}-01`, assignee: `Line ${n}` }
    const lines = [line(1), line(2)].slice(0, n)
    await call(inventory.createWorkOrder, { woNo: `WO-${n}`, description: `Cabinet ${n}`, ...plan, lines })
  }
  await call(inventory.startWorkOrder, { woNo: 'WO-1' })
}

/** One count is posted in part, since units that are packed were not found, one is open, one is posted. */
async function makeCounts({ call, system }: StockWorld): Promise<void> {
  const as = (await system.createClient()).call
  const reasons = { reasonIn: 10, reasonOut: 20 }
  const texts = { assignee: 'Zoe', remark: 'Of the year', maxUnits: 1, maxPercent: 2, maxValue: 3 }
  const partial = { countNo: 'CC-2', wid: 2, blind: false, ifMoved: 'recount' as const, items: ['PART-1', 'PART-2'] }
  await call(inventory.createCount, { ...partial, ...texts })
  const [countNo, posted] = ['CC-2', 'CC-3']
  const { lines } = await call(inventory.getCount, { countNo })
  for (const { lineNo, shortID, spot, expected } of lines) {
    const isFound = shortID === 'PART-1' && spot !== 'Q-1'
    await as(inventory.countLine, { countNo, lineNo, counted: isFound ? (expected ?? 0) : 0 })
  }
  await as(inventory.createCount, { countNo: 'CC-1', wid: 1, spots: ['S-1'] })
  await call(inventory.createCount, { countNo: posted, wid: 3, spots: ['NOWHERE'] })
  for (const of of [countNo, posted]) {
    await as(inventory.submitCount, { countNo: of })
    await call(inventory.approveCount, { countNo: of })
    await call(inventory.postCount, { countNo: of, ...reasons })
  }
}
