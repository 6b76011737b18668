import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import { type BarePage, leaveBarePage, openBarePage, takeBarePage } from './bare-pages.ts'
import { ACTOR, type Credentials, signIn } from './console-page.ts'

/** The limit of one test in a browser. */
export const TEST_LIMIT_MS = 300_000

/** A browser window in which nothing of another test is left, without a session at first. */
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

/** Where a window shows the console. */
interface Place {
  /** The browser, or the reason why it could not be started. */
  readonly browser: Browser | string
  readonly origin: string
}

/**
 * Opens a window, in the page of an earlier test if there is one, emptied; skips the test if there is no browser. What a
 * test changes otherwise would last: see `openOwnWindow`.
 */
export async function openWindow(
  context: TestContext,
  { browser, origin }: Place,
  options: BrowserContextOptions = {},
): Promise<ConsoleWindow> {
  if (typeof browser === 'string') return context.skip(browser)
  const bare = await takeBarePage(browser, origin, options)
  return showConsole(bare, () => leaveBarePage(browser, options, bare))
}

/**
 * Opens a window that no other test uses: for one that sets its clock, size, colours or permissions, adds scripts to
 * its pages, lets service workers run, or must load a file of the console for the first time.
 */
export async function openOwnWindow(
  context: TestContext,
  { browser, origin }: Place,
  options: BrowserContextOptions = {},
): Promise<ConsoleWindow> {
  if (typeof browser === 'string') return context.skip(browser)
  const bare = await openBarePage(browser, origin, options)
  return showConsole(bare, () => bare.page.context().close())
}

function showConsole({ page, origin, record }: BarePage, close: () => Promise<void>): ConsoleWindow {
  const window = page.context()
  const open = async (path: string) => void (await page.goto(`${origin}/console${path}`))
  return {
    page,
    ...record,
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
    [Symbol.asyncDispose]: close,
  }
}

/** Nothing went wrong, and the gateway refused only what the test made it refuse. */
export function expectNoTrouble({ trouble, refusals }: ConsoleWindow, ...expected: readonly string[]): void {
  expect(trouble).toEqual([])
  expect([...refusals].toSorted()).toEqual(expected.toSorted())
}
