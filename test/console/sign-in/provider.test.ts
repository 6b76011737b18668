import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtConsole } from '../../../gateway/sessions/pages.ts'
import { buildConsole } from '../../../local/build-console.ts'
import { serviceNames } from '../../../local/services.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { shareBrowser } from '../../support/browser.ts'
import { heading } from '../../support/console/console-page.ts'
import { openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import { startSystemWithProvider } from '../../support/system/provider-sign-in.ts'
import { registerBasics } from '../../support/system/registries.ts'

let world: Awaited<ReturnType<typeof startSystemWithProvider>>
let browser: Browser | string

beforeAll(async () => {
  await buildConsole(console.log)
  world = await startSystemWithProvider({ consoleFolder: builtConsole, services: serviceNames })
  await registerBasics(world.system.call)
  browser = await shareBrowser()
}, TEST_LIMIT_MS)
afterAll(() => world[Symbol.asyncDispose]())

test(
  'a person signs in at the provider, comes back to the page, sees which names are not verified, and signs out there too',
  async (context) => {
    const { system, provider, origin } = world
    const client = await system.createClient()
    provider.settings.clients.push({ value: 'staff', clientId: client.clientId })
    provider.accounts.set('ada', { name: 'Ada Byron', groups: ['staff'] })
    const { shortID: itemID } = await client.call(catalog.createItem, anItem())
    await client.api.inventory.receive(aReceipt({ itemID }), { headers: { 'x-actor': 'Mallory' } })

    await using window = await openWindow(context, { browser, origin })
    const { page } = window
    await window.open('/ledger?type=receive')
    await page.getByRole('link', { name: 'Sign in with Test Provider' }).click()
    await page.getByPlaceholder('Enter any login').fill('ada')
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()

    await heading(page, 'Ledger').waitFor()
    expect(page.url()).toBe(`${origin}/console/ledger?type=receive`)
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.getByText('Ada Byron').waitFor()
    await page.getByText('Mallory').waitFor()
    await page.getByText(`(not verified) ${client.clientId}`).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${provider.settings.issuer}/**`)
  },
  TEST_LIMIT_MS,
)

test(
  'a name that is typed is shown as not verified',
  async (context) => {
    const { system, origin } = world
    const client = await system.createClient()
    await using window = await openWindow(context, { browser, origin })
    const { page } = window
    await window.open('/access')
    await page.getByText('your name is then not verified').waitFor()
    await page.getByLabel('Client id').fill(client.clientId)
    await page.getByRole('textbox', { name: 'Client secret' }).fill(client.clientSecret)
    await page.getByLabel('Your name').fill('Mallory')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Mallory (not verified)').waitFor()
    await page.getByText(`not verified, ${client.clientId}`).waitFor()
    expect(await page.getByText('(not verified)').count()).toBe(1)
  },
  TEST_LIMIT_MS,
)
