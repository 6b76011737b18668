import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import {
  countStatuses,
  entryTypes,
  orderStatuses,
  reservationStates,
  transitStatuses,
  workStatuses,
} from '../api/names/record-names.ts'
import type { CountStatus } from '../api/orders/counts.ts'
import type { OrderStatus } from '../api/orders/orders.ts'
import type { TransitStatus } from '../api/orders/transits.ts'
import type { WorkStatus } from '../api/orders/work-orders.ts'
import type { EntryType } from '../api/stock/ledger.ts'
import type { ReservationState } from '../api/stock/reservations.ts'
import { NotFound } from './not-found.tsx'
import { Root } from './root.tsx'
import { ScreenError } from './screen-error.tsx'
import { directionOf, numberOf, textOf } from './search-params.ts'

const root = createRootRoute({ component: Root })
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })
type Given = Record<string, unknown>

interface StockFormSearch {
  readonly itemID?: string | undefined
  readonly wid?: number | undefined
}
const forStock = (given: Given): StockFormSearch => ({ itemID: textOf(given, 'itemID'), wid: numberOf(given, 'wid') })

const today = createRoute({
  ...at('/'),
  component: lazyRouteComponent(() => import('../screens/today/today.tsx'), 'Today'),
})

interface StockSearch {
  readonly wid?: number | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly direction?: 'ASC' | 'DESC' | undefined
}
const stock = createRoute({
  ...at('/stock'),
  component: lazyRouteComponent(() => import('../screens/stock/stock.tsx'), 'Stock'),
  validateSearch: (given: Given): StockSearch => ({
    wid: numberOf(given, 'wid'),
    search: textOf(given, 'search'),
    sort: textOf(given, 'sort'),
    direction: directionOf(given),
  }),
})

const item = createRoute({
  ...at('/items/$shortID'),
  component: lazyRouteComponent(() => import('../screens/item/item.tsx'), 'Item'),
})

const lot = createRoute({
  ...at('/lots/$recno'),
  component: lazyRouteComponent(() => import('../screens/lot/lot.tsx'), 'Lot'),
  params: { parse: ({ recno }) => ({ recno: Number(recno) }), stringify: ({ recno }) => ({ recno: String(recno) }) },
})

interface LedgerSearch {
  readonly itemID?: string | undefined
  readonly wid?: number | undefined
  readonly recno?: number | undefined
  readonly type?: EntryType | undefined
  readonly reference?: string | undefined
}
const ledger = createRoute({
  ...at('/ledger'),
  component: lazyRouteComponent(() => import('../screens/ledger/ledger.tsx'), 'Ledger'),
  validateSearch: (given: Given): LedgerSearch => ({
    itemID: textOf(given, 'itemID'),
    wid: numberOf(given, 'wid'),
    recno: numberOf(given, 'recno'),
    type: entryTypes.find((type) => type === given.type),
    reference: textOf(given, 'reference'),
  }),
})

const receiving = createRoute({
  ...at('/receiving'),
  component: lazyRouteComponent(() => import('../screens/receiving/receiving.tsx'), 'Receiving'),
})
const purchase = createRoute({
  ...at('/receiving/$poNo'),
  component: lazyRouteComponent(() => import('../screens/receiving/purchase.tsx'), 'Purchase'),
})

const outbox = createRoute({
  ...at('/outbox'),
  component: lazyRouteComponent(() => import('../screens/outbox/outbox.tsx'), 'Outbox'),
})

interface FulfilmentSearch {
  readonly status?: OrderStatus | undefined
}
const fulfilment = createRoute({
  ...at('/fulfilment'),
  component: lazyRouteComponent(() => import('../screens/fulfilment/fulfilment.tsx'), 'Fulfilment'),
  validateSearch: (given: Given): FulfilmentSearch => ({
    status: orderStatuses.find((status) => status === given.status),
  }),
})
const shipment = createRoute({
  ...at('/fulfilment/$soNo'),
  component: lazyRouteComponent(() => import('../screens/fulfilment/shipment.tsx'), 'Shipment'),
})

interface WorkOrdersSearch {
  readonly status?: WorkStatus | undefined
}
const workOrders = createRoute({
  ...at('/work-orders'),
  component: lazyRouteComponent(() => import('../screens/work-orders/work-orders.tsx'), 'WorkOrders'),
  validateSearch: (given: Given): WorkOrdersSearch => ({
    status: workStatuses.find((status) => status === given.status),
  }),
})
const workOrder = createRoute({
  ...at('/work-orders/$woNo'),
  component: lazyRouteComponent(() => import('../screens/work-orders/work-order.tsx'), 'WorkOrderScreen'),
})
const newWorkOrder = createRoute({
  ...at('/new-work-order'),
  component: lazyRouteComponent(() => import('../screens/work-orders/new-work-order.tsx'), 'CreateWorkOrder'),
})

