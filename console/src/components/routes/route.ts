import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'

/** What the app shows around each screen. */
export const root = createRootRoute()

/** The address of a screen, its name, and its file, which is read when it is opened first. */
export const at = <const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<{ readonly [One in Name]: () => void }>,
) => ({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })
