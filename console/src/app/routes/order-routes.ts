import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orderStatuses, reservationStates, workStatuses } from '../../api/names/record-names.ts'
import type { OrderStatus } from '../../api/orders/orders.ts'
import type { WorkStatus } from '../../api/orders/work-orders.ts'
import type { ReservationState } from '../../api/stock/reservations.ts'
import { at, forStock, type Given } from './root-route.ts'

const receiving = createRoute({
  ...at('/receiving'),
  component: lazyRouteComponent(() => import('../../screens/receiving/receiving.tsx'), 'Receiving'),
})
const purchase = createRoute({
  ...at('/receiving/$poNo'),
  component: lazyRouteComponent(() => import('../../screens/receiving/purchase.tsx'), 'Purchase'),
})

interface FulfilmentSearch {
  readonly status?: OrderStatus | undefined
}
const fulfilment = createRoute({
  ...at('/fulfilment'),
  component: lazyRouteComponent(() => import('../../screens/fulfilment/fulfilment.tsx'), 'Fulfilment'),
  validateSearch: (given: Given): FulfilmentSearch => ({
    status: orderStatuses.find((status) => status === given.status),
  }),
})
const shipment = createRoute({
  ...at('/fulfilment/$soNo'),
  component: lazyRouteComponent(() => import('../../screens/fulfilment/shipment.tsx'), 'Shipment'),
})

interface WorkOrdersSearch {
  readonly status?: WorkStatus | undefined
}
const workOrders = createRoute({
  ...at('/work-orders'),
  component: lazyRouteComponent(() => import('../../screens/work-orders/work-orders.tsx'), 'WorkOrders'),
  validateSearch: (given: Given): WorkOrdersSearch => ({
    status: workStatuses.find((status) => status === given.status),
  }),
})
const workOrder = createRoute({
  ...at('/work-orders/$woNo'),
  component: lazyRouteComponent(() => import('../../screens/work-orders/work-order.tsx'), 'WorkOrderScreen'),
})
const newWorkOrder = createRoute({
  ...at('/new-work-order'),
  component: lazyRouteComponent(() => import('../../screens/work-orders/new-work-order.tsx'), 'CreateWorkOrder'),
})

interface ReservationsSearch {
  readonly state?: ReservationState | undefined
}
const reservations = createRoute({
  ...at('/reservations'),
  component: lazyRouteComponent(() => import('../../screens/reservations/reservations.tsx'), 'Reservations'),
  validateSearch: (given: Given): ReservationsSearch => ({
    state: reservationStates.find((state) => state === given.state),
  }),
})
const reservation = createRoute({
  ...at('/reservations/$reservationID'),
  component: lazyRouteComponent(() => import('../../screens/reservations/reservation.tsx'), 'ReservationScreen'),
  params: {
    parse: ({ reservationID }) => ({ reservationID: Number(reservationID) }),
    stringify: ({ reservationID }) => ({ reservationID: String(reservationID) }),
  },
})
const reserve = createRoute({
  ...at('/reserve'),
  component: lazyRouteComponent(() => import('../../screens/reservations/reserve.tsx'), 'Reserve'),
  validateSearch: forStock,
})

export const orderRoutes = [
  receiving,
  purchase,
  fulfilment,
  shipment,
  workOrders,
  workOrder,
  newWorkOrder,
  reservations,
  reservation,
  reserve,
] as const
