import type { PurchaseStatus } from '../../../../shared/contract/orders/purchase-orders.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { numberFirst, storedByHeaders, storedByLines } from '../kit/family/family.ts'

/** A purchase order without its lines; `_id` is the poNo. It changes only if its status does, or what the counts count. */
const orderFields = {
  ...storedByHeaders,
  vendorNo: field.number,
  /** The vendor's name when the order was made. */
  vendor: field.text,
  orderDate: field.date,
  expectedDate: field.nullable(field.date),
  status: field.oneOf<PurchaseStatus>(),
  totalValue: field.quantity,
  /** Lines of which something is still expected, and lines of which something was received. */
  openLines: field.number,
  receivedLines: field.number,
}
export type PurchaseOrderRecord = RecordOf<typeof orderFields>

export const closings = ['short', 'finalized', 'canceled'] as const

/** A line of a purchase order. */
const lineFields = {
  ...storedByLines,
  poNo: field.text,
  units: field.quantity,
  received: field.quantity,
  /** What the line adds to onOrder: ordered and not received, 0 once it is closed. */
  open: field.quantity,
  unitPrice: field.quantity,
  /** Per cent by which `received` may exceed `units`. */
  overReceipt: field.quantity,
  /** Why nothing more is expected, if not all was received. */
  closed: field.nullable(field.oneOf<(typeof closings)[number]>()),
  reason: field.nullable(field.text),
  modified: field.date,
}
export type PurchaseLineRecord = RecordOf<typeof lineFields>

const orderSchema = defineSchema('purchaseOrders', orderFields)
orderSchema.index({ orderDate: -1, _id: -1 })
orderSchema.index({ status: 1, orderDate: -1, _id: -1 })
orderSchema.index({ vendorNo: 1, orderDate: -1, _id: -1 })
orderSchema.index({ partNos: 1, orderDate: -1 })
orderSchema.index({ wids: 1, orderDate: -1 })

const lineSchema = defineSchema('purchaseOrderLines', lineFields)
lineSchema.index({ poNo: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, wid: 1, open: 1 })

export const purchaseOrders = defineRecords<PurchaseOrderRecord>('PurchaseOrder', orderSchema)
export const purchaseLines = defineRecords<PurchaseLineRecord>('PurchaseOrderLine', lineSchema)
export const purchaseLineId = numberFirst
