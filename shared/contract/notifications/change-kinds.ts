import { z } from 'zod'
import { Alias, Item } from '../catalog/catalog.ts'
import { permissions } from '../core/access.ts'
import { changeKind } from '../core/change-kind.ts'
import { Count } from '../counts/count-records.ts'
import { LedgerEntry, withinScope } from '../inventory/records/ledger-event.ts'
import { Transaction } from '../inventory/records/records.ts'
import { BelowMinimum, ReorderSettings } from '../inventory/reorder.ts'
import { PurchaseOrder, PurchaseReceipt } from '../orders/purchase-orders.ts'
import { ShippingOrder, ShippingStep } from '../orders/shipping-orders.ts'
import { WorkOrder } from '../orders/work-orders.ts'
import { TransitStep } from '../transits/transit-records.ts'

const { approveCounts, itemMasterList, readPurchaseOrders, readShippingOrders, readWorkOrders } = permissions

const stockChanges = changeKind({
  name: 'StockChange',
  description: 'A new entry of the ledger',
  publisher: 'inventory',
  access: itemMasterList,
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
    'inventory.amended',
    'inventory.shipped',
    'inventory.accepted',
    'inventory.rejected',
    'inventory.returned',
    'inventory.lost',
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
  access: itemMasterList,
  types: ['item.created', 'item.updated', 'item.discontinued'],
  event: Item,
  data: Item,
  visible: (item) => item,
  ids: Item.pick({ partNo: true, shortID: true }),
  toIds: ({ partNo, shortID }) => ({ partNo, shortID }),
})

/** Whether a type of change is one of the catalog's items, whose data is an Item. */
export const isItemChange = (type: string): type is ItemChangeType => itemChanges.types.some((one) => one === type)

const aliasChanges = changeKind({
  name: 'AliasChange',
  description: 'An alias that was added or removed',
  publisher: 'catalog',
  access: itemMasterList,
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
  access: readPurchaseOrders,
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
  access: readPurchaseOrders,
  types: ['purchaseOrder.received'],
  event: PurchaseReceipt,
  data: PurchaseReceipt,
  visible: (receipt) => receipt,
  ids: PurchaseReceipt.pick({ poNo: true, lineNo: true, transactionNo: true }),
  toIds: ({ poNo, lineNo, transactionNo }) => ({ poNo, lineNo, transactionNo }),
})

const shippingOrderChanges = changeKind({
  name: 'ShippingOrderChange',
  description: 'A shipping order as it is after the change',
  publisher: 'inventory',
  access: readShippingOrders,
  types: ['shippingOrder.created', 'shippingOrder.closed'],
  event: ShippingOrder,
  data: ShippingOrder,
  visible: (order) => order,
  ids: ShippingOrder.pick({ soNo: true }),
  toIds: ({ soNo }) => ({ soNo }),
})

const shippingSteps = changeKind({
  name: 'ShippingStepChange',
  description: 'Lines of a shipping order that were allocated, backordered, packed or shipped',
  publisher: 'inventory',
  access: readShippingOrders,
  types: ['shippingOrder.allocated', 'shippingOrder.backordered', 'shippingOrder.packed', 'shippingOrder.shipped'],
  event: ShippingStep,
  data: ShippingStep,
  visible: (step) => step,
  ids: ShippingStep.pick({ soNo: true }).extend({ lineNos: z.array(z.int()).meta({ description: 'The lines' }) }),
  toIds: ({ soNo, lines }) => ({ soNo, lineNos: lines.map(({ lineNo }) => lineNo) }),
})

const workOrderChanges = changeKind({
  name: 'WorkOrderChange',
  description: 'A work order as it is after the change',
  publisher: 'inventory',
  access: readWorkOrders,
  types: ['workOrder.created', 'workOrder.started', 'workOrder.closed'],
  event: WorkOrder,
  data: WorkOrder,
  visible: (order) => order,
  ids: WorkOrder.pick({ woNo: true }),
  toIds: ({ woNo }) => ({ woNo }),
})

const transitSteps = changeKind({
  name: 'TransitStepChange',
  description: 'Lines of a transit that were shipped, received, returned or written off',
  publisher: 'inventory',
  access: itemMasterList,
  types: ['transit.shipped', 'transit.received', 'transit.returned', 'transit.closed'],
  event: TransitStep,
  data: TransitStep,
  visible: (step) => step,
  ids: TransitStep.pick({ slip: true }).extend({ lineNos: z.array(z.int()).meta({ description: 'The lines' }) }),
  toIds: ({ slip, lines }) => ({ slip, lineNos: lines.map(({ lineNo }) => lineNo) }),
})

const countChanges = changeKind({
  name: 'CountChange',
  description: 'A count as it is after the change',
  publisher: 'inventory',
  access: approveCounts,
  types: ['count.posted'],
  event: Count,
  data: Count,
  visible: (count) => count,
  ids: Count.pick({ countNo: true }),
  toIds: ({ countNo }) => ({ countNo }),
})

const levelKeyIds = ReorderSettings.pick({ partNo: true, shortID: true, wid: true })

const reorderChanges = changeKind({
  name: 'ReorderChange',
  description: 'Reorder settings of an item in a warehouse that were set or removed',
  publisher: 'inventory',
  access: itemMasterList,
  types: ['item.reorderChanged'],
  event: ReorderSettings,
  data: ReorderSettings,
  visible: (settings) => settings,
  ids: levelKeyIds,
  toIds: ({ partNo, shortID, wid }) => ({ partNo, shortID, wid }),
})

const shortages = changeKind({
  name: 'BelowMinimumChange',
  description: 'The position of an item in a warehouse fell below its minimum',
  publisher: 'inventory',
  access: itemMasterList,
  types: ['item.belowMinimum'],
  event: BelowMinimum,
  data: BelowMinimum,
  visible: (shortage) => shortage,
  ids: levelKeyIds,
  toIds: ({ partNo, shortID, wid }) => ({ partNo, shortID, wid }),
})

/** Every kind of change. The feed and everything about its events, including their visibility, derives from this list. */
export const changeKinds = [
  stockChanges,
  itemChanges,
  aliasChanges,
  purchaseOrderChanges,
  purchaseReceipts,
  shippingOrderChanges,
  shippingSteps,
  workOrderChanges,
  transitSteps,
  countChanges,
  reorderChanges,
  shortages,
] as const

export type ItemChangeType = (typeof itemChanges)['types'][number]
export type AliasChangeType = (typeof aliasChanges)['types'][number]
