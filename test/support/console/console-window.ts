import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import { ACTOR, type Credentials, signIn } from './console-page.ts'

/** Waiting ends as soon as what is awaited has happened; a machine that is busy otherwise takes its time. */
const PATIENCE_MS = 60_000
/** The page asks for the session to learn that there is none. */
const BEFORE_SIGN_IN = '401 GET /console/session'
/** The limit of one test in a browser. */
export const TEST_LIMIT_MS = 300_000

/** A browser window of its own, without a session at first. */
export interface ConsoleWindow extends AsyncDisposable {
  readonly page: Page
  /** What went wrong in any page of the window: errors, refusals of the policy, requests to other hosts. */
  readonly trouble: readonly string[]
  /** Requests that the gateway refused, such as `400 POST /console/api/Inventory/Issue`, each once. */
  readonly refusals: ReadonlySet<string>
  open(path: string): Promise<void>
  /** Opens a path with a session of the client, as somebody who has signed in before. */
  openAs(client: Credentials, path: string): Promise<void>
  /** Goes to a path without loading the page anew, as its links do. */
  goTo(path: string): Promise<void>
  signIn(client: Credentials): Promise<void>
}

/** Opens a window; skips the test if there is no browser. */
export async function openWindow(
  context: TestContext,
  { browser, origin }: { readonly browser: Browser | string; readonly origin: string },
  options: BrowserContextOptions = {},
): Promise<ConsoleWindow> {
  if (typeof browser === 'string') return context.skip(browser)
  const window = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...options,
  })
  window.setDefaultTimeout(PATIENCE_MS)
  const trouble: string[] = []
  const refusals = new Set<string>()
  window.on('console', (message) => {
    // What was refused is in `refusals`.
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of')
    if (message.type() === 'error' && !isRefusal) trouble.push(`${message.text()} ${message.location().url}`)
  })
  window.on('weberror', (error) => trouble.push(error.error().message))
  window.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) trouble.push(`a request to ${request.url()}`)
  })
  window.on('response', (response) => {
    const refusal = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`
    if (response.status() >= 400 && refusal !== BEFORE_SIGN_IN) refusals.add(refusal)
  })
  const page = await window.newPage()
  const open = async (path: string) => void (await page.goto(`${origin}/console${path}`))
  return {
    page,
    trouble,
    refusals,
    open,
    openAs: async ({ clientId, clientSecret }, path) => {
      const data = { clientId, clientSecret, actor: ACTOR }
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Console': '1' }
      const response = await window.request.post(`${origin}/console/session`, { data, headers })
      expect(response.status(), await response.text()).toBe(200)
      await open(path)
    },
    goTo: async (path) => void (await page.evaluate(`history.pushState(null, '', '/console${path}')`)),
    signIn: (client) => signIn(page, client),
    [Symbol.asyncDispose]: () => window.close(),
  }
}

/** Nothing went wrong, and the gateway refused only what the test made it refuse. */
export function expectNoTrouble({ trouble, refusals }: ConsoleWindow, ...expected: readonly string[]): void {
  expect(trouble).toEqual([])
  expect([...refusals].toSorted()).toEqual(expected.toSorted())
}
