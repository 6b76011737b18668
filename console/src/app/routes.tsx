import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { NotFound } from './not-found.tsx'
import { formRoutes } from './routes/form-routes.ts'
import { orderRoutes } from './routes/order-routes.ts'
import { at, root } from './routes/root-route.ts'
import { stockRoutes } from './routes/stock-routes.ts'
import { transitAndCountRoutes } from './routes/transit-and-count-routes.ts'
import { ScreenError } from './screen-error.tsx'

const today = createRoute({
  ...at('/'),
  component: lazyRouteComponent(() => import('../screens/today/today.tsx'), 'Today'),
})

const outbox = createRoute({
  ...at('/outbox'),
  component: lazyRouteComponent(() => import('../screens/outbox/outbox.tsx'), 'Outbox'),
})

const health = createRoute({
  ...at('/health'),
  component: lazyRouteComponent(() => import('../screens/health/health.tsx'), 'Health'),
})
const access = createRoute({
  ...at('/access'),
  component: lazyRouteComponent(() => import('../screens/access/access.tsx'), 'Access'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    today,
    outbox,
    health,
    access,
    ...stockRoutes,
    ...orderRoutes,
    ...transitAndCountRoutes,
    ...formRoutes,
  ]),
  basepath: '/console',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
