import { Schema } from 'mongoose'
import type { Allocation } from '../../../../shared/contract/orders/shipping-inputs.ts'
import type { ShippingStatus } from '../../../../shared/contract/orders/shipping-orders.ts'
import { EARLIEST, type IndexedListFields } from '../../../../shared/database/page-index/indexed-list.ts'
import type { StoredQuantity } from '../../records/quantity.ts'
import { number, quantity, text } from '../../records/schema-fields.ts'
import { defineDocuments } from '../../records/versioned-documents.ts'

/** A shipping order without its lines; `_id` is the soNo. */
export interface ShippingOrderRecord {
  readonly _id: string
  readonly customer: string
  readonly customerNo: number
  readonly orderDate: Date
  readonly shipDate: Date | null
  readonly status: ShippingStatus
  readonly totalLines: number
  /** Lines of which not everything is shipped or canceled. */
  readonly openLines: number
  /** Lines of which something is packed or shipped. */
  readonly startedLines: number
  readonly priority: number
  readonly wids: readonly number[]
  readonly partNos: readonly number[]
  readonly modified: Date
  readonly version: number
}

/** A line: units = shipped + packed + committed + backordered + canceled. */
export interface ShippingLineRecord {
  readonly _id: string
  readonly soNo: string
  readonly lineNo: number
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly allocate: Allocation
  readonly units: StoredQuantity
  readonly shipped: StoredQuantity
  readonly packed: StoredQuantity
  readonly committed: StoredQuantity
  readonly backordered: StoredQuantity
  readonly canceled: StoredQuantity
  /** Of the backordered units, those that were committed and then lost; absent if there never were any. */
  readonly lost?: StoredQuantity
  readonly modified: Date
  readonly version: number
}

/** A line without what is set when it is written. */
export type ShippingLine = Omit<ShippingLineRecord, 'version' | 'modified'>

const headerSchema = new Schema<ShippingOrderRecord>(
  {
    _id: text,
    customer: text,
    customerNo: number,
    orderDate: { type: Date, required: true },
    shipDate: { type: Date, default: null },
    status: text,
    totalLines: number,
    openLines: number,
    startedLines: number,
    priority: number,
    wids: { type: [Number], required: true },
    partNos: { type: [Number], required: true },
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'shippingOrders', versionKey: false, strict: 'throw' },
)
headerSchema.index({ orderDate: -1, _id: -1 })
headerSchema.index({ status: 1, orderDate: -1, _id: -1 })
headerSchema.index({ wids: 1, orderDate: -1, _id: -1 })
headerSchema.index({ partNos: 1 })
headerSchema.index({ modified: 1 })

const lineSchema = new Schema<ShippingLineRecord>(
  {
    _id: text,
    soNo: text,
    lineNo: number,
    partNo: number,
    shortID: text,
    wid: number,
    allocate: text,
    units: quantity,
    shipped: quantity,
    packed: quantity,
    committed: quantity,
    backordered: quantity,
    canceled: quantity,
    lost: Schema.Types.Decimal128,
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'shippingOrderLines', versionKey: false, strict: 'throw' },
)
lineSchema.index({ soNo: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, backordered: 1 })
lineSchema.index({ backordered: 1 })

/** Orders by date, with a page index (docs/decisions.md#16). */
export const shippingOrderList = {
  name: 'shippingOrderPageIndex',
  collection: 'shippingOrders',
  keyField: 'orderDate',
  partitionFields: ['status', 'customerNo', 'wids'],
  lowestKey: EARLIEST,
} as const satisfies IndexedListFields<Date>

export const shippingOrders = defineDocuments<ShippingOrderRecord>('ShippingOrder', headerSchema)
export const shippingLines = defineDocuments<ShippingLineRecord>('ShippingOrderLine', lineSchema)
export const shippingLineId = (soNo: string, lineNo: number) => `${lineNo}/${soNo}`

export const shippingFamily = {
  kind: 'shipping order',
  numberField: 'soNo',
  headers: shippingOrders,
  lines: shippingLines,
  lineId: shippingLineId,
} as const
