import { type RequestHandler, Router } from 'express'
import { refuseWrites } from '../http/refuse-writes.ts'
import { servePages } from './pages.ts'
import { createSignInRoutes } from './provider/sign-in-routes.ts'
import { createSessionRoutes, type SessionRoutesDeps } from './session-routes.ts'

/** `/console`: sessions and pages. `use-session.ts` has turned its requests to the interface into those of the interface. */
export function createConsole(folder: string, deps: SessionRoutesDeps): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(createSessionRoutes(deps), createSignInRoutes(deps))
  router.use(refuseWrites, servePages(folder))
  return router
}
