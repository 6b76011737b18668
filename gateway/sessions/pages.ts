import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Handler, Response } from '../http/handler.ts'
import { sendBody, serveFile } from '../http/send-body.ts'

const isSource = import.meta.url.endsWith('.ts')
/** The folder that `npm run build` in console/ writes. */
export const builtConsole = fileURLToPath(new URL(`${isSource ? '' : '../'}../../console/dist`, import.meta.url))

const NONCE = '__CSP_NONCE__'
const NONCE_BYTES = 16
const ONE_YEAR = 'public, max-age=31536000, immutable'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * The console's files below `/console/`, and its start page, which has a router, for every other path. Files are found by
 * their exact names in a list made at the start, so no path leads out of the folder. 404 if the console is not built.
 */
export function servePages(folder: string): Handler {
  const files = new Map(listFiles(folder).map((name) => [`/console/${name}`, serveBuilt(folder, name)]))
  const index = existsSync(join(folder, 'index.html')) ? readFileSync(join(folder, 'index.html'), 'utf8') : undefined
  return (req, res, next) => {
    const [path = ''] = req.originalUrl.split('?', 1)
    const file = files.get(path)
    if (file) return file(req, res, next)
    if (index === undefined) throw new AppError('not_found', 'The console is not built.')
    if (path.startsWith('/console/assets/')) throw new AppError('not_found', 'There is no such path.')
    sendIndex(index, res)
  }
}

const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) => name !== 'index.html' && extname(name) in types,
      )
    : []

/** Workers have policies of their own: they reach this host alone. */
const ofWorkers: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  // The service worker may serve `/console` and what is below.
  [/^worker\.js$/, { 'Service-Worker-Allowed': '/console', 'Content-Security-Policy': "default-src 'self'" }],
  // Reads the codes that a camera sees, by WebAssembly.
  [/^assets\/decoder-[^/]+\.js$/, { 'Content-Security-Policy': "default-src 'self' 'wasm-unsafe-eval'" }],
]

/** What is in assets/ has a hash of its content in its name. */
function serveBuilt(folder: string, name: string): Handler {
  const cacheControl = name.startsWith('assets/') ? ONE_YEAR : 'no-cache'
  const type = { 'Content-Type': types[extname(name)] ?? '', 'Cache-Control': cacheControl }
  const ofWorker = ofWorkers.find(([pattern]) => pattern.test(name))?.[1]
  const headers = { ...type, ...ofWorker }
  return serveFile(headers, () => readFileSync(join(folder, name)))
}

/** Sends the page with a nonce of its own, for the styles that its scripts create. */
function sendIndex(index: string, res: Response): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  res.setHeader('Content-Security-Policy', policyWith(nonce))
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Cache-Control', 'no-cache')
  sendBody(res, Buffer.from(index.replaceAll(NONCE, nonce)))
}

/** Everything comes from this host. */
const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
