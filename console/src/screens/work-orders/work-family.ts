import { createRoute } from '@tanstack/react-router'
import { workStatuses } from '../../api/http/contract.ts'
import { at, type Family, oneOf, searchOf } from '../../components/routes.ts'

export const workRoutes = [
  createRoute({
    ...at('/work-orders', 'WorkOrders', () => import('./work-orders.tsx')),
    validateSearch: searchOf({ status: oneOf(workStatuses) }),
  }),
  createRoute(at('/work-orders/$woNo', 'WorkOrderScreen', () => import('./work-order.tsx'))),
  createRoute(at('/new-work-order', 'CreateWorkOrder', () => import('./work-orders.tsx'))),
] as const

const icon = 'work'

export const workFamily: Family = {
  group: 'Work orders',
  icon,
  wayTo: (woNo) => ({ to: '/work-orders/$woNo', params: { woNo } }),
  destinations: [
    { to: '/work-orders', label: 'Work orders', icon, needs: 'readWorkOrders' },
    { to: '/new-work-order', label: 'New work order', icon, needs: 'writeWorkOrders', isBesideMenu: true },
  ],
}
