import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import {
  countStatuses,
  entryTypes,
  itemStatuses,
  lotStates,
  orderStatuses,
  reservationStates,
  transitStatuses,
  workStatuses,
} from '../api/names/record-names.ts'
import { NotFound } from './not-found.tsx'
import { Root } from './root.tsx'
import { ScreenError } from './screen-error.tsx'
import { anything, day, number, oneOf, searchOf, text } from './search-params.ts'

const root = createRootRoute({ component: Root })

/** The address of a screen, its name, and its file, which is read when it is opened first. */
const at = <const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<{ readonly [One in Name]: () => void }>,
) => ({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

/** What forms about stock begin with. */
const forStock = searchOf({ itemID: text, wid: number })

const routes = [
  createRoute({
    ...at('/', 'Today', () => import('../screens/today/today.tsx')),
    validateSearch: searchOf({ wid: number }),
  }),
  createRoute({
    ...at('/stock', 'Stock', () => import('../screens/stock/stock.tsx')),
    validateSearch: searchOf({ wid: number, search: text, sort: text, direction: oneOf(['ASC', 'DESC']) }),
  }),
  createRoute({
    ...at('/items', 'Items', () => import('../screens/item/items.tsx')),
    validateSearch: searchOf({ search: text, category: number, status: oneOf(itemStatuses) }),
  }),
  createRoute(at('/new-item', 'CreateItem', () => import('../screens/item/new-item.tsx'))),
  createRoute(at('/items/$shortID', 'Item', () => import('../screens/item/item.tsx'))),
  createRoute({
    ...at('/lots', 'Lots', () => import('../screens/lots/lots.tsx')),
    validateSearch: searchOf({
      hold: oneOf([true]),
      unchanged: oneOf([true]),
      wid: number,
      itemID: text,
      serial: text,
      serial2: text,
      spot: text,
      vendor: text,
      state: oneOf(lotStates),
      view: oneOf(['map']),
    }),
  }),
  createRoute({
    ...at('/lots/$recno', 'Lot', () => import('../screens/lot/lot.tsx')),
    params: { parse: ({ recno }) => ({ recno: Number(recno) }), stringify: ({ recno }) => ({ recno: String(recno) }) },
  }),
  createRoute({
    ...at('/expiry', 'Expiry', () => import('../screens/lots/expiry.tsx')),
    validateSearch: searchOf({ wid: number, when: oneOf(['expired', 'soon']) }),
  }),
  createRoute({
    ...at('/ledger', 'Ledger', () => import('../screens/ledger/ledger.tsx')),
    validateSearch: searchOf({
      itemID: text,
      wid: number,
      recno: number,
      type: oneOf(entryTypes),
      reference: text,
      actor: text,
      from: day,
      to: day,
      transactionNo: number,
    }),
  }),
  createRoute(at('/reports', 'Reports', () => import('../screens/reports/reports.tsx'))),
  createRoute({
    ...at('/reports/$reportID', 'ReportScreen', () => import('../screens/reports/report.tsx')),
    params: {
      parse: ({ reportID }) => ({ reportID: Number(reportID) }),
      stringify: ({ reportID }) => ({ reportID: String(reportID) }),
    },
    validateSearch: anything,
  }),
  createRoute({
    ...at('/receiving', 'Receiving', () => import('../screens/receiving/receiving.tsx')),
    validateSearch: searchOf({ warehouse: number, late: oneOf([true]) }),
  }),
  createRoute(at('/receiving/$poNo', 'Purchase', () => import('../screens/receiving/purchase.tsx'))),
  createRoute(
    at('/new-purchase-order', 'CreatePurchaseOrder', () => import('../screens/receiving/new-purchase-order.tsx')),
  ),
  createRoute({
    ...at('/fulfilment', 'Fulfilment', () => import('../screens/fulfilment/fulfilment.tsx')),
    validateSearch: searchOf({
      status: oneOf(orderStatuses),
      warehouse: number,
      late: oneOf([true]),
      waiting: oneOf([true]),
      pick: text,
    }),
  }),
  createRoute({
    ...at('/shortages', 'Shortages', () => import('../screens/fulfilment/shortages.tsx')),
    validateSearch: searchOf({ warehouse: number }),
  }),
  createRoute({
    ...at('/pick', 'Pick', () => import('../screens/fulfilment/pick.tsx')),
    validateSearch: searchOf({ orders: text }),
  }),
  createRoute(at('/fulfilment/$soNo', 'Shipment', () => import('../screens/fulfilment/shipment.tsx'))),
  createRoute(
    at('/new-shipping-order', 'CreateShippingOrder', () => import('../screens/fulfilment/new-shipping-order.tsx')),
  ),
  createRoute({
    ...at('/customers', 'Customers', () => import('../screens/parties/customers.tsx')),
    validateSearch: searchOf({ search: text }),
  }),
  createRoute(at('/customers/$shortID', 'CustomerScreen', () => import('../screens/parties/customers.tsx'))),
  createRoute(at('/new-customer', 'CreateCustomer', () => import('../screens/parties/customers.tsx'))),
  createRoute({
    ...at('/vendors', 'Vendors', () => import('../screens/parties/vendors.tsx')),
    validateSearch: searchOf({ search: text }),
  }),
  createRoute(at('/vendors/$shortID', 'VendorScreen', () => import('../screens/parties/vendors.tsx'))),
  createRoute(at('/new-vendor', 'CreateVendor', () => import('../screens/parties/vendors.tsx'))),
  createRoute({
    ...at('/work-orders', 'WorkOrders', () => import('../screens/work-orders/work-orders.tsx')),
    validateSearch: searchOf({ status: oneOf(workStatuses) }),
  }),
  createRoute(at('/work-orders/$woNo', 'WorkOrderScreen', () => import('../screens/work-orders/work-order.tsx'))),
  createRoute(at('/new-work-order', 'CreateWorkOrder', () => import('../screens/work-orders/new-work-order.tsx'))),
  createRoute({
    ...at('/reservations', 'Reservations', () => import('../screens/reservations/reservations.tsx')),
    validateSearch: searchOf({ state: oneOf(reservationStates) }),
  }),
  createRoute({
    ...at('/reservations/$reservationID', 'ReservationScreen', () => import('../screens/reservations/reservation.tsx')),
    params: {
      parse: ({ reservationID }) => ({ reservationID: Number(reservationID) }),
      stringify: ({ reservationID }) => ({ reservationID: String(reservationID) }),
    },
  }),
  createRoute({
    ...at('/reserve', 'Reserve', () => import('../screens/reservations/reserve.tsx')),
    validateSearch: forStock,
  }),
  createRoute({
    ...at('/transits', 'Transits', () => import('../screens/transits/transits.tsx')),
    validateSearch: searchOf({ status: oneOf(transitStatuses), warehouse: number, overdue: oneOf([true]) }),
  }),
  createRoute(at('/transits/$slip', 'Transit', () => import('../screens/transits/transit.tsx'))),
  createRoute(at('/ship-transit', 'ShipTransit', () => import('../screens/transits/ship-transit.tsx'))),
  createRoute({
    ...at('/counts', 'Counts', () => import('../screens/counts/counts.tsx')),
    validateSearch: searchOf({ status: oneOf(countStatuses), wid: number }),
  }),
  createRoute(at('/counts/$countNo', 'CountScreen', () => import('../screens/counts/count.tsx'))),
  createRoute(at('/new-count', 'CreateCount', () => import('../screens/counts/new-count.tsx'))),
  createRoute({
    ...at('/receive', 'Receive', () => import('../screens/forms/receive.tsx')),
    validateSearch: forStock,
  }),
  createRoute({
    ...at('/move', 'Move', () => import('../screens/forms/move.tsx')),
    validateSearch: searchOf({ itemID: text, wid: number, fromSpot: text, recno: number }),
  }),
  createRoute({
    ...at('/issue', 'Issue', () => import('../screens/forms/issue.tsx')),
    validateSearch: forStock,
  }),
  createRoute({
    ...at('/adjust', 'Adjust', () => import('../screens/forms/adjust.tsx')),
    validateSearch: searchOf({ itemID: text, wid: number, spot: text }),
  }),
  createRoute({
    ...at('/hold', 'Hold', () => import('../screens/forms/hold.tsx')),
    validateSearch: searchOf({ recno: number }),
  }),
  createRoute(at('/outbox', 'Outbox', () => import('../screens/outbox/outbox.tsx'))),
  createRoute(at('/health', 'Health', () => import('../screens/health/health.tsx'))),
  createRoute(at('/access', 'Access', () => import('../screens/access/access.tsx'))),
] as const

export const router = createRouter({
  routeTree: root.addChildren([...routes]),
  basepath: '/console',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
