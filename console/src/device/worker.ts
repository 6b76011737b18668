/**
 * The service worker keeps the console's pages on the device, so that they open without signal. It touches no
 * response of the interface. The build inserts the files and their version.
 */
declare const SHELL: { readonly version: string; readonly files: readonly string[] }

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
// TypeScript's library for pages does not know the global names of workers.
declare function addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
declare function addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
declare const skipWaiting: () => Promise<void>

const { version, files } = SHELL
const PREFIX = 'console shell '
const NAME = `${PREFIX}${version}`
const PAGE = '/console'
const NO_PAGE = /^\/console\/(api|session)\b/
/** A network that does not respond for so long counts as none. */
const PATIENCE_MS = 8_000

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(removeOthers()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || NO_PAGE.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (files.includes(pathname)) event.respondWith(openFile(request))
  else if (pathname.startsWith(`${PAGE}/assets/`)) event.respondWith(keepFile(request))
})

async function install(): Promise<void> {
  const shell = await caches.open(NAME)
  await shell.addAll([PAGE, ...files].map((path) => new Request(path, { cache: 'reload' })))
  // Files have hashes in their names, so a page of before finds those that it still needs at the gateway or reloads.
  await skipWaiting()
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)))
}

/** The gateway's page with its own nonce; the kept one if the gateway cannot be reached. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    const shell = await caches.open(NAME)
    const kept = await shell.match(PAGE)
    if (kept) return kept
    throw error
  }
}

async function openFile(request: Request): Promise<Response> {
  const shell = await caches.open(NAME)
  return (await shell.match(request)) ?? fetch(request)
}

/** A file that is kept when it was used first; its name has a hash of its content. */
async function keepFile(request: Request): Promise<Response> {
  const file = await openFile(request)
  if (file.ok) await (await caches.open(NAME)).put(request, file.clone())
  return file
}
