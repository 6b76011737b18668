import { Stack, Text, Title } from '@mantine/core'
import { createRoute, createRouter } from '@tanstack/react-router'
import { entryTypes, itemStatuses, lotStates } from '../api/http/contract.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { RouteAnchor } from '../components/links.tsx'
import { anything, at, day, forStock, number, oneOf, root, searchOf, text } from '../components/routes.ts'
import { familyRoutes } from '../screens/families.ts'
import { Root } from './root.tsx'

root.update({ component: Root })

const routes = [
  createRoute({
    ...at('/', 'Today', () => import('../screens/today.tsx')),
    validateSearch: searchOf({ wid: number }),
  }),
  createRoute({
    ...at('/stock', 'Stock', () => import('../screens/stock.tsx')),
    validateSearch: searchOf({ wid: number, search: text, sort: text, direction: oneOf(['ASC', 'DESC']) }),
  }),
  createRoute({
    ...at('/items', 'Items', () => import('../screens/item/items.tsx')),
    validateSearch: searchOf({ search: text, category: number, status: oneOf(itemStatuses) }),
  }),
  createRoute(at('/new-item', 'CreateItem', () => import('../screens/item/items.tsx'))),
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
    ...at('/lots/$recno', 'Lot', () => import('../screens/lots/lot.tsx')),
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
    ...at('/reports/$reportID', 'ReportScreen', () => import('../screens/reports/reports.tsx')),
    params: {
      parse: ({ reportID }) => ({ reportID: Number(reportID) }),
      stringify: ({ reportID }) => ({ reportID: String(reportID) }),
    },
    validateSearch: anything,
  }),
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
  ...familyRoutes,
  createRoute({
    ...at('/receive', 'Receive', () => import('../screens/movements.tsx')),
    validateSearch: forStock,
  }),
  createRoute({
    ...at('/move', 'Move', () => import('../screens/movements.tsx')),
    validateSearch: searchOf({ itemID: text, wid: number, fromSpot: text, recno: number }),
  }),
  createRoute({
    ...at('/issue', 'Issue', () => import('../screens/movements.tsx')),
    validateSearch: forStock,
  }),
  createRoute({
    ...at('/adjust', 'Adjust', () => import('../screens/corrections.tsx')),
    validateSearch: searchOf({ itemID: text, wid: number, spot: text }),
  }),
  createRoute({
    ...at('/hold', 'Hold', () => import('../screens/corrections.tsx')),
    validateSearch: searchOf({ recno: number }),
  }),
  createRoute(at('/outbox', 'Outbox', () => import('../screens/outbox.tsx'))),
  createRoute(at('/health', 'Health', () => import('../screens/health.tsx'))),
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

function NotFound() {
  return (
    <Stack gap="xs" p="md">
      <Title order={1}>Page not found</Title>
      <Text>Check the address. The page may have moved.</Text>
      <RouteAnchor to="/">Go to Today</RouteAnchor>
    </Stack>
  )
}

/** Shown in place of a screen that failed; the rest of the page goes on. */
function ScreenError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <Stack p="md">
      <Title order={1}>This page can’t be shown</Title>
      <ErrorNote error={error} onRetry={reset} />
    </Stack>
  )
}
