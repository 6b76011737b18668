import { createChangeOrder } from './change-order.ts'
import { createCreateOrder } from './create-order.ts'
import { createWorkOrders, type WorkParts } from './work-orders.ts'

/** The operations on work orders. */
export const createWork = (parts: WorkParts) => ({
  ...createWorkOrders(parts),
  create: createCreateOrder(parts),
  ...createChangeOrder(parts),
})
