import { createRoute } from '@tanstack/react-router'
import { transitStatuses } from '../../api/http/contract.ts'
import { at, type Family, number, oneOf, searchOf } from '../../components/routes.ts'

export const transitRoutes = [
  createRoute({
    ...at('/transits', 'Transits', () => import('./transits.tsx')),
    validateSearch: searchOf({ status: oneOf(transitStatuses), warehouse: number, overdue: oneOf([true]) }),
  }),
  createRoute(at('/transits/$slip', 'Transit', () => import('./transit.tsx'))),
  createRoute(at('/ship-transit', 'ShipTransit', () => import('./transits.tsx'))),
] as const

const icon = 'transit'

export const transitFamily: Family = {
  group: 'Transits',
  icon,
  wayTo: (slip) => ({ to: '/transits/$slip', params: { slip } }),
  destinations: [
    { to: '/transits', label: 'Transits', icon, needs: 'itemMasterList' },
    { to: '/ship-transit', label: 'Ship to another warehouse', icon, needs: 'shipTransits', isBesideMenu: true },
  ],
}
