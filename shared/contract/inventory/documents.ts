import { withDryRuns } from '../core/dry-runs.ts'
import { countChanges, counts } from '../documents/counts.ts'
import { transitChanges, transits } from '../documents/transits.ts'
import { availableToPromise } from '../orders/available-to-promise.ts'
import { backorders } from '../orders/backorders.ts'
import { picks } from '../orders/picks.ts'
import { purchaseChanges, purchaseOrders } from '../orders/purchase-orders.ts'
import { shippingChanges, shippingOrders } from '../orders/shipping-orders.ts'
import { workChanges, workOrders } from '../orders/work-orders.ts'

/** The operations on the families of documents, in the order of the OpenAPI document. */
export const documents = {
  ...withDryRuns(shippingOrders),
  ...picks,
  ...backorders,
  ...withDryRuns(purchaseOrders),
  ...withDryRuns(workOrders),
  ...withDryRuns(transits),
  ...availableToPromise,
  ...withDryRuns(counts),
} as const

/** The changes of them that the feed contains. */
export const documentChanges = [
  ...purchaseChanges,
  ...shippingChanges,
  ...workChanges,
  ...transitChanges,
  ...countChanges,
] as const
