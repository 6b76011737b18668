import type { FamilyKey } from '../../shared/names/families.ts'
import { createDemoCounts } from './counts.ts'
import type { DayOf, Once } from './data/repetition.ts'
import { createDemoPurchaseOrders } from './purchase-orders.ts'
import { createDemoShippingOrders } from './shipping-orders.ts'
import { createDemoTransits } from './transits.ts'
import { createDemoWorkOrders } from './work-orders.ts'

/** Makes the demo's documents of one family, and returns how many there are. */
type CreateDocuments = (once: Once, dayOf: DayOf) => Promise<number>

export const demoDocuments: Readonly<Record<FamilyKey, CreateDocuments>> = {
  purchaseOrder: createDemoPurchaseOrders,
  shippingOrder: createDemoShippingOrders,
  workOrder: createDemoWorkOrders,
  transit: createDemoTransits,
  count: createDemoCounts,
}