interface ReservationsSearch {
  readonly state?: ReservationState | undefined
}
const reservations = createRoute({
  ...at('/reservations'),
  component: lazyRouteComponent(() => import('../screens/reservations/reservations.tsx'), 'Reservations'),
  validateSearch: (given: Given): ReservationsSearch => ({
    state: reservationStates.find((state) => state === given.state),
  }),
})
const reservation = createRoute({
  ...at('/reservations/$reservationID'),
  component: lazyRouteComponent(() => import('../screens/reservations/reservation.tsx'), 'ReservationScreen'),
  params: {
    parse: ({ reservationID }) => ({ reservationID: Number(reservationID) }),
    stringify: ({ reservationID }) => ({ reservationID: String(reservationID) }),
  },
})
const reserve = createRoute({
  ...at('/reserve'),
  component: lazyRouteComponent(() => import('../screens/reservations/reserve.tsx'), 'Reserve'),
  validateSearch: forStock,
})

interface TransitsSearch {
  readonly status?: TransitStatus | undefined
  readonly warehouse?: number | undefined
}
const transits = createRoute({
  ...at('/transits'),
  component: lazyRouteComponent(() => import('../screens/transits/transits.tsx'), 'Transits'),
  validateSearch: (given: Given): TransitsSearch => ({
    status: transitStatuses.find((status) => status === given.status),
    warehouse: numberOf(given, 'warehouse'),
  }),
})
const transit = createRoute({
  ...at('/transits/$slip'),
  component: lazyRouteComponent(() => import('../screens/transits/transit.tsx'), 'Transit'),
})
const shipTransit = createRoute({
  ...at('/ship-transit'),
  component: lazyRouteComponent(() => import('../screens/transits/ship-transit.tsx'), 'ShipTransit'),
})

interface CountsSearch {
  readonly status?: CountStatus | undefined
  readonly wid?: number | undefined
}
const counts = createRoute({
  ...at('/counts'),
  component: lazyRouteComponent(() => import('../screens/counts/counts.tsx'), 'Counts'),
  validateSearch: (given: Given): CountsSearch => ({
    status: countStatuses.find((status) => status === given.status),
    wid: numberOf(given, 'wid'),
  }),
})
const count = createRoute({
  ...at('/counts/$countNo'),
  component: lazyRouteComponent(() => import('../screens/counts/count.tsx'), 'CountScreen'),
})
const newCount = createRoute({
  ...at('/new-count'),
  component: lazyRouteComponent(() => import('../screens/counts/new-count.tsx'), 'CreateCount'),
})

interface LotsSearch {
  readonly hold?: boolean | undefined
  readonly wid?: number | undefined
  readonly view?: 'map' | undefined
}
const lots = createRoute({
  ...at('/lots'),
  component: lazyRouteComponent(() => import('../screens/lots/lots.tsx'), 'Lots'),
  validateSearch: (given: Given): LotsSearch => ({
    hold: given.hold === true ? true : undefined,
    wid: numberOf(given, 'wid'),
    view: given.view === 'map' ? 'map' : undefined,
  }),
})
interface ExpirySearch {
  readonly wid?: number | undefined
}
const expiry = createRoute({
  ...at('/expiry'),
  component: lazyRouteComponent(() => import('../screens/lots/expiry.tsx'), 'Expiry'),
  validateSearch: (given: Given): ExpirySearch => ({ wid: numberOf(given, 'wid') }),
})
const health = createRoute({
  ...at('/health'),
  component: lazyRouteComponent(() => import('../screens/health/health.tsx'), 'Health'),
})
const access = createRoute({
  ...at('/access'),
  component: lazyRouteComponent(() => import('../screens/access/access.tsx'), 'Access'),
})

const receive = createRoute({
  ...at('/receive'),
  component: lazyRouteComponent(() => import('../screens/forms/receive.tsx'), 'Receive'),
  validateSearch: forStock,
})
const move = createRoute({
  ...at('/move'),
  component: lazyRouteComponent(() => import('../screens/forms/move.tsx'), 'Move'),
  validateSearch: forStock,
})
const issue = createRoute({
  ...at('/issue'),
  component: lazyRouteComponent(() => import('../screens/forms/issue.tsx'), 'Issue'),
  validateSearch: forStock,
})
interface AdjustSearch extends StockFormSearch {
  readonly spot?: string | undefined
}
const adjust = createRoute({
  ...at('/adjust'),
  component: lazyRouteComponent(() => import('../screens/forms/adjust.tsx'), 'Adjust'),
  validateSearch: (given: Given): AdjustSearch => ({ ...forStock(given), spot: textOf(given, 'spot') }),
})
interface HoldSearch {
  readonly recno?: number | undefined
}
const hold = createRoute({
  ...at('/hold'),
  component: lazyRouteComponent(() => import('../screens/forms/hold.tsx'), 'Hold'),
  validateSearch: (given: Given): HoldSearch => ({ recno: numberOf(given, 'recno') }),
})

export const router = createRouter({
  routeTree: root.addChildren([
    ...[today, stock, item, lots, lot, expiry, ledger],
    ...[receiving, purchase, outbox, fulfilment, shipment],
    ...[workOrders, workOrder, newWorkOrder, reservations, reservation, reserve],
    ...[transits, transit, shipTransit, counts, count, newCount],
    ...[receive, move, issue, adjust, hold],
    ...[health, access],
  ]),
  basepath: '/console',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
