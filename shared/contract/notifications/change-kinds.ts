import { z } from 'zod'
import { Alias, Item } from '../catalog/catalog.ts'
import { changeKind } from '../core/change-kind.ts'
import { LedgerEntry, Transaction, withinScope } from '../inventory/records/records.ts'
import { PurchaseOrder, PurchaseReceipt } from '../orders/purchase-orders.ts'

const stockChanges = changeKind({
  name: 'StockChange',
  description: 'A new entry of the ledger',
  publisher: 'inventory',
  types: [
    'inventory.received',
    'inventory.moved',
    'inventory.issued',
    'inventory.held',
    'inventory.released',
    'inventory.reversed',
    'inventory.ordered',
    'inventory.reserved',
    'inventory.unreserved',
    'inventory.expired',
    'inventory.packed',
    'inventory.unpacked',
  ],
  event: LedgerEntry,
  data: Transaction,
  visible: withinScope,
  ids: Transaction.pick({ transactionNo: true, partNo: true, itemID: true }).extend({
    recNos: z.array(z.int()).meta({ description: 'Record numbers of the lots' }),
  }),
  toIds({ transactionNo, partNo, itemID, lots }) {
    return { transactionNo, partNo, itemID, recNos: lots.flatMap(({ recNo }) => recNo ?? []) }
  },
})

const itemChanges = changeKind({
  name: 'ItemChange',
  description: 'An item as it is after the change',
  publisher: 'catalog',
  types: ['item.created', 'item.updated', 'item.discontinued'],
  event: Item,
  data: Item,
  visible: (item) => item,
  ids: Item.pick({ partNo: true, shortID: true }),
  toIds: ({ partNo, shortID }) => ({ partNo, shortID }),
})

const aliasChanges = changeKind({
  name: 'AliasChange',
  description: 'An alias that was added or removed',
  publisher: 'catalog',
  types: ['alias.created', 'alias.deleted'],
  event: Alias,
  data: Alias,
  visible: (alias) => alias,
  ids: Alias.pick({ alias: true, shortID: true }),
  toIds: ({ alias, shortID }) => ({ alias, shortID }),
})

const purchaseOrderChanges = changeKind({
  name: 'PurchaseOrderChange',
  description: 'A purchase order as it is after the change',
  publisher: 'inventory',
  types: ['purchaseOrder.created', 'purchaseOrder.closed'],
  event: PurchaseOrder,
  data: PurchaseOrder,
  visible: (order) => order,
  ids: PurchaseOrder.pick({ poNo: true }),
  toIds: ({ poNo }) => ({ poNo }),
})

const purchaseReceipts = changeKind({
  name: 'PurchaseReceiptChange',
  description: 'A receipt against a line of a purchase order',
  publisher: 'inventory',
  types: ['purchaseOrder.received'],
  event: PurchaseReceipt,
  data: PurchaseReceipt,
  visible: (receipt) => receipt,
  ids: PurchaseReceipt.pick({ poNo: true, lineNo: true, transactionNo: true }),
  toIds: ({ poNo, lineNo, transactionNo }) => ({ poNo, lineNo, transactionNo }),
})

/** Every kind of change. The feed and everything about its events is derived from this list. */
export const changeKinds = [stockChanges, itemChanges, aliasChanges, purchaseOrderChanges, purchaseReceipts] as const

export type ItemChangeType = (typeof itemChanges)['types'][number]
export type AliasChangeType = (typeof aliasChanges)['types'][number]
