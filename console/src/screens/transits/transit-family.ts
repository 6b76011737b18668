import { createRoute } from '@tanstack/react-router'
import { transitStatuses } from '../../api/names/record-names.ts'
import type { Family } from '../../components/routes/destination.ts'
import { at } from '../../components/routes/route.ts'
import { number, oneOf, searchOf } from '../../components/routes/search-params.ts'

export const transitRoutes = [
  createRoute({
    ...at('/transits', 'Transits', () => import('./transits.tsx')),
    validateSearch: searchOf({ status: oneOf(transitStatuses), warehouse: number, overdue: oneOf([true]) }),
  }),
  createRoute(at('/transits/$slip', 'Transit', () => import('./transit.tsx'))),
  createRoute(at('/ship-transit', 'ShipTransit', () => import('./ship-transit.tsx'))),
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
