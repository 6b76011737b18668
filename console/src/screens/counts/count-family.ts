import { createRoute } from '@tanstack/react-router'
import { countStatuses } from '../../api/http/contract.ts'
import { seesCounts } from '../../api/permissions.ts'
import { at, type Family, number, oneOf, searchOf } from '../../components/routes.ts'

export const countRoutes = [
  createRoute({
    ...at('/counts', 'Counts', () => import('./counts.tsx')),
    validateSearch: searchOf({ status: oneOf(countStatuses), wid: number }),
  }),
  createRoute(at('/counts/$countNo', 'CountScreen', () => import('./count.tsx'))),
  createRoute(at('/new-count', 'CreateCount', () => import('./counts.tsx'))),
] as const

const icon = 'count'

export const countFamily: Family = {
  group: 'Counts',
  icon,
  wayTo: (countNo) => ({ to: '/counts/$countNo', params: { countNo } }),
  destinations: [
    { to: '/counts', label: 'Counts', icon, isShown: seesCounts, key: 'c' },
    { to: '/new-count', label: 'New count', icon, needs: ['countStock', 'approveCounts'], isBesideMenu: true },
  ],
}
