import { createRoute } from '@tanstack/react-router'
import { at, type Family, number, oneOf, searchOf } from '../../components/routes.ts'

export const purchaseRoutes = [
  createRoute({
    ...at('/receiving', 'Receiving', () => import('./receiving.tsx')),
    validateSearch: searchOf({ warehouse: number, late: oneOf([true]) }),
  }),
  createRoute(at('/receiving/$poNo', 'Purchase', () => import('./purchase.tsx'))),
  createRoute(at('/new-purchase-order', 'CreatePurchaseOrder', () => import('./receiving.tsx'))),
] as const

const icon = 'receiving'

export const purchaseFamily: Family = {
  group: 'Purchase orders',
  icon,
  wayTo: (poNo) => ({ to: '/receiving/$poNo', params: { poNo } }),
  destinations: [
    { to: '/receiving', label: 'Receiving', icon, needs: 'readPurchaseOrders', key: 'r' },
    { to: '/new-purchase-order', label: 'New purchase order', icon, needs: 'writePurchaseOrders', isBesideMenu: true },
  ],
}
