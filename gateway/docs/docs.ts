import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type RequestHandler, Router } from 'express'
import type { Handler } from '../http/handler.ts'
import { sendBody } from '../http/send-body.ts'
import { page, pagePolicy, startScript } from './page.ts'

const ONE_HOUR = 'public, max-age=3600'

/** The reference page: Swagger UI from its package. `before` runs first on each request. */
export function createDocs(documentUrl: string, ...before: Handler[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const route = (path: string, type: string, content: () => string | Buffer) =>
    router.all(path, ...before, serve(type, content))

  route('/', 'text/html; charset=utf-8', () => page)
  route('/start.js', 'text/javascript; charset=utf-8', () => startScript(documentUrl))
  route('/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', () => fromPackage('swagger-ui-bundle.js'))
  route('/swagger-ui.css', 'text/css; charset=utf-8', () => fromPackage('swagger-ui.css'))
  route('/favicon-32x32.png', 'image/png', () => fromPackage('favicon-32x32.png'))
  return router
}

/** Sends a file, read and compressed at the first request for it: most gateways never show the page, and 1.5 MB become 0.5. */
function serve(type: string, read: () => string | Buffer): Handler {
  let file: Buffer | undefined
  let compressed: Buffer | undefined
  return (_req, res) => {
    file ??= Buffer.from(read())
    res.setHeader('Content-Security-Policy', pagePolicy)
    res.setHeader('Content-Type', type)
    res.setHeader('Cache-Control', ONE_HOUR)
    sendBody(res, file, (body) => (compressed ??= gzipSync(body)))
  }
}

function fromPackage(file: string): Buffer {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, file))
}
