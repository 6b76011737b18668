import { createChangeOrder } from './change-order.ts'
import { createCreateOrder } from './create-order.ts'
import { createPackAndShip } from './pack-and-ship.ts'
import { createShippingOrders, type ShippingParts } from './shipping-orders.ts'

/** The operations on shipping orders. */
export const createShipping = (parts: ShippingParts) => ({
  ...createShippingOrders(parts),
  create: createCreateOrder(parts),
  ...createChangeOrder(parts),
  ...createPackAndShip(parts),
})
