import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { NotFound } from './not-found.tsx'
import { Root } from './root.tsx'
import { ScreenError } from './screen-error.tsx'

const root = createRootRoute({ component: Root })
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const today = createRoute({
  ...at('/'),
  component: lazyRouteComponent(() => import('../screens/today/today.tsx'), 'Today'),
})

export const router = createRouter({
  routeTree: root.addChildren([today]),
  basepath: '/console',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
