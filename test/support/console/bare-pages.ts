import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Waiting ends as soon as what is awaited has happened; a machine that is busy otherwise takes its time. */
const PATIENCE_MS = 60_000
/** A page of the console's origin that runs nothing. */
const NOTHING = '/console/icon.svg'
/** Before anybody has signed in, the page asks for a session and is refused. */
const BEFORE_SIGN_IN = '401 GET /console/session'
/** The storage of an origin in the browser that all tabs share. */
const LEFT_BEHIND = 'cookies,local_storage,indexeddb,cache_storage,service_workers'

const DESK: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
  locale: 'en-GB',
  serviceWorkers: 'block',
}
const keyOf = (options: BrowserContextOptions) => JSON.stringify({ ...DESK, ...options })

/** Errors in any page of a window, and requests that the gateway refused. */
interface Report {
  readonly trouble: string[]
  readonly refusals: Set<string>
}

/** A page that keeps nothing of an earlier test. */
export interface BarePage {
  readonly page: Page
  readonly origin: string
  record: Report
}

/** A page in a window of its own. */
export async function openBarePage(browser: Browser, origin: string, options: BrowserContextOptions) {
  const window = await browser.newContext({ ...DESK, ...options })
  window.setDefaultTimeout(PATIENCE_MS)
  const bare: BarePage = { page: await window.newPage(), origin, record: { trouble: [], refusals: new Set() } }
  const note = (text: string) => void bare.record.trouble.push(text)
  window.on('console', (message) => {
    // What was refused is in `refusals`.
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of')
    if (message.type() === 'error' && !isRefusal) note(`${message.text()} ${message.location().url}`)
  })
  window.on('weberror', (error) => note(error.error().message))
  window.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) note(`a request to ${request.url()}`)
  })
  window.on('response', (response) => {
    const refusal = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`
    if (response.status() >= 400 && refusal !== BEFORE_SIGN_IN) bare.record.refusals.add(refusal)
  })
  return bare
}

/**
 * The pages that tests have left, one for each set of options. Loading the console takes half as much processor time in
 * a page that has shown it before as in a new one.
 */
const left = new WeakMap<Browser, Map<string, BarePage>>()

/** A page that a test of this origin has left, else a new one. */
export async function takeBarePage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<BarePage> {
  const pages = left.get(browser)
  for (const [key, { page, origin: former }] of pages ?? [])
    if (former !== origin) {
      pages?.delete(key)
      await page.context().close()
    }
  const key = keyOf(options)
  const bare = pages?.get(key)
  if (!bare) return openBarePage(browser, origin, options)
  pages?.delete(key)
  bare.record = { trouble: [], refusals: new Set() }
  return bare
}

/** Empties a page for the next test. Closes it instead if another one waits already, or if it cannot be emptied. */
export async function leaveBarePage(browser: Browser, options: BrowserContextOptions, bare: BarePage): Promise<void> {
  const pages = left.get(browser) ?? new Map<string, BarePage>()
  left.set(browser, pages)
  const key = keyOf(options)
  if (!pages.has(key) && (await empty(bare))) pages.set(key, bare)
  else await bare.page.context().close()
}

async function empty({ page, origin }: BarePage): Promise<boolean> {
  const window = page.context()
  try {
    for (const other of window.pages()) if (other !== page) await other.close()
    await window.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await window.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`${origin}${NOTHING}`)
    const session = await window.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: LEFT_BEHIND })
    await session.detach()
    await page.evaluate('sessionStorage.clear()')
    return true
  } catch {
    // The server of the origin may have ended: a new window replaces this one.
    return false
  }
}
