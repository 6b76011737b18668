import { z } from 'zod'
import { flagText, listOf, namedRecord, optional, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { MAX_ORDER_PAGE_SIZE, oneOf } from '../documents/document-inputs.ts'
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
import { lineRecord, lineWarehouse, orderQuery } from './order-fields.ts'
import { allocateInput, createInput, packInput, shipInput, soNo, unpackInput, updateInput } from './shipping-inputs.ts'

export const shippingStatuses = ['Open', 'Partial', 'Closed'] as const
export type ShippingStatus = (typeof shippingStatuses)[number]

const header = {
  soNo: numberOf('order'),
  customer: z.string().meta({ description: 'Name of the customer' }),
  orderDate: moment('Date of the order, in UTC'),
  shipDate: momentOrNull('Planned date of shipment, in UTC; null if there is none'),
  status: statusOf(
    shippingStatuses,
    'Open: nothing is packed or shipped. Closed: everything is shipped or canceled. Partial: in between',
  ),
  totalLines,
}
export const ShippingOrder = namedRecord('ShippingOrder', 'A shipping order', header)
const ShippingLine = namedRecord('ShippingOrderLine', 'A line of a shipping order', { ...lineRecord, ...lineWarehouse })
const ShippingOrderDetail = namedRecord('ShippingOrderDetail', 'A shipping order with its lines', {
  ...header,
  lines: listOf(ShippingLine, 'Every line, by its number'),
})
export type ShippingOrder = z.output<typeof ShippingOrder>
export type ShippingOrderDetail = z.output<typeof ShippingOrderDetail>

const Shortage = z.object({
  reason: z
    .enum(['lost', 'held', 'expired', 'reserved', 'packed'])
    .meta({ description: 'Why stock cannot be allocated; lost: it was committed to the line and is not there' }),
  reference: z.string().meta({ description: "What it is reserved or packed for; '' if for nothing" }),
  units: quantity('Quantity'),
})
export const ShippingProgress = namedRecord(
  'ShippingOrderProgress',
  'Where the units of a line are: units = shipped + packed + committed + backordered + canceled',
  {
    ...lineRecord,
    ...lineWarehouse,
    committed: quantity('Allocated, not yet packed'),
    packed: quantity('Packed, not yet shipped'),
    shipped: quantity('Shipped'),
    backordered: quantity('Waits for stock'),
    canceled: quantity('Not wanted any more'),
    short: z.array(Shortage).meta({ description: 'Why units are backordered: stock that cannot be allocated' }),
  },
)
export type ShippingProgress = z.output<typeof ShippingProgress>

/** Lines that were allocated, backordered, packed or shipped, as the event includes them. */
export const ShippingStep = namedRecord(
  'ShippingStep',
  'What was allocated, backordered, packed or shipped of a shipping order',
  {
    soNo: header.soNo,
    status: header.status,
    tracking: z.string().nullable().meta({ description: 'Tracking number of a shipment; null if there is none' }),
    reason: z
      .string()
      .optional()
      .meta({
        description:
          'Of shippingOrder.backordered: why the units cannot be had any more: `held`, `expired`, `lost`, or ' +
          'several of these, separated by commas',
      }),
    lines: listOf(
      z.object({
        ...lineKey,
        warehouse: lineWarehouse.warehouse,
        units: quantity('Quantity that was allocated, backordered, packed or shipped now'),
      }),
      'The lines that this concerns',
    ),
  },
)
export type ShippingStep = z.output<typeof ShippingStep>

const example = { soNo: 'SO-DEMO-01' }
const order = documentOperations({
  ...namedOperations('shippingOrder'),
  number: soNo,
  record: ShippingOrder,
  result: ShippingOrderDetail,
  unknown: 'There is no shipping order SO-4711.',
  example,
})

/** Orders of customers (docs/orders.md#shipping-orders). */
export const shippingOrders = {
  listShippingOrders: {
    summary: 'List shipping orders, newest first',
    ...order.list,
    command: 'shipping list',
    warehouses: ['warehouse'],
    input: z.object({
      ...orderQuery('shipDate', 'orderDate'),
      waiting: optional(flagText()).meta({ description: 'true: only orders with a line that waits for stock' }),
      customer: optional(text(128)).meta({ description: 'Only orders of the customer with this ShortID or name' }),
      status: oneOf(shippingStatuses, 'Only orders with this status'),
    }),
    example: { page: 1, pageSize: MAX_ORDER_PAGE_SIZE },
  },
  getShippingOrder: { summary: 'Get a shipping order with its lines', ...order.get },
  listShippingOrderLines: {
    summary:
      'List what is committed, packed, shipped and backordered of each line of a shipping order, and why it is short',
    ...order.below('Lines', ShippingProgress),
  },
  createShippingOrder: {
    summary: 'Create a shipping order and allocate stock to it',
    ...order.create('There is a shipping order SO-1 already.', 'Item LED-3MM-GRN is discontinued.'),
    warehouses: ['lines[].warehouse'],
    input: createInput,
    example: { customer: 'HANSE', lines: [{ shortID: 'BOLT-M6-30', units: 5, warehouse: 1 }] },
  },
  updateShippingOrder: {
    summary: 'Change date, priority or quantities of a shipping order, or add lines',
    ...order.update(
      'Shipping order SO-1 is closed.',
      'Shipping order SO-1 line 2: 5 units are shipped, packed or canceled.',
    ),
    warehouses: ['lines[].warehouse'],
    input: updateInput,
    example: {
      ...example,
      shipDate: '2027-01-31',
      lines: [{ lineNo: 9, shortID: 'NUT-M6', units: 5, warehouse: 1 }],
    },
  },
  allocateShippingOrder: {
    summary: 'Allocate stock to the backordered units of a shipping order',
    ...order.step('Allocate', 'Shipping order SO-1 is closed.'),
    input: allocateInput,
  },
  packShippingOrder: {
    summary: 'Pack committed units of a shipping order',
    ...order.step('Pack', 'Shipping order SO-1 line 2: committed 5, packing 8.'),
    input: packInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  unpackShippingOrder: {
    summary: 'Unpack units of a shipping order; they are committed again',
    ...order.step('Unpack', 'Shipping order SO-1 line 2: packed 5, unpacking 8.'),
    input: unpackInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  shipShippingOrder: {
    summary: 'Ship what is packed of a shipping order: its lots are issued',
    description: 'Requires the permission Negative Adjustment (88) too.',
    ...order.step('Ship', 'Shipping order SO-1 has no packed units.', 'Lot 17 is on hold.'),
    input: shipInput,
    example: { ...example, tracking: '1Z999AA10123456784' },
  },
  cancelShippingOrder: {
    summary: 'Cancel what is neither shipped nor packed of a shipping order; canceling it again changes nothing',
    ...order.step('Cancel', 'Shipping order SO-1 has packed units.'),
  },
} as const satisfies Record<string, Spec>

/** The changes of them that the feed contains. */
export const shippingChanges = [
  documentChange('shippingOrder', {
    name: 'ShippingOrderChange',
    description: 'A shipping order as it is after the change',
    types: ['shippingOrder.created', 'shippingOrder.closed'],
    data: ShippingOrder,
    ids: ShippingOrder.pick({ soNo: true }),
  }),
  documentChange('shippingOrder', {
    name: 'ShippingStepChange',
    description: 'Lines of a shipping order that were allocated, backordered, packed or shipped',
    types: ['shippingOrder.allocated', 'shippingOrder.backordered', 'shippingOrder.packed', 'shippingOrder.shipped'],
    data: ShippingStep,
    ids: ShippingStep.pick({ soNo: true }).extend({ lineNos: z.array(z.int()).meta({ description: 'The lines' }) }),
    toIds: ({ soNo, lines }) => ({ soNo, lineNos: lines.map(({ lineNo }) => lineNo) }),
  }),
] as const
