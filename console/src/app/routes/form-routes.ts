import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { numberOf, textOf } from '../search-params.ts'
import { at, forStock, type Given, type StockFormSearch } from './root-route.ts'

const receive = createRoute({
  ...at('/receive'),
  component: lazyRouteComponent(() => import('../../screens/forms/receive.tsx'), 'Receive'),
  validateSearch: forStock,
})
const move = createRoute({
  ...at('/move'),
  component: lazyRouteComponent(() => import('../../screens/forms/move.tsx'), 'Move'),
  validateSearch: forStock,
})
const issue = createRoute({
  ...at('/issue'),
  component: lazyRouteComponent(() => import('../../screens/forms/issue.tsx'), 'Issue'),
  validateSearch: forStock,
})
interface AdjustSearch extends StockFormSearch {
  readonly spot?: string | undefined
}
const adjust = createRoute({
  ...at('/adjust'),
  component: lazyRouteComponent(() => import('../../screens/forms/adjust.tsx'), 'Adjust'),
  validateSearch: (given: Given): AdjustSearch => ({ ...forStock(given), spot: textOf(given, 'spot') }),
})
interface HoldSearch {
  readonly recno?: number | undefined
}
const hold = createRoute({
  ...at('/hold'),
  component: lazyRouteComponent(() => import('../../screens/forms/hold.tsx'), 'Hold'),
  validateSearch: (given: Given): HoldSearch => ({ recno: numberOf(given, 'recno') }),
})

export const formRoutes = [receive, move, issue, adjust, hold] as const
