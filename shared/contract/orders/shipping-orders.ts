import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { optional, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf } from '../core/paging.ts'
import { lineRecord, lineWarehouse, MAX_ORDER_PAGE_SIZE, oneOf, orderQuery, partsQuery } from './order-fields.ts'
import { allocateInput, createInput, order, packInput, shipInput, unpackInput, updateInput } from './shipping-inputs.ts'

export const shippingStatuses = ['Open', 'Partial', 'Closed'] as const
export type ShippingStatus = (typeof shippingStatuses)[number]

const header = {
  soNo: z.string().meta({ description: 'Number of the order' }),
  customer: z.string().meta({ description: 'Name of the customer' }),
  orderDate: z.string().meta({ description: 'Date of the order, in UTC', format: 'date-time' }),
  shipDate: z
    .string()
    .nullable()
    .meta({ description: 'Planned date of shipment, in UTC; null if there is none', format: 'date-time' }),
  status: z.enum(shippingStatuses).meta({
    description: 'Open: nothing is packed or shipped. Closed: everything is shipped or canceled. Partial: in between',
  }),
  totalLines: z.int().meta({ description: 'Number of lines' }),
}
export const ShippingOrder = z.object(header).meta({ id: 'ShippingOrder', description: 'A shipping order' })
const ShippingLine = z
  .object({ ...lineRecord, ...lineWarehouse })
  .meta({ id: 'ShippingOrderLine', description: 'A line of a shipping order' })
const ShippingOrderDetail = z
  .object({ ...header, lines: z.array(ShippingLine).meta({ description: 'Every line, by its number' }) })
  .meta({ id: 'ShippingOrderDetail', description: 'A shipping order with its lines' })
export type ShippingOrder = z.output<typeof ShippingOrder>
export type ShippingOrderDetail = z.output<typeof ShippingOrderDetail>

const quantity = (description: string) => z.number().meta({ description })
const Shortage = z.object({
  reason: z
    .enum(['lost', 'held', 'expired', 'reserved', 'packed'])
    .meta({ description: 'Why stock cannot be allocated; lost: it was committed to the line and is not there' }),
  reference: z.string().meta({ description: "What it is reserved or packed for; '' if for nothing" }),
  units: quantity('Quantity'),
})
export const ShippingProgress = z
  .object({
    ...lineRecord,
    ...lineWarehouse,
    committed: quantity('Allocated, not yet packed'),
    packed: quantity('Packed, not yet shipped'),
    shipped: quantity('Shipped'),
    backordered: quantity('Waits for stock'),
    canceled: quantity('Not wanted any more'),
    short: z.array(Shortage).meta({ description: 'Why units are backordered: stock that cannot be allocated' }),
  })
  .meta({
    id: 'ShippingOrderProgress',
    description: 'Where the units of a line are: units = shipped + packed + committed + backordered + canceled',
  })
export type ShippingProgress = z.output<typeof ShippingProgress>

/** Lines that were allocated, backordered, packed or shipped, as the event tells it. */
export const ShippingStep = z
  .object({
    soNo: header.soNo,
    status: header.status,
    tracking: z.string().nullable().meta({ description: 'Tracking number of a shipment; null if there is none' }),
    reason: z.string().optional().meta({
      description:
        'Of shippingOrder.backordered: why the units cannot be had any more: `held`, `expired`, `lost`, or several of these, separated by commas',
    }),
    lines: z
      .array(
        z.object({
          lineNo: lineRecord.lineNo,
          shortID: lineRecord.shortID,
          warehouse: lineWarehouse.warehouse,
          units: quantity('Quantity that was allocated, backordered, packed or shipped now'),
        }),
      )
      .meta({ description: 'The lines that this concerns' }),
  })
  .meta({ id: 'ShippingStep', description: 'What was allocated, backordered, packed or shipped of a shipping order' })
export type ShippingStep = z.output<typeof ShippingStep>

const readable = { access: permissions.readShippingOrders, effect: 'read' } as const
const written = {
  access: permissions.writeShippingOrders,
  effect: 'write',
  output: ShippingOrderDetail,
  errors: ['not_found', 'conflict'],
} as const
const not_found = ['There is no shipping order SO-4711.']
const example = { soNo: 'SO-DEMO-01' }

