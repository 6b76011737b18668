import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import { type Credentials, signIn } from './console-page.ts'
import type { ConsoleSystem } from './console-system.ts'

/** Waiting ends as soon as what is awaited has happened; a machine that is busy otherwise takes its time. */
const PATIENCE_MS = 60_000
/** The limit of one test in a browser. */
export const TEST_LIMIT_MS = 300_000

/** A browser window of its own, without a session at first. */
export interface ConsoleWindow extends AsyncDisposable {
  readonly page: Page
  /** What went wrong in any page of the window: errors, refusals of the policy, requests to other hosts. */
  readonly trouble: readonly string[]
  open(path: string): Promise<void>
  signIn(client: Credentials): Promise<void>
}

/** Opens a window; skips the test if there is no browser. */
export async function openWindow(
  context: TestContext,
  { browser, origin }: ConsoleSystem,
  options: BrowserContextOptions = {},
): Promise<ConsoleWindow> {
  if (typeof browser === 'string') return context.skip(browser)
  const viewport = { width: 1280, height: 900 }
  const window = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-GB', ...options })
  window.setDefaultTimeout(PATIENCE_MS)
  const trouble: string[] = []
  window.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    // The browser reports every refused request. The question for the session is refused before the sign-in; tests look at the others.
    if (message.text().startsWith('Failed to load resource') && url.startsWith(`${origin}/console/`)) return
    trouble.push(`${message.text()} ${url}`)
  })
  window.on('weberror', (error) => trouble.push(error.error().message))
  window.on('request', (request) => {
    if (!request.url().startsWith(origin)) trouble.push(`a request to ${request.url()}`)
  })
  window.on('response', (response) => {
    if (response.status() >= 500 && !response.url().includes('/console/api/')) trouble.push(`${response.status()}`)
  })
  const page = await window.newPage()
  return {
    page,
    trouble,
    open: async (path) => void (await page.goto(`${origin}/console${path}`)),
    signIn: (client) => signIn(page, client),
    [Symbol.asyncDispose]: () => window.close(),
  }
}

export function expectNoTrouble({ trouble }: ConsoleWindow): void {
  expect(trouble).toEqual([])
}
