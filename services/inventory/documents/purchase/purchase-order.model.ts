import { Schema } from 'mongoose'
import type { PurchaseStatus } from '../../../../shared/contract/orders/purchase-orders.ts'
import { EARLIEST, type IndexedListFields } from '../../../../shared/database/page-index/indexed-list.ts'
import type { StoredQuantity } from '../../records/quantity.ts'
import { number, quantity, text } from '../../records/schema-fields.ts'
import { defineDocuments } from '../../records/versioned-documents.ts'

/** A purchase order without its lines; `_id` is the poNo. It changes only if its status does, or what the counts count. */
export interface PurchaseOrderRecord {
  readonly _id: string
  readonly vendorNo: number
  /** The vendor's name when the order was made. */
  readonly vendor: string
  readonly orderDate: Date
  readonly expectedDate: Date | null
  readonly status: PurchaseStatus
  readonly totalLines: number
  readonly totalValue: StoredQuantity
  /** Lines of which something is still expected, and lines of which something was received. */
  readonly openLines: number
  readonly receivedLines: number
  /** Of its lines, ascending. */
  readonly wids: readonly number[]
  readonly partNos: readonly number[]
  readonly modified: Date
  readonly version: number
}

export const closings = ['short', 'finalized', 'canceled'] as const

/** A line of a purchase order. */
export interface PurchaseLineRecord {
  readonly _id: string
  readonly poNo: string
  readonly lineNo: number
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly units: StoredQuantity
  readonly received: StoredQuantity
  /** What the line adds to onOrder: ordered and not received, 0 once it is closed. */
  readonly open: StoredQuantity
  readonly unitPrice: StoredQuantity
  /** Per cent by which `received` may exceed `units`. */
  readonly overReceipt: StoredQuantity
  /** Why nothing more is expected, if not all was received. */
  readonly closed: (typeof closings)[number] | null
  readonly reason: string | null
  readonly modified: Date
  readonly version: number
}

const orderSchema = new Schema<PurchaseOrderRecord>(
  {
    _id: text,
    vendorNo: number,
    vendor: text,
    orderDate: { type: Date, required: true },
    expectedDate: { type: Date, default: null },
    status: text,
    totalLines: number,
    totalValue: quantity,
    openLines: number,
    receivedLines: number,
    wids: { type: [Number], required: true },
    partNos: { type: [Number], required: true },
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'purchaseOrders', versionKey: false, strict: 'throw' },
)
orderSchema.index({ orderDate: -1, _id: -1 })
orderSchema.index({ status: 1, orderDate: -1, _id: -1 })
orderSchema.index({ vendorNo: 1, orderDate: -1, _id: -1 })
orderSchema.index({ partNos: 1, orderDate: -1 })
orderSchema.index({ wids: 1, orderDate: -1 })

const lineSchema = new Schema<PurchaseLineRecord>(
  {
    _id: text,
    poNo: text,
    lineNo: number,
    partNo: number,
    shortID: text,
    wid: number,
    units: quantity,
    received: quantity,
    open: quantity,
    unitPrice: quantity,
    overReceipt: quantity,
    closed: { type: String, default: null },
    reason: { type: String, default: null },
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'purchaseOrderLines', versionKey: false, strict: 'throw' },
)
lineSchema.index({ poNo: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, wid: 1, open: 1 })

/** Orders by date, with a page index (docs/decisions.md#16). */
export const purchaseOrderList = {
  name: 'purchaseOrderPageIndex',
  collection: 'purchaseOrders',
  keyField: 'orderDate',
  partitionFields: ['status', 'vendorNo', 'wids'],
  lowestKey: EARLIEST,
} as const satisfies IndexedListFields<Date>

export const purchaseOrders = defineDocuments<PurchaseOrderRecord>('PurchaseOrder', orderSchema)
export const purchaseLines = defineDocuments<PurchaseLineRecord>('PurchaseOrderLine', lineSchema)
export const purchaseLineId = (poNo: string, lineNo: number) => `${poNo}/${lineNo}`
