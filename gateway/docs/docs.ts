import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type RequestHandler, Router } from 'express'
import type { Handler } from '../http/handler.ts'
import { page, pagePolicy, startScript } from './page.ts'

const ONE_HOUR = 'public, max-age=3600'

/** Swagger UI from its package, for trying the interface out; `before` runs first on each request. */
export function createDocs(documentUrl: string, ...before: Handler[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const offer = (path: string, type: string, content: () => string | Buffer) =>
    router.all(path, ...before, serve(type, content))

  offer('/', 'text/html; charset=utf-8', () => page)
  offer('/start.js', 'text/javascript; charset=utf-8', () => startScript(documentUrl))
  offer('/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', () => fromPackage('swagger-ui-bundle.js'))
  offer('/swagger-ui.css', 'text/css; charset=utf-8', () => fromPackage('swagger-ui.css'))
  offer('/favicon-32x32.png', 'image/png', () => fromPackage('favicon-32x32.png'))
  return router
}

/** Packed on the first request, since most gateways never show the page: 1.5 MB become 0.5. */
function serve(type: string, content: () => string | Buffer): Handler {
  let packed: Buffer | undefined
  return (req, res) => {
    res.setHeader('Content-Security-Policy', pagePolicy)
    res.setHeader('Content-Type', type)
    res.setHeader('Cache-Control', ONE_HOUR)
    res.setHeader('Vary', 'Accept-Encoding')
    if (req.acceptsEncodings('gzip')) {
      packed ??= gzipSync(content())
      res.setHeader('Content-Encoding', 'gzip')
      res.setHeader('Content-Length', packed.length)
      res.end(packed)
    } else res.end(content())
  }
}

function fromPackage(file: string): Buffer {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, file))
}
