import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { findBarriers } from '../support/console/barriers.ts'
import { ACTOR, heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { button, entriesOf } from '../support/console/stock-forms.ts'

const world = useConsole()
beforeAll(async () => {
  for (const shortID of ['BOLT', 'NUT']) await world.system.call(catalog.createItem, { shortID, description: shortID })
}, TEST_LIMIT_MS)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Through the menu of a small window. */
async function goTo(page: Page, screen: string): Promise<void> {
  await button(page, 'Menu').click()
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true }).click()
  await heading(page, screen).waitFor()
}

/** Nothing stands beside the window, and axe-core finds nothing. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await findBarriers(page)).toEqual([])
}

describe('On a phone', { timeout: TEST_LIMIT_MS }, () => {
  test('a person receives against a line of a purchase order: by scan, in two parts', async (context) => {
    await world.client.api.inventory.createVendor({ shortID: 'NORDIC', name: 'Nordic Fasteners' })
    const line = { shortID: 'BOLT', warehouse: 1, units: 40, unitPrice: 1 }
    await world.client.api.inventory.createPurchaseOrder({ poNo: 'PO-9', vendor: 'NORDIC', lines: [line] })
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    await goTo(page, 'Receiving')
    await page.getByRole('link', { name: 'PO-9' }).click()
    for (const [units, left] of [
      ['15', '25 open'],
      ['25', '0 open'],
    ] as const) {
      await page.getByLabel('Scan or type an item').fill('bolt')
      await page.getByLabel('Scan or type an item').press('Enter')
      await page.getByLabel('Units').fill(units)
      await page.getByLabel('Spot').fill('R-01')
      await button(page, 'Preview').click()
      await page.getByRole('table', { name: 'Lots before and after' }).waitFor()
      await expectFits(page)
      await page
        .getByRole('group', { name: 'Receive' })
        .locator('xpath=ancestor::form')
        .getByRole('button', { name: 'Receive' })
        .click()
      await button(page, 'Continue').click()
      await page.getByText(left).waitFor()
    }
    await page.getByText('Closed').first().waitFor()
    const { body } = await world.client.api.inventory.listPurchaseOrderLines({ poNo: 'PO-9' })
    expect(body.value).toMatchObject([{ unitsReceived: 40, unitsOpen: 0 }])
    const entries = await entriesOf(world.client, 'BOLT')
    expect(entries.filter(({ type }) => type === 'receive')).toMatchObject([
      { units: 25, spot: 'R-01', reference: 'PO-9', actor: ACTOR },
      { units: 15, spot: 'R-01', reference: 'PO-9', actor: ACTOR },
    ])
    expectNoTrouble(window)
  })

  test('a person allocates, packs and ships an order, and sees why a line is short', async (context) => {
    await world.client.api.inventory.createCustomer({ shortID: 'HARBOR', name: 'Harbor Yard' })
    await world.client.api.inventory.receive({ itemID: 'NUT', units: 12, wid: 1, reasonCode: 10 })
    const line = { shortID: 'NUT', warehouse: 1, units: 20, unitPrice: 1 }
    await world.client.api.inventory.createShippingOrder({ soNo: 'SO-9', customer: 'HARBOR', lines: [line] })
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    await goTo(page, 'Fulfilment')
    await page.getByRole('link', { name: 'SO-9' }).click()
    const figures = page.getByRole('table', { name: 'Lines' }).locator('tbody td')
    for (const step of ['Allocate', 'Pack', 'Ship']) {
      await button(page, `${step}…`).click()
      await page.getByRole('table', { name: `Lines to ${step.toLowerCase()}` }).waitFor()
      await expectFits(page)
      await button(page, step).click()
      await button(page, 'Continue').click()
    }
    await button(page, 'Allocate…').waitFor()
    expect((await figures.allInnerTexts()).slice(1)).toEqual([
      ...['NUT', 'Warehouse 1', '20', '8', '0', '0', '12', '0', 'No stock'],
    ])
    const [entry] = await entriesOf(world.client, 'NUT')
    expect(entry).toMatchObject({ type: 'issue', units: 12, reference: 'SO-9', actor: ACTOR })
    expectNoTrouble(window)
  })

  test('a person with a long name sees the way out, and rows as cards with the main figures first', async (context) => {
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.open('/stock')
    await page.getByLabel('Client id').fill(world.client.clientId)
    await page.getByRole('textbox', { name: 'Client secret' }).fill(world.client.clientSecret)
    await page.getByLabel('Your name').fill('Wolfeschlegelsteinhausenbergerdorff '.repeat(2).slice(0, 64))
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Stock levels' }).getByText('BOLT').first().waitFor()
    const card = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'BOLT' }) })
    const figures = card.getByRole('cell')
    /** Lines are read from above, each from the left. */
    const placeOf = async (title: string) => {
      const { x = 0, y = 0 } = (await card.locator(`td[data-title="${title}"]`).boundingBox()) ?? {}
      return y * 390 + x
    }
    expect(await figures.count()).toBeGreaterThan(5)
    expect(await placeOf('Available')).toBeLessThan(await placeOf('In stock'))
    expect(await placeOf('Available')).toBeLessThan(await placeOf('Description'))
    for (const part of [page.getByRole('button', { name: 'Sign out' }), ...(await figures.all())]) {
      const { x = -1, width = 0 } = (await part.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
    }
    await expectFits(page)
    expectNoTrouble(window)
  })
})
