import type { Hit } from '../api/search.ts'
import type { Family } from '../components/routes.ts'
import { countFamily, countRoutes } from './counts/count-family.ts'
import { shippingFamily, shippingRoutes } from './fulfilment/shipping-family.ts'
import { purchaseFamily, purchaseRoutes } from './receiving/purchase-family.ts'
import { reservationFamily, reservationRoutes } from './reservations/reservation-family.ts'
import { transitFamily, transitRoutes } from './transits/transit-family.ts'
import { workFamily, workRoutes } from './work-orders/work-family.ts'

/** The families of documents, and reservations, in the sequence of the menu; the compiler finds one that is missing. */
export const families: Readonly<Record<Exclude<Hit['kind'], 'item' | 'lot'>, Family>> = {
  purchaseOrder: purchaseFamily,
  shippingOrder: shippingFamily,
  workOrder: workFamily,
  reservation: reservationFamily,
  transit: transitFamily,
  count: countFamily,
}

export const familyRoutes = [
  ...purchaseRoutes,
  ...shippingRoutes,
  ...workRoutes,
  ...reservationRoutes,
  ...transitRoutes,
  ...countRoutes,
] as const
