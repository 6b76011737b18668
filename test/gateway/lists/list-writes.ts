import { auth } from '../../../shared/contract/auth.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../shared/contract/notifications/notifications.ts'
import { stockWords } from '../../services/inventory/stock-world.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import type { TestClient, TestSystem } from '../../support/system/system.ts'

type Field =
  | ('alias' | 'category' | 'clientId' | 'code' | 'countNo' | 'id' | 'lineNo' | 'name' | 'partNo' | 'poNo' | 'rec')
  | ('recNo' | 'reservationID' | 'shortID' | 'slip' | 'soNo' | 'transactionNo' | 'wID' | 'webhookId' | 'woNo')
/** A record as a list answers it; which of the fields it has, and of which type, depends on the list. */
export type Row = Readonly<Record<Field, string & number>>

/** How records come into a list that a test reads, and how they leave it. */
export interface ListWrites {
  /** Path parameters and query. */
  readonly input?: Readonly<Record<string, unknown>>
  /** Makes a record that the list has. */
  readonly make: () => Promise<unknown>
  /** Takes a record out of the list, by a change or by its removal; without it, no record leaves this list. */
  readonly leave?: (row: Row) => Promise<unknown>
  /** What names a record in the list. */
  readonly id: (row: Row) => string | number
}

/** Writes for each list of the contract but reports, whose rows never change. */
export async function createListWrites(
  system: TestSystem,
  client: TestClient,
  receiverUrl: string,
): Promise<Readonly<Record<string, ListWrites>>> {
  const { call } = client
  const { newItem, receive, issue } = stockWords(call)
  let made = 0
  const next = () => ++made
  const item = await newItem()
  await receive(item, 1_000)
  const parent = await newItem()
  const missing = await newItem()
  const counted = async () => {
    const spot = unique('SPOT')
    await receive(item, 1, { spot, wid: 2 })
    return call(inventory.createCount, { wid: 2, spots: [spot] })
  }

  const toParties = (
    create: typeof inventory.createCustomer | typeof inventory.createVendor,
    update: typeof inventory.updateCustomer | typeof inventory.updateVendor,
  ): ListWrites => ({
    input: { search: 'Followed' },
    make: () => call(create, { shortID: unique('PARTY'), name: `Followed ${next()}` }),
    leave: ({ shortID }) => call(update, { shortID, name: 'Other' }),
    id: ({ shortID }) => shortID,
  })
  await call(inventory.createCustomer, { shortID: 'BUYER', name: 'Buyer' })
  await call(inventory.createVendor, { shortID: 'SELLER', name: 'Seller' })

  const ofLots = async (input: object, more: object = {}): Promise<ListWrites> => {
    const itemID = await newItem()
    return {
      input: { ...input, itemID },
      make: () => receive(itemID, 1, more),
      leave: ({ recNo }) => issue(itemID, 1, { recno: recNo }),
      id: ({ recNo }) => recNo,
    }
  }
  /** Its last item comes first, so that new ones move the others. */
  const ofLevels = (input: object): ListWrites => ({
    input: { ...input, sort: 'partNo', direction: 'DESC' },
    make: async () => receive(await newItem(), 1),
    id: ({ partNo }) => partNo,
  })

  const line = (shortID: string) => ({ shortID, units: 1, warehouse: 1 })
  const ofPurchaseOrders = (input: Readonly<Record<string, unknown>>): ListWrites => ({
    input,
    make: () => call(inventory.createPurchaseOrder, { vendor: 'SELLER', lines: [line(item)] }),
    leave: ({ poNo }) => call(inventory.cancelPurchaseOrder, { poNo }),
    id: ({ poNo }) => poNo,
  })
  const newShippingOrder = (shortID: string) =>
    call(inventory.createShippingOrder, { customer: 'BUYER', shortage: 'backorder', lines: [line(shortID)] })
  const { poNo } = await call(inventory.createPurchaseOrder, {
    vendor: 'SELLER',
    lines: [{ ...line(item), lineNo: 900, units: 1_000 }],
  })
  const { soNo } = await newShippingOrder(item)

  const newWebhook = () =>
    call(notifications.createWebhook, {
      name: 'Followed',
      url: receiverUrl,
      events: ['count.posted'],
      payloadMode: 'id',
    })
  const { rec } = await newWebhook()
  const ofWebhooks: ListWrites = {
    make: newWebhook,
    leave: (row) => call(notifications.deleteWebhook, { rec: row.rec }),
    id: (row) => row.rec,
  }
  const ofAttempts: ListWrites = {
    input: { rec },
    make: () => call(notifications.testWebhook, { rec }),
    id: ({ webhookId }) => webhookId,
  }

  return {
    'auth.listGroups': {
      make: () => system.call(auth.createGroup, { name: unique('group').toLowerCase(), permissions: [] }),
      id: ({ name }) => name,
    },
    'auth.listClients': { make: () => system.createClient(), id: ({ clientId }) => clientId },
    'catalog.listItems': {
      make: () => call(catalog.createItem, anItem()),
      leave: ({ shortID }) => call(catalog.discontinueItem, { shortID }),
      id: ({ shortID }) => shortID,
    },
    'catalog.listAllItems': {
      input: { search: 'Followed', sort: 'description', direction: 'DESC' },
      make: () => call(catalog.createItem, anItem({ description: `Followed ${next() % 2}` })),
      leave: ({ shortID }) => call(catalog.updateItem, { shortID, description: 'Other' }),
      id: ({ shortID }) => shortID,
    },
    'catalog.listAliases': {
      input: { shortID: parent },
      make: () => call(catalog.putAlias, { shortID: parent, alias: unique('ALIAS') }),
      leave: ({ alias }) => call(catalog.deleteAlias, { shortID: parent, alias }),
      id: ({ alias }) => alias,
    },
    'catalog.listCategories': {
      make: () => call(catalog.putCategory, { category: 1_000 - next(), name: 'Bolts' }),
      leave: ({ category }) => call(catalog.deleteCategory, { category }),
      id: ({ category }) => category,
    },
    'inventory.listLots': await ofLots({ active: true }),
    'inventory.listWarehouseLots': await ofLots({ active: true, wid: 1, sort: 'warehouse' }),
    'inventory.listExpiringLots': await ofLots({ sort: 'price' }, { expires: '2099-01-31T00:00:00Z' }),
    'inventory.listStockLevels': ofLevels({}),
    'inventory.listWarehouseStockLevels': ofLevels({ wid: 1 }),
    'inventory.listTransactions': {
      input: { itemID: parent },
      make: () => receive(parent, 1),
      id: ({ transactionNo }) => transactionNo,
    },
    'inventory.listReorderPoints': {
      make: async () =>
        call(inventory.putReorderPoint, { itemID: await newItem(), wid: 1, minimum: 1, reorderTo: 2, leadDays: null }),
      leave: ({ shortID }) =>
        call(inventory.putReorderPoint, { itemID: shortID, wid: 1, minimum: null, reorderTo: null, leadDays: null }),
      id: ({ partNo }) => partNo,
    },
    'inventory.listWarehouses': {
      make: () => system.call(inventory.createWarehouse, { wid: 10_000 - next(), name: 'Hall' }),
      id: ({ wID }) => wID,
    },
    'inventory.listReasonCodes': {
      make: () => system.call(inventory.createReasonCode, { code: 10_000 - next(), name: 'Found', direction: 'in' }),
      id: ({ code }) => code,
    },
    'inventory.listJobs': {
      make: () => system.call(inventory.createJob, { id: 10_000 - next(), name: 'Roof' }),
      id: ({ id }) => id,
    },
    'inventory.listCustomers': toParties(inventory.createCustomer, inventory.updateCustomer),
    'inventory.listVendors': toParties(inventory.createVendor, inventory.updateVendor),
    'inventory.listReservations': {
      input: { state: 'Active' },
      make: () => call(inventory.createReservation, { itemID: item, wid: 1, units: 1, reference: unique('CART') }),
      leave: ({ reservationID }) => call(inventory.releaseReservation, { reservationID }),
      id: ({ reservationID }) => reservationID,
    },
    'inventory.listShippingOrders': {
      input: { warehouse: 1, waiting: false, status: 'Open' },
      make: () => newShippingOrder(item),
      leave: (row) => call(inventory.cancelShippingOrder, { soNo: row.soNo }),
      id: (row) => row.soNo,
    },
    'inventory.listShippingOrderLines': {
      input: { soNo, direction: 'DESC', sort: 'lineNo' },
      make: () => call(inventory.updateShippingOrder, { soNo, lines: [{ ...line(item), lineNo: 10 + next() }] }),
      id: ({ lineNo }) => lineNo,
    },
    'inventory.listBackorders': {
      input: { sort: 'shipDate', direction: 'DESC' },
      make: () => newShippingOrder(missing),
      leave: (row) => call(inventory.cancelShippingOrder, { soNo: row.soNo }),
      id: (row) => row.soNo,
    },
    'inventory.listOpenPurchaseOrders': ofPurchaseOrders({}),
    'inventory.listPurchaseOrders': ofPurchaseOrders({ status: 'Open', sort: 'expectedDate', direction: 'DESC' }),
    'inventory.listPurchaseOrderLines': {
      input: { poNo },
      make: () => call(inventory.updatePurchaseOrder, { poNo, lines: [{ ...line(item), lineNo: 900 - next() }] }),
      id: ({ lineNo }) => lineNo,
    },
    'inventory.listPurchaseOrderReceipts': {
      input: { poNo },
      make: () => receive(item, 1, { reference: poNo, line: 900 }),
      id: ({ transactionNo }) => transactionNo,
    },
    'inventory.listWorkOrders': {
      input: { status: 'Open' },
      make: () => call(inventory.createWorkOrder, { description: 'Cabinet', lines: [line(item)] }),
      leave: ({ woNo }) => call(inventory.closeWorkOrder, { woNo }),
      id: ({ woNo }) => woNo,
    },
    'inventory.listTransits': {
      input: { underWay: true },
      make: () => call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines: [{ itemID: item, units: 1 }] }),
      leave: ({ slip }) => call(inventory.receiveTransit, { slip, lines: [{ lineNo: 1, accepted: 1 }] }),
      id: ({ slip }) => slip,
    },
    'inventory.listCounts': {
      input: { status: 'Open' },
      make: counted,
      leave: ({ countNo }) => call(inventory.cancelCount, { countNo }),
      id: ({ countNo }) => countNo,
    },
    'notifications.listWebhooks': ofWebhooks,
    'notifications.listClientWebhooks': ofWebhooks,
    'notifications.listWebhookLog': ofAttempts,
    'notifications.listClientWebhookLog': ofAttempts,
  }
}
