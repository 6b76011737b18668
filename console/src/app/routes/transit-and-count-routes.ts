import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { countStatuses, transitStatuses } from '../../api/names/record-names.ts'
import type { CountStatus } from '../../api/orders/counts.ts'
import type { TransitStatus } from '../../api/orders/transits.ts'
import { numberOf } from '../search-params.ts'
import { at, type Given } from './root-route.ts'

interface TransitsSearch {
  readonly status?: TransitStatus | undefined
  readonly warehouse?: number | undefined
}
const transits = createRoute({
  ...at('/transits'),
  component: lazyRouteComponent(() => import('../../screens/transits/transits.tsx'), 'Transits'),
  validateSearch: (given: Given): TransitsSearch => ({
    status: transitStatuses.find((status) => status === given.status),
    warehouse: numberOf(given, 'warehouse'),
  }),
})
const transit = createRoute({
  ...at('/transits/$slip'),
  component: lazyRouteComponent(() => import('../../screens/transits/transit.tsx'), 'Transit'),
})
const shipTransit = createRoute({
  ...at('/ship-transit'),
  component: lazyRouteComponent(() => import('../../screens/transits/ship-transit.tsx'), 'ShipTransit'),
})

interface CountsSearch {
  readonly status?: CountStatus | undefined
  readonly wid?: number | undefined
}
const counts = createRoute({
  ...at('/counts'),
  component: lazyRouteComponent(() => import('../../screens/counts/counts.tsx'), 'Counts'),
  validateSearch: (given: Given): CountsSearch => ({
    status: countStatuses.find((status) => status === given.status),
    wid: numberOf(given, 'wid'),
  }),
})
const count = createRoute({
  ...at('/counts/$countNo'),
  component: lazyRouteComponent(() => import('../../screens/counts/count.tsx'), 'CountScreen'),
})
const newCount = createRoute({
  ...at('/new-count'),
  component: lazyRouteComponent(() => import('../../screens/counts/new-count.tsx'), 'CreateCount'),
})

export const transitAndCountRoutes = [transits, transit, shipTransit, counts, count, newCount] as const
