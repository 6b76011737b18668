import { type RequestHandler, Router } from 'express'
import { refuseWrites } from '../http/refuse-writes.ts'
import { servePages } from './pages.ts'
import { createSessionRoutes, type SessionRoutesParts } from './session-routes.ts'

/** `/console`: sessions and pages. Its requests to the interface have become those of the interface before (use-session.ts). */
export function createConsole(folder: string, parts: SessionRoutesParts): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(createSessionRoutes(parts))
  router.use(refuseWrites, servePages(folder))
  return router
}
