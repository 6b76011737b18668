import { z } from 'zod'
import {
  lineKey,
  linesOf,
  moment,
  momentOrNull,
  namedRecord,
  numberOf,
  quantity,
  statusOf,
  totalLines,
} from '../documents/document-records.ts'
import { lineRecord, lineWarehouse } from './order-fields.ts'

export const purchaseStatuses = ['Open', 'Partial', 'Closed'] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

const header = {
  poNo: numberOf('order'),
  vendor: z.string().meta({ description: 'Name of the vendor' }),
  orderDate: moment('Date of the order, in UTC'),
  expectedDate: momentOrNull('When the goods are expected, in UTC; null if it is not known'),
  status: statusOf(
    purchaseStatuses,
    'Open: nothing received. Partial: some received. Closed: nothing more is expected',
  ),
  totalLines,
  totalValue: quantity('Sum of units times unit price over the lines'),
}
export const PurchaseOrder = namedRecord('PurchaseOrder', 'A purchase order', header)
const PurchaseLine = namedRecord('PurchaseOrderLine', 'A line of a purchase order', {
  ...lineRecord,
  unitsReceived: quantity('Quantity received'),
  unitPrice: quantity('Price of one unit'),
  ...lineWarehouse,
})
export const PurchaseOrderDetail = namedRecord('PurchaseOrderDetail', 'A purchase order with its lines', {
  ...header,
  lines: linesOf(PurchaseLine, 'The lines'),
})
export type PurchaseOrder = z.output<typeof PurchaseOrder>
export type PurchaseOrderDetail = z.output<typeof PurchaseOrderDetail>

export const LineProgress = namedRecord(
  'PurchaseOrderProgress',
  'What was received of a line, and what is still expected',
  {
    ...lineKey,
    warehouse: lineWarehouse.warehouse,
    units: lineRecord.units,
    unitsReceived: quantity('Quantity received'),
    unitsOpen: quantity('Quantity still expected; the part of onOrder that the line explains'),
    closedShort: z.boolean().meta({ description: 'Whether the line was closed before all of it was received' }),
    reason: z.string().nullable().meta({ description: 'Why it was closed short; null if it was not' }),
    overReceipt: quantity('Per cent by which the receipts may exceed what was ordered'),
  },
)

/** A receipt against a line, as its event includes it. */
export const PurchaseReceipt = namedRecord('PurchaseReceipt', 'A receipt against a line of a purchase order', {
  poNo: header.poNo,
  ...lineKey,
  warehouse: lineWarehouse.warehouse,
  transactionNo: z.int().meta({ description: 'Number of the receipt in the ledger' }),
  units: quantity('Quantity of this receipt'),
  unitsReceived: quantity('Total quantity received of the line'),
  unitsOpen: quantity('Quantity still expected'),
})
