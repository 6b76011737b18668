import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import type { Handler } from '../http/handler.ts'
import { serveFile } from '../http/serve-file.ts'
import { page, pagePolicy, startScript } from './page.ts'

const headers = { 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'public, max-age=3600' }

/** The reference page: Swagger UI from its package. `before` runs first on each request. */
export function createDocs(documentUrl: string, ...before: Handler[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const route = (path: string, type: string, content: () => string | Buffer) =>
    router.all(path, ...before, serveFile({ ...headers, 'Content-Type': type }, content))

  route('/', 'text/html; charset=utf-8', () => page)
  route('/start.js', 'text/javascript; charset=utf-8', () => startScript(documentUrl))
  route('/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', () => fromPackage('swagger-ui-bundle.js'))
  route('/swagger-ui.css', 'text/css; charset=utf-8', () => fromPackage('swagger-ui.css'))
  route('/favicon-32x32.png', 'image/png', () => fromPackage('favicon-32x32.png'))
  return router
}

function fromPackage(file: string): Buffer {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, file))
}