/** Orders of customers (docs/orders.md#shipping-orders). */
export const shippingOrders = {
  listShippingOrders: {
    summary: 'List shipping orders, newest first',
    route: 'GET /ShippingOrder',
    command: 'shipping list',
    ...readable,
    errors: [],
    paged: true,
    warehouses: ['warehouse'],
    input: z.object({
      ...orderQuery('orderDate', 'orderDate'),
      customer: optional(text(128)).meta({ description: 'Only orders of the customer with this ShortID or name' }),
      status: oneOf(shippingStatuses, 'Only orders with this status'),
    }),
    output: pageOf(ShippingOrder),
    example: { page: 1, pageSize: MAX_ORDER_PAGE_SIZE },
  },
  getShippingOrder: {
    summary: 'Get a shipping order with its lines',
    route: 'GET /ShippingOrder/:soNo',
    command: 'shipping show',
    ...readable,
    errors: ['not_found'],
    messages: { not_found },
    input: z.object(order),
    output: ShippingOrderDetail,
    example,
  },
  listShippingOrderLines: {
    summary:
      'List what is committed, packed, shipped and backordered of each line of a shipping order, and why it is short',
    route: 'GET /ShippingOrder/:soNo/Lines',
    ...readable,
    errors: ['not_found'],
    messages: { not_found },
    paged: true,
    input: z.object({ ...partsQuery(), ...order }),
    output: pageOf(ShippingProgress),
    example,
  },
  createShippingOrder: {
    summary: 'Create a shipping order and allocate stock to it',
    route: 'POST /ShippingOrder',
    ...written,
    errors: ['conflict'],
    messages: { conflict: ['There is a shipping order SO-1 already.', 'Item LED-3MM-GRN is discontinued.'] },
    warehouses: ['lines[].warehouse'],
    input: createInput,
    status: 201,
    example: { customer: 'HANSE', lines: [{ shortID: 'BOLT-M6-30', units: 5, warehouse: 1 }] },
  },
  updateShippingOrder: {
    summary: 'Change date, priority or quantities of a shipping order, or add lines',
    route: 'PUT /ShippingOrder/:soNo',
    command: 'shipping update',
    ...written,
    messages: {
      not_found,
      conflict: [
        'Shipping order SO-1 is closed.',
        'Shipping order SO-1 line 2: 5 units are shipped, packed or canceled.',
      ],
    },
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
    route: 'POST /ShippingOrder/:soNo/Allocate',
    command: 'shipping allocate',
    ...written,
    messages: { not_found, conflict: ['Shipping order SO-1 is closed.'] },
    input: allocateInput,
    example,
  },
  packShippingOrder: {
    summary: 'Pack committed units of a shipping order',
    route: 'POST /ShippingOrder/:soNo/Pack',
    command: 'shipping pack',
    ...written,
    messages: { not_found, conflict: ['Shipping order SO-1 line 2: committed 5, packing 8.'] },
    input: packInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  unpackShippingOrder: {
    summary: 'Unpack units of a shipping order; they are committed again',
    route: 'POST /ShippingOrder/:soNo/Unpack',
    command: 'shipping unpack',
    ...written,
    messages: { not_found, conflict: ['Shipping order SO-1 line 2: packed 5, unpacking 8.'] },
    input: unpackInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  shipShippingOrder: {
    summary: 'Ship what is packed of a shipping order: its lots are issued',
    description: 'Requires the permission Negative Adjustment (88) too.',
    route: 'POST /ShippingOrder/:soNo/Ship',
    command: 'shipping ship',
    ...written,
    messages: { not_found, conflict: ['Shipping order SO-1 has no packed units.', 'Lot 17 is on hold.'] },
    input: shipInput,
    example: { ...example, tracking: '1Z999AA10123456784' },
  },
  cancelShippingOrder: {
    summary: 'Cancel what is neither shipped nor packed of a shipping order; canceling it again changes nothing',
    route: 'POST /ShippingOrder/:soNo/Cancel',
    command: 'shipping cancel',
    ...written,
    messages: { not_found, conflict: ['Shipping order SO-1 has packed units.'] },
    input: z.object(order),
    example,
  },
} as const satisfies Record<string, Spec>
