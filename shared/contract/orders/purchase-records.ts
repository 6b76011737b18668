import { z } from 'zod'
import { lineRecord, lineWarehouse } from './order-fields.ts'

export const purchaseStatuses = ['Open', 'Partial', 'Closed'] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

const header = {
  poNo: z.string().meta({ description: 'Number of the order' }),
  vendor: z.string().meta({ description: 'Name of the vendor' }),
  orderDate: z.string().meta({ description: 'Date of the order, in UTC', format: 'date-time' }),
  expectedDate: z
    .string()
    .nullable()
    .meta({ description: 'When the goods are expected, in UTC; null if it is not known', format: 'date-time' }),
  status: z
    .enum(purchaseStatuses)
    .meta({ description: 'Open: nothing received. Partial: some received. Closed: nothing more is expected' }),
  totalLines: z.int().meta({ description: 'Number of lines' }),
  totalValue: z.number().meta({ description: 'Sum of units times unit price over the lines' }),
}
export const PurchaseOrder = z.object(header).meta({ id: 'PurchaseOrder', description: 'A purchase order' })
const PurchaseLine = z
  .object({
    ...lineRecord,
    unitsReceived: z.number().meta({ description: 'Quantity received' }),
    unitPrice: z.number().meta({ description: 'Price of one unit' }),
    ...lineWarehouse,
  })
  .meta({ id: 'PurchaseOrderLine', description: 'A line of a purchase order' })
export const PurchaseOrderDetail = z
  .object({ ...header, lines: z.array(PurchaseLine).meta({ description: 'The lines' }) })
  .meta({ id: 'PurchaseOrderDetail', description: 'A purchase order with its lines' })
export type PurchaseOrder = z.output<typeof PurchaseOrder>
export type PurchaseOrderDetail = z.output<typeof PurchaseOrderDetail>

export const LineProgress = z
  .object({
    lineNo: lineRecord.lineNo,
    shortID: lineRecord.shortID,
    warehouse: lineWarehouse.warehouse,
    units: lineRecord.units,
    unitsReceived: z.number().meta({ description: 'Quantity received' }),
    unitsOpen: z.number().meta({ description: 'Quantity still expected; the part of onOrder that the line explains' }),
    closedShort: z.boolean().meta({ description: 'Whether the line was closed before all of it was received' }),
    reason: z.string().nullable().meta({ description: 'Why it was closed short; null if it was not' }),
    overReceipt: z.number().meta({ description: 'Per cent by which the receipts may exceed what was ordered' }),
  })
  .meta({ id: 'PurchaseOrderProgress', description: 'What was received of a line, and what is still expected' })
export type PurchaseLineProgress = z.output<typeof LineProgress>

/** A receipt against a line, as its event tells it. */
export const PurchaseReceipt = z
  .object({
    poNo: header.poNo,
    lineNo: lineRecord.lineNo,
    shortID: lineRecord.shortID,
    warehouse: lineWarehouse.warehouse,
    transactionNo: z.int().meta({ description: 'Number of the receipt in the ledger' }),
    units: z.number().meta({ description: 'Quantity of this receipt' }),
    unitsReceived: z.number().meta({ description: 'Quantity received of the line so far' }),
    unitsOpen: z.number().meta({ description: 'Quantity still expected' }),
  })
  .meta({ id: 'PurchaseReceipt', description: 'A receipt against a line of a purchase order' })
