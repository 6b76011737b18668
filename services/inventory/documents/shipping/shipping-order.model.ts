import type { Allocation } from '../../../../shared/contract/orders/shipping-inputs.ts'
import type { ShippingStatus } from '../../../../shared/contract/orders/shipping-orders.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { lineFirst, storedByHeaders, storedByLines } from '../kit/family/family.ts'

const header = {
  ...storedByHeaders,
  customer: field.text,
  customerNo: field.number,
  orderDate: field.date,
  shipDate: field.nullable(field.date),
  status: field.oneOf<ShippingStatus>(),
  /** Lines of which not everything is shipped or canceled. */
  openLines: field.number,
  /** Lines of which something is packed or shipped. */
  startedLines: field.number,
  priority: field.number,
}

/** units = shipped + packed + committed + backordered + canceled */
const line = {
  ...storedByLines,
  soNo: field.text,
  allocate: field.oneOf<Allocation>(),
  units: field.quantity,
  shipped: field.quantity,
  packed: field.quantity,
  committed: field.quantity,
  backordered: field.quantity,
  canceled: field.quantity,
  /** Of the backordered units, those that were committed and then lost; absent if there never were any. */
  lost: field.optional(field.quantity),
  modified: field.date,
}

/** A shipping order without its lines. */
export interface ShippingOrderRecord extends RecordOf<typeof header> {}
export interface ShippingLineRecord extends RecordOf<typeof line> {}

const headerSchema = defineSchema('shippingOrders', header)
headerSchema.index({ orderDate: -1, _id: -1 })
headerSchema.index({ status: 1, orderDate: -1, _id: -1 })
headerSchema.index({ wids: 1, orderDate: -1, _id: -1 })
headerSchema.index({ partNos: 1 })
headerSchema.index({ modified: 1 })

const lineSchema = defineSchema('shippingOrderLines', line)
lineSchema.index({ soNo: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, backordered: 1 })
lineSchema.index({ backordered: 1 })

export const shippingOrders = defineRecords<ShippingOrderRecord>('ShippingOrder', headerSchema)
export const shippingLines = defineRecords<ShippingLineRecord>('ShippingOrderLine', lineSchema)
export const shippingLineId = lineFirst
