import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { buildConsole } from '../../../local/build-console.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { openBrowser } from '../../support/browser.ts'
import { heading, signIn } from '../../support/console/console-page.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { buildStock } from '../build/build-stock.ts'
import { shortIdOf } from '../build/items.ts'
import type { BenchOptions } from '../options.ts'
import { startOurs } from '../world/our-system.ts'
import { ownServers } from '../world/world.ts'
import { firstRowMs, type Scrolling, scrollToEnd, watchFirstRow } from './in-page.ts'

const SYSTEM = 'console'
const ITEMS = 50_000
const SCROLL_SECONDS = 20
const PATIENCE_MS = 60_000

export interface ConsoleResult {
  /** Milliseconds of each load of the stock, the files of the console not yet in the browser's cache. */
  readonly coldMs: readonly number[]
  /** The same with them. */
  readonly warmMs: readonly number[]
  readonly scrolling: readonly Scrolling[]
}

/** Measures the console's stock of 50,000 items in Chromium: how soon it is shown, and how it scrolls from top to end. */
export async function measureConsole(options: BenchOptions, say: (line: string) => void): Promise<ConsoleResult> {
  await using owner = createOwner()
  const dataDir = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'inventory-console-'))
  if (options.dataDir === undefined) owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  await buildConsole(say)
  const { servers, urls } = await ownServers(dataDir, say)
  owner.defer(() => servers.stop())
  const { call, door } = owner.own(await startOurs({ system: SYSTEM, urls, dataDir, say }))
  await registerBasics(call)
  const size = { items: ITEMS, lots: ITEMS }
  await buildStock(size, { mongoUri: urls.MONGODB_URI, system: SYSTEM, dataDir, together: 1, say })
  const clientId = `console-${Date.now()}`
  await call(auth.createGroup, { name: clientId, permissions: Object.values(permissions) })
  const { client_secret: clientSecret } = await call(auth.createClient, {
    clientId,
    group: clientId,
    warehouses: 'all',
  })
  const browser = await openBrowser()
  if (typeof browser === 'string') throw new Error(browser)
  owner.defer(() => browser.close())
  const address = `${new URL(door.url).origin}/console`
  say('Measuring')
  return await measure(browser, address, { clientId, clientSecret }, options.rounds)
}

async function measure(
  browser: Browser,
  address: string,
  client: Parameters<typeof signIn>[1],
  rounds: number,
): Promise<ConsoleResult> {
  const coldMs: number[] = []
  const warmMs: number[] = []
  const scrolling: Scrolling[] = []
  for (let round = 0; round < rounds; round++) {
    const signedIn = await browser.newContext()
    const page = await signedIn.newPage()
    await page.goto(address)
    await signIn(page, client)
    await heading(page, 'Today').waitFor()
    const storageState = await signedIn.storageState()
    await signedIn.close()
    await using window = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } })
    window.setDefaultTimeout(PATIENCE_MS)
    const stock = await window.newPage()
    await watchFirstRow(stock)
    coldMs.push(await loadStock(stock, address))
    warmMs.push(await loadStock(stock, address))
    scrolling.push(await scrollToEnd(stock, SCROLL_SECONDS))
    await stock.getByRole('link', { name: shortIdOf(ITEMS), exact: true }).waitFor()
  }
  return { coldMs, warmMs, scrolling }
}

async function loadStock(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/stock`)
  return firstRowMs(page)
}

export function describeConsole({ coldMs, warmMs, scrolling }: ConsoleResult): string {
  const list = (values: readonly number[]) => values.map((value) => Math.round(value)).join(', ')
  return [
    `Stock of ${ITEMS} items in Chromium, each round:`,
    `first row without cache: ${list(coldMs)} ms`,
    `first row with cache: ${list(warmMs)} ms`,
    `scrolled from top to end in ${SCROLL_SECONDS} s: frames ${list(scrolling.map(({ frames }) => frames))}`,
    `median frame ${list(scrolling.map(({ medianFrameMs }) => medianFrameMs))} ms, longest ${list(scrolling.map(({ longestFrameMs }) => longestFrameMs))} ms`,
    `frames later than 50 ms: ${list(scrolling.map(({ lateFrames }) => lateFrames))}`,
    `longest task: ${list(scrolling.map(({ longestTaskMs }) => longestTaskMs))} ms (0: none above 50 ms)`,
  ].join('\n')
}
