import { createRoute } from '@tanstack/react-router'
import { orderStatuses } from '../../api/http/contract.ts'
import { at, type Family, number, oneOf, searchOf, text } from '../../components/routes.ts'

export const shippingRoutes = [
  createRoute({
    ...at('/fulfilment', 'Fulfilment', () => import('./fulfilment.tsx')),
    validateSearch: searchOf({
      status: oneOf(orderStatuses),
      warehouse: number,
      late: oneOf([true]),
      waiting: oneOf([true]),
      pick: text,
    }),
  }),
  createRoute({
    ...at('/shortages', 'Shortages', () => import('./fulfilment.tsx')),
    validateSearch: searchOf({ warehouse: number }),
  }),
  createRoute({
    ...at('/pick', 'Pick', () => import('./pick.tsx')),
    validateSearch: searchOf({ orders: text }),
  }),
  createRoute(at('/fulfilment/$soNo', 'Shipment', () => import('./shipment.tsx'))),
  createRoute(at('/new-shipping-order', 'CreateShippingOrder', () => import('./fulfilment.tsx'))),
] as const

const icon = 'fulfilment'

export const shippingFamily: Family = {
  group: 'Shipping orders',
  icon,
  wayTo: (soNo) => ({ to: '/fulfilment/$soNo', params: { soNo } }),
  destinations: [
    { to: '/fulfilment', label: 'Fulfilment', icon, needs: 'readShippingOrders', key: 'f' },
    { to: '/shortages', label: 'Shortages', icon, needs: 'readShippingOrders', isBesideMenu: true },
    { to: '/new-shipping-order', label: 'New shipping order', icon, needs: 'writeShippingOrders', isBesideMenu: true },
  ],
}
