import { countFamily } from './count/count-family.ts'
import { createCounts } from './count/counts.ts'
import { comparePostings } from './count/variance.ts'
import { type DocumentDeps, registerFamily } from './kit/register-family.ts'
import { purchaseFamily } from './purchase/purchase-family.ts'
import { createPurchaseOrders } from './purchase/purchase-orders.ts'
import { purchaseHooks } from './purchase/receive-line.ts'
import { shippingFamily } from './shipping/shipping-family.ts'
import { compareReservations, shippingHooks } from './shipping/shipping-hooks.ts'
import { createShippingOrders } from './shipping/shipping-orders.ts'
import { transitFamily } from './transit/transit-family.ts'
import { compareLotsInTransit, transitHooks } from './transit/transit-hooks.ts'
import { createTransits } from './transit/transits.ts'
import { compareWithIssues, workHooks } from './work/components.ts'
import { workFamily } from './work/work-family.ts'
import { createWorkOrders } from './work/work-orders.ts'

/** The families of documents, in the sequence in which the kernel asks them. */
export const families = [
  registerFamily(shippingFamily, {
    createOperations: createShippingOrders,
    hooks: shippingHooks,
    compareRelated: compareReservations,
  }),
  registerFamily(purchaseFamily, { createOperations: createPurchaseOrders, hooks: purchaseHooks }),
  registerFamily(workFamily, {
    createOperations: createWorkOrders,
    hooks: workHooks,
    compareRelated: compareWithIssues,
  }),
  registerFamily(transitFamily, {
    createOperations: createTransits,
    hooks: transitHooks,
    compareRelated: compareLotsInTransit,
  }),
  registerFamily(countFamily, { createOperations: createCounts, compareRelated: comparePostings }),
] as const

type Operations<F> = F extends { createOperations(deps: DocumentDeps): infer O } ? (operations: O) => void : never
type All<F> = Operations<F> extends (operations: infer O) => void ? O : never

/** The operations of all families, by their names in the contract. */
export const createDocuments = (deps: DocumentDeps): All<(typeof families)[number]> =>
  // Each family adds those that its type says.
  Object.assign({}, ...families.map((family) => family.createOperations(deps))) as All<(typeof families)[number]>
