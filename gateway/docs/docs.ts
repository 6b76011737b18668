import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import type { Handler } from '../http/handler.ts'
import { serveFile } from '../http/send-body.ts'
import type { createOpenApi } from '../openapi/document.ts'
import { serveOpenApi } from '../openapi/serve-openapi.ts'
import { docPage, docs, readDoc, referencePage } from './pages.ts'
import { readRecipes } from './recipes.ts'
import { toReferenceDocument } from './reference-document.ts'
import { style } from './style.ts'
import { llmsText, readTextPages } from './text-pages.ts'

/** Content-Security-Policy: scripts, styles and requests of this host only; Swagger UI has its icons in data: URLs. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const headers = { 'Content-Security-Policy': policy, 'Cache-Control': 'public, max-age=3600' }
const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

type CreateDocument = (baseUrl: string) => ReturnType<typeof createOpenApi>

/** Pages for integrators: the reference (Swagger UI from its package) and documents of docs/. `before` runs first. */
export function createDocs(createDocument: CreateDocument, ...before: Handler[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const route = (path: string, type: string, content: () => string | Buffer) =>
    router.all(path, ...before, serveFile({ ...headers, 'Content-Type': type }, content))

  route('/', HTML, () => referencePage)
  for (const [path, name] of Object.entries(docs)) route(`/${path}`, HTML, () => docPage(name, createDocument('')))
  for (const { path } of readTextPages()) route(`/${path}`, MARKDOWN, () => readDoc(path))
  route('/start.js', SCRIPT, () => startScript)
  route('/style.css', CSS, () => style)
  route('/swagger-ui-bundle.js', SCRIPT, () => fromPackage('swagger-ui-bundle.js'))
  route('/swagger-ui.css', CSS, () => fromPackage('swagger-ui.css'))
  route('/favicon-32x32.png', 'image/png', () => fromPackage('favicon-32x32.png'))
  const createReference = (baseUrl: string) =>
    toReferenceDocument(createDocument(baseUrl), readRecipes(readDoc(docs.recipes)))
  router.all('/reference.json', ...before, serveOpenApi(createReference))
  return router
}

/** `/llms.txt`: where programs find the documents as text. */
export const serveLlmsText: Handler = serveFile({ ...headers, 'Content-Type': TEXT }, () => llmsText(readTextPages()))

function fromPackage(file: string): Buffer {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, file))
}

/** Starts Swagger UI on the document, in the reader's light or dark mode, without its validator on another host. */
const startScript = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({ ...${JSON.stringify({
  url: '/docs/reference.json',
  dom_id: '#reference',
  deepLinking: true,
  // Drawing every operation takes twice the time.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})}, presets: [SwaggerUIBundle.presets.apis] })
`
