import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createDemoData } from '../../../local/demo/demo-data.ts'
import { heading, signIn } from '../../support/console/console-page.ts'
import { startConsole } from '../../support/console/console-system.ts'
import { screens } from '../../support/console/screens.ts'
import startServers from '../../support/servers/global-setup.ts'

const desktop = { width: 1280, height: 800 }
const windows = {
  light: { viewport: desktop, colorScheme: 'light' },
  dark: { viewport: desktop, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} as const

/** Writes pictures of each screen of the console, light, dark and on a phone, with the demo data, to the folder that the command names. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder for the pictures: npm run pictures -- FOLDER')
const stopServers = await startServers()
try {
  await takePictures(folder)
} finally {
  await stopServers?.()
}

async function takePictures(into: string): Promise<void> {
  await using world = await startConsole((call) => createDemoData(call, console.log))
  const { client, origin, browser } = world
  if (typeof browser === 'string') throw new Error(browser)
  mkdirSync(into, { recursive: true })
  for (const [name, options] of Object.entries(windows)) {
    const window = await browser.newContext({ ...options, reducedMotion: 'reduce', locale: 'en-GB' })
    window.setDefaultTimeout(120_000)
    await walk(await window.newPage(), origin, client, (screen, page) =>
      page.screenshot({ path: join(into, name === 'light' ? `${screen}.png` : `${screen}-${name}.png`) }),
    )
    await window.close()
  }
  await browser.close()
}

/** Takes a picture of every screen, and of a receipt that is being entered. */
async function walk(
  page: Page,
  origin: string,
  client: Parameters<typeof signIn>[1],
  take: (screen: string, page: Page) => Promise<unknown>,
): Promise<void> {
  await page.goto(`${origin}/console`)
  await heading(page, 'Sign in to Inventory').waitFor()
  await take('sign-in', page)
  await signIn(page, client)
  await heading(page, 'Today').waitFor()
  for (const { path, title, shown } of screens) {
    await page.goto(`${origin}/console${path}`)
    await heading(page, title).waitFor()
    await page.getByRole('main').getByText(shown).first().waitFor()
    if (path === '/stock') await openReasons(page)
    await page.waitForLoadState('networkidle')
    await take(nameOf(path), page)
  }
  await page.goto(`${origin}/console/receiving/PO-2026-900001`)
  await page.getByRole('region', { name: /^Line 1,/ }).waitFor()
  // On a phone the form of the first line is open.
  const receive = page.getByRole('button', { name: 'Receive', exact: true }).first()
  if (await receive.isVisible()) await receive.click()
  await page.waitForLoadState('networkidle')
  await take('receive-line', page)
}

/** Why the level of an item is what it is. */
async function openReasons(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Explain the level of BOLT-M6-30/ }).click()
  await page.getByRole('table', { name: 'Committed, packed and on order' }).waitFor()
}

/** `/items/BOLT-M6-30` as a file's name: `items-bolt-m6-30`. */
function nameOf(path: string): string {
  const words = path.toLowerCase().match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'today'
}
