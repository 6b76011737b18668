import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { findCutTexts } from '../../support/console/cut-texts.ts'
import { countSteps, windows } from '../../support/console/steps.ts'
import { button } from '../../support/console/stock-forms.ts'

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const world = useConsole()
beforeAll(async () => {
  const { call } = world.client
  for (const shortID of ['BOLT', 'NUT']) await call(catalog.createItem, { shortID, description: shortID })
  await call(inventory.createVendor, { shortID: 'NORDIC', name: 'Nordic Fasteners' })
  await call(inventory.createCustomer, { shortID: 'HARBOR', name: 'Harbor Yard' })
  const ordered = (shortID: string, warehouse: number) => [{ shortID, warehouse, units: 5, unitPrice: 1 }]
  for (const [poNo, days, wid] of [
    ['PO-LATE', -2, 1],
    ['PO-LATE-2', -2, 2],
    ['PO-DUE', 5, 1],
  ] as const) {
    const lines = ordered('BOLT', wid)
    await call(inventory.createPurchaseOrder, { poNo, vendor: 'NORDIC', expectedDate: dayFromNow(days), lines })
  }
  for (const [itemID, units, days] of [
    ['BOLT', 7, -1],
    ['BOLT', 8, 10],
    ['NUT', 90, 60],
  ] as const) {
    const receipt = { itemID, units, wid: 1, reasonCode: 10, expires: dayFromNow(days), spot: `E${units}` }
    await call(inventory.receive, receipt)
  }
  for (const [soNo, days, lines] of [
    ['SO-LATE', -2, ordered('NUT', 1)],
    ['SO-SHORT', 5, [...ordered('BOLT', 2), ...ordered('NUT', 1), ...ordered('NUT', 2)]],
  ] as const) {
    const order = { soNo, customer: 'HARBOR', shipDate: dayFromNow(days), lines: [...lines] }
    await call(inventory.createShippingOrder, order)
  }
}, TEST_LIMIT_MS)

/** The texts of a list's rows. */
const rowsOf = (page: Page, list: string) =>
  page.getByRole('table', { name: list, exact: true }).locator('tbody tr:has(td[data-title])').allInnerTexts()

const cards = [
  ['Late receipts', '2', 'Receiving', 'Purchase orders due', ['PO-LATE', 'PO-LATE-2']],
  ['Late shipments', '1', 'Fulfilment', 'Shipping orders', ['SO-LATE']],
  ['Shortages', '2', 'Shortages', 'Lines waiting for stock', ['BOLT', 'NUT']],
  ['Expired', '1', 'Expiry', 'Lots with an expiry date', ['E7']],
  ['Expiring', '1', 'Expiry', 'Lots with an expiry date', ['E8']],
] as const

describe.each(windows)('A card of Today %s', { timeout: TEST_LIMIT_MS }, (_, view) => {
  test('leads with one step to exactly what it counts, without a barrier or a cut text', async (context) => {
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.openAs(world.client, '/')
    for (const [card, count, screen, list, expected] of cards) {
      await window.goTo('/')
      await heading(page, 'Today').waitFor()
      const link = page.getByRole('main').getByRole('link', { name: new RegExp(`^${card}\\b`) })
      await link.getByText(count, { exact: true }).waitFor()
      const steps = countSteps(page)
      await steps.click(link)
      await heading(page, screen).waitFor()
      await expect.poll(() => rowsOf(page, list)).toHaveLength(expected.length)
      const rows = await rowsOf(page, list)
      for (const [at, name] of expected.entries())
        expect([card, rows[at]]).toEqual([card, expect.stringContaining(name)])
      steps.expectAtMost(1)
      expect([card, await findCutTexts(page), await findBarriers(page)]).toEqual([card, [], []])
    }
    expectNoTrouble(window)
  })
})

describe('Today', { timeout: TEST_LIMIT_MS }, () => {
  test('counts what is in the warehouse that is chosen, and leads to that', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    await page.getByRole('combobox', { name: 'Warehouse' }).selectOption('Warehouse 2')
    const link = page.getByRole('main').getByRole('link', { name: /^Late receipts/ })
    await link.getByText('1', { exact: true }).waitFor()
    await link.click()
    await expect.poll(() => rowsOf(page, 'Purchase orders due')).toHaveLength(1)
    expect((await rowsOf(page, 'Purchase orders due'))[0]).toContain('PO-LATE-2')
    expectNoTrouble(window)
  })
})

describe('A list', { timeout: TEST_LIMIT_MS }, () => {
  test('is saved as CSV with one step, sorted as it is shown', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/stock')
    await page.getByRole('button', { name: 'Available' }).click()
    await page.waitForURL('**/stock?*sort=available*')
    const steps = countSteps(page)
    const arriving = page.waitForEvent('download')
    await steps.click(button(page, 'Save as CSV: Stock levels'))
    const file = await arriving
    const [header = '', ...rows] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    const column = header.split(',').indexOf('available')
    const figures = rows.map((row) => Number(row.split(',')[column]))
    expect(figures).toHaveLength(2)
    expect(figures).toEqual(figures.toSorted((one, other) => other - one))
    steps.expectAtMost(1)
    expectNoTrouble(window)
  })
})
