import { z } from 'zod'
import {
  across,
  decimal,
  flag,
  listOf,
  namedRecord,
  optional,
  requiredText,
  sixDecimals,
  text,
} from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { newOrderNo, oneOf, orderNo } from '../documents/document-inputs.ts'
import { documentChange, documentOperations, namedOperations } from '../documents/document-operations.ts'
import {
  lineKey,
  moment,
  momentOrNull,
  numberOf,
  quantity,
  statusOf,
  totalLines,
} from '../documents/document-records.ts'
import { Transaction } from '../inventory/records/records.ts'
import {
  changedLineInput,
  changedLines,
  lineRecord,
  lineWarehouse,
  newLines,
  orderLineInput,
  orderQuery,
} from './order-fields.ts'
import { overReceipt } from './parties.ts'

const purchaseStatuses = ['Open', 'Partial', 'Closed'] as const
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
const PurchaseOrderDetail = namedRecord('PurchaseOrderDetail', 'A purchase order with its lines', {
  ...header,
  lines: listOf(PurchaseLine, 'The lines'),
})
export type PurchaseOrder = z.output<typeof PurchaseOrder>

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
const PurchaseReceipt = namedRecord('PurchaseReceipt', 'A receipt against a line of a purchase order', {
  poNo: header.poNo,
  ...lineKey,
  warehouse: lineWarehouse.warehouse,
  transactionNo: z.int().meta({ description: 'Number of the receipt in the ledger' }),
  units: quantity('Quantity of this receipt'),
  unitsReceived: quantity('Total quantity received of the line'),
  unitsOpen: quantity('Quantity still expected'),
})

const unitPrice = () => optional(decimal()).meta(sixDecimals('Price of one unit, 0 by default'))

const createInput = z.object({
  poNo: newOrderNo('PurchaseOrder', 'order'),
  vendor: requiredText(128).meta({ description: 'ShortID or exact name of an active vendor' }),
  orderDate: optional(dayOrMoment('named')).meta({ description: 'Now by default' }),
  expectedDate: optional(dayOrMoment('named')).meta({ description: 'When the goods are expected' }),
  lines: newLines(orderLineInput({ unitPrice: unitPrice(), overReceipt: overReceipt('the line') })),
})
export type PurchaseOrderInput = z.output<typeof createInput>

const changedLine = changedLineInput('Quantity ordered, not below what was received', {
  unitPrice: unitPrice(),
  overReceipt: overReceipt('the line'),
  close: optional(flag()).meta({ description: 'true closes the line short: nothing more of it is expected' }),
  reason: optional(text(255)).meta({ description: 'Why the line is closed short; required with close' }),
})
const poNo = { poNo: orderNo('order') }
const updateInput = z
  .object({
    ...poNo,
    orderDate: optional(dayOrMoment('named')).meta({ description: 'Date of the order' }),
    expectedDate: optional(dayOrMoment('named')).meta({ description: 'When the goods are expected' }),
    lines: changedLines(changedLine),
  })
  .check(
    across(({ value, issues }) => {
      if (!Array.isArray(value.lines)) return
      for (const [index, line] of value.lines.entries()) {
        if (line?.close && !line.reason)
          issues.push({ code: 'custom', path: ['lines', index, 'reason'], message: 'is required.', input: value })
      }
    }),
  )
export type PurchaseOrderChanges = z.output<typeof updateInput>

const order = documentOperations({
  ...namedOperations('purchaseOrder'),
  number: poNo,
  record: PurchaseOrder,
  result: PurchaseOrderDetail,
  unknown: 'There is no purchase order NO-SUCH-ONE.',
  example: { poNo: 'PO-2026-900001' },
})
const query = {
  ...orderQuery('expectedDate', 'an order date'),
  vendor: optional(text(128)).meta({ description: 'Only orders to the vendor with this ShortID or name' }),
}

/** Orders to vendors (docs/orders.md#purchase-orders). */
export const purchaseOrders = {
  listOpenPurchaseOrders: {
    summary: 'List open purchase orders, newest first',
    ...order.list,
    warehouses: ['warehouse'],
    input: z.object({ ...query, status: oneOf(['Open', 'Partial'], 'Only this status') }),
    example: {},
  },
  listPurchaseOrders: {
    summary: 'List all purchase orders, newest first',
    ...order.list,
    route: 'GET /PurchaseOrder/All',
    command: 'order list',
    warehouses: ['warehouse'],
    input: z.object({ ...query, status: oneOf(purchaseStatuses, 'Only this status') }),
    example: {},
  },
  getPurchaseOrder: { summary: 'Get a purchase order with its lines', ...order.get },
  listPurchaseOrderLines: {
    summary: 'List what was received and what is open of each line of a purchase order',
    ...order.below('Lines', LineProgress),
  },
  listPurchaseOrderReceipts: {
    summary: 'List the ledger entries of receipts against a purchase order, newest first',
    ...order.below('Receipts', Transaction),
  },
  createPurchaseOrder: {
    summary: 'Create a purchase order',
    ...order.create('There is a purchase order PO-2026-900001 already.', 'Item LED-3MM-GRN is discontinued.'),
    warehouses: ['lines[].warehouse'],
    input: createInput,
    example: { vendor: 'BOLTCO', lines: [{ shortID: 'BOLT-M6-30', units: 1000, unitPrice: 0.04, warehouse: 1 }] },
  },
  updatePurchaseOrder: {
    summary: 'Change dates or lines of a purchase order, add lines, or close lines short',
    ...order.update(
      'Purchase order PO-2026-900001 is closed.',
      'Purchase order PO-2026-900001 line 1: received 990, it cannot be ordered 900.',
    ),
    warehouses: ['lines[].warehouse'],
    input: updateInput,
    example: { poNo: 'PO-2026-900002', lines: [{ lineNo: 9, shortID: 'NUT-M6', units: 500, warehouse: 1 }] },
  },
  finalizePurchaseOrder: {
    summary: 'Close a purchase order of which something was received; nothing more is expected',
    description:
      'An order of which nothing was received is canceled instead. Finalizing an order again changes nothing.',
    ...order.step('Finalize', 'Purchase order PO-2026-900001 has no receipts: cancel it instead.'),
    example: { poNo: 'PO-2026-900003' },
  },
  cancelPurchaseOrder: {
    summary: 'Cancel a purchase order of which nothing was received',
    description:
      'An order of which something was received is finalized instead. Canceling an order again changes nothing.',
    ...order.step('Cancel', 'Purchase order PO-2026-900001 has receipts: finalize it instead.'),
    example: { poNo: 'PO-2026-900004' },
  },
} as const satisfies Record<string, Spec>

/** The changes of them that the feed contains. */
export const purchaseChanges = [
  documentChange('purchaseOrder', {
    name: 'PurchaseOrderChange',
    description: 'A purchase order as it is after the change',
    types: ['purchaseOrder.created', 'purchaseOrder.closed'],
    data: PurchaseOrder,
    ids: PurchaseOrder.pick({ poNo: true }),
  }),
  documentChange('purchaseOrder', {
    name: 'PurchaseReceiptChange',
    description: 'A receipt against a line of a purchase order',
    types: ['purchaseOrder.received'],
    data: PurchaseReceipt,
    ids: PurchaseReceipt.pick({ poNo: true, lineNo: true, transactionNo: true }),
  }),
] as const
