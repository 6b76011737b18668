import type { z } from 'zod'
import { permissions } from '../core/access.ts'
import { namedRecord } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pagesOf } from '../core/paging.ts'
import { shortText, warehouseFilter } from '../documents/document-inputs.ts'
import { quantity } from '../documents/document-records.ts'
import { lineRecord, lineWarehouse } from './order-fields.ts'
import { ShippingOrder } from './shipping-orders.ts'

const { soNo, customer, shipDate } = ShippingOrder.shape

export const Backorder = namedRecord('Backorder', 'A line of a shipping order that waits for stock', {
  soNo,
  customer,
  shipDate,
  ...lineRecord,
  ...lineWarehouse,
  backordered: quantity('Waits for stock'),
})
export type Backorder = z.output<typeof Backorder>

/** Lines that wait for stock (docs/orders.md#backorders). */
export const backorders = {
  listBackorders: {
    summary: 'List the lines of shipping orders that wait for stock, by order and line',
    route: 'GET /ShippingOrder/Backorders',
    command: 'shipping backorders',
    access: permissions.readShippingOrders,
    effect: 'read',
    warehouses: ['warehouse'],
    ...pagesOf(Backorder, {
      shortID: shortText('Only lines of this item'),
      warehouse: warehouseFilter('Only lines of this warehouse'),
    }),
    example: {},
  },
} as const satisfies Record<string, Spec>
