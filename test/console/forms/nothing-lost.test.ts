import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { type ConsoleWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { expireSessions } from '../../support/console/expire-sessions.ts'
import { interrupt } from '../../support/console/interruption.ts'
import { button, createStockedItem } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'
import type { TestClient } from '../../support/system/system.ts'

const world = useConsole()

const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input:not([type=hidden]), textarea'))

async function expectTexts(page: Page, texts: Readonly<Record<string, string>>, way: string): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await expect.poll(() => field(page, label).inputValue(), { message: `${label} after ${way}` }).toBe(text)
}

async function createPurchase(): Promise<string> {
  const { inventory } = world.client.api
  await inventory.createVendor({ shortID: 'NORDIC', name: 'Nordic Fasteners' })
  const { shortID } = await createStockedItem(world)
  const poNo = unique('PO')
  const lines = [{ shortID, warehouse: 1, units: 40, unitPrice: 1 }]
  expect(await inventory.createPurchaseOrder({ poNo, vendor: 'NORDIC', lines })).toMatchObject({ status: 201 })
  return `/receiving/${poNo}`
}

async function createCount(): Promise<string> {
  const countNo = unique('CC')
  const { shortID } = await createStockedItem(world)
  await world.client.api.inventory.createCount({ countNo, wid: 1, items: [shortID] })
  return `/counts/${countNo}`
}

async function createRound(): Promise<string> {
  const { inventory } = world.client.api
  await inventory.createCustomer({ shortID: 'HARBOR', name: 'Harbor Yard' })
  const { shortID } = await createStockedItem(world)
  const soNo = unique('SO')
  const lines = [{ shortID, units: 9, warehouse: 1 }]
  expect(await inventory.createShippingOrder({ soNo, customer: 'HARBOR', lines })).toMatchObject({ status: 201 })
  return `/pick?orders=${soNo}`
}

interface Form {
  /** Creates what it is about; its path. */
  readonly prepare: () => Promise<string>
  /** Opens it, if its page does not. */
  readonly opens?: string
  readonly texts: Readonly<Record<string, string>>
  /** What sends a request. */
  readonly sends: string
}

const pasted = Array.from({ length: 12 }, (_, at) => `BOLT-${at}\t${at + 1}\t0.5`).join('\n')

const forms: Readonly<Record<string, Form>> = {
  'a receipt': {
    prepare: async () => `/receive?itemID=${(await createStockedItem(world)).shortID}`,
    texts: { Units: '12', Spot: 'B-02', Note: 'Two boxes are wet' },
    sends: 'Preview',
  },
  'a new order': {
    prepare: async () => '/new-purchase-order',
    texts: { Vendor: 'NORDIC', 'Order number (optional)': 'PO-TYPED', Lines: pasted, Item: 'BOLT-12', Units: '5' },
    sends: 'Preview',
  },
  'a receipt of an order': {
    prepare: createPurchase,
    opens: 'Receive',
    texts: { Units: '17', Spot: 'R-01', 'Serial or lot number': 'L-5' },
    sends: 'Preview',
  },
  'a step of an order': {
    prepare: createPurchase,
    opens: 'Change date…',
    texts: { 'Expected date': '2031-05-04' },
    sends: 'Preview',
  },
  'a count': { prepare: createCount, texts: { Spot: 'A-01', Item: 'BOLT-1', Counted: '12*3' }, sends: 'Save' },
  'a pick of fewer': {
    prepare: createRound,
    opens: 'Short pick…',
    texts: { 'Units found': '7', Reason: 'A box is wet' },
    sends: 'Refresh',
  },
}

interface Began extends Pick<Form, 'sends'> {
  readonly window: ConsoleWindow
  readonly client: TestClient
}

const REFUSAL = { statusCode: 409, error: 'conflict', message: 'Not as things stand.' }

const ways: Readonly<Record<string, (began: Began) => Promise<void>>> = {
  'a refusal': async ({ window: { page }, sends }) => {
    const refusing = await interrupt(page, '**/console/api/**', (route) =>
      route.request().method() === 'GET' && sends !== 'Refresh'
        ? route.fallback()
        : route.fulfill({ status: 409, json: REFUSAL }),
    )
    await button(page, sends).first().click()
    await page.getByRole('alert').getByText(REFUSAL.message).waitFor()
    refusing.end()
  },
  'a lost signal': async ({ window: { page }, sends }) => {
    await page.context().setOffline(true)
    await button(page, sends).first().click()
    await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
    await page.context().setOffline(false)
  },
  'a reload': async ({ window: { page } }) => void (await page.reload()),
  'a lost session': async ({ window, client, sends }) => {
    const sending = button(window.page, sends)
    await expect.poll(() => sending.first().isEnabled()).toBe(true)
    await expireSessions(world)
    // Something that the page reads by itself may meet the end of the session first: the button is gone then.
    await sending.evaluateAll((found: readonly { click(): void }[]) => found[0]?.click())
    await heading(window.page, 'Sign in to Inventory').waitFor()
    await window.signIn(client)
  },
}

describe('What is typed into', { timeout: TEST_LIMIT_MS }, () => {
  test.for(Object.entries(forms))(
    '%s outlives a refusal, a lost signal, a reload and a lost session',
    async ([name, form], context) => {
      const { prepare, opens, texts, sends } = form
      const client = await world.system.createClient({ warehouses: [1] })
      await world.client.api.inventory.createVendor({ shortID: 'NORDIC', name: 'Nordic Fasteners' })
      await using window = await openWindow(context, world)
      const { page } = window
      await window.openAs(client, await prepare())
      if (opens !== undefined) await button(page, opens).click()
      for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
      for (const [way, meet] of Object.entries(ways)) {
        // A count without signal waits on the device; that is in counts.test.ts.
        if (name === 'a count' && way === 'a lost signal') continue
        await meet({ window, client, sends })
        await expectTexts(page, texts, way)
      }
    },
  )
})
