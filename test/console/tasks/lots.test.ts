import { describe, expect, test } from 'vitest'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps, searchButton } from '../../support/console/steps.ts'
import { createStockedItem } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()

describe('A person who looks for lots', { timeout: TEST_LIMIT_MS }, () => {
  test('of a batch sees five of eight, that there are more, and all in the list, by supplier too', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { inventory } = world.client.api
    const [serial, vendor] = [unique('BATCH'), unique('V')]
    await inventory.createVendor({ shortID: vendor, name: 'Nordic Fasteners' })
    const supplier = (await inventory.getVendor({ shortID: vendor })).body.id
    for (let at = 1; at <= 8; at++) {
      const more = at === 1 ? { supplier } : {}
      await inventory.receive({ itemID: shortID, units: at, wid: 1, reasonCode: 10, serial, spot: `S-${at}`, ...more })
    }
    await inventory.issue({ itemID: shortID, units: 8, wid: 1, reasonCode: 20, serial, spot: 'S-8' })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(searchButton(page))
    await steps.fill(page.getByRole('combobox', { name: 'Search' }), serial)
    await page.getByText('Lots (first 5)').waitFor()
    expect(await page.getByRole('option', { name: /^Lot \d/ }).count()).toBe(5)
    await steps.click(page.getByRole('option', { name: 'Show all 8 lots' }))
    await heading(page, 'Lots').waitFor()
    steps.expectAtMost(3)
    const rows = page.getByRole('status').filter({ hasText: /rows?$/ })
    await rows.getByText('8 rows', { exact: true }).waitFor()
    await page.getByLabel('Spot', { exact: true }).fill('S-8')
    await page.keyboard.press('Enter')
    await rows.getByText('1 row', { exact: true }).waitFor()
    await page.goBack()
    await page.getByLabel('Supplier', { exact: true }).fill(vendor)
    await page.keyboard.press('Enter')
    await rows.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'S-1', exact: true }).waitFor()
    await choose(page, 'State', 'No longer in stock')
    await page.getByText('No lots match the filters').waitFor()
    expectNoTrouble(window)
  })

  test('of an item finds them from its figures, those on hold apart', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    const { inventory } = world.client.api
    for (const wid of [1, 2]) await inventory.receive({ itemID: shortID, units: 7, wid, reasonCode: 10 })
    await inventory.hold({ recno: recNo })
    await using window = await openWindow(context, world)
    const { page } = window
    const rows = page.getByRole('status').filter({ hasText: /rows?$/ })
    await window.openAs(world.client, `/items/${shortID}`)
    const levels = page.getByRole('table', { name: 'Levels by warehouse' })
    for (const [warehouse, figure, lots] of [
      ['Warehouse 1', '107', '2 rows'],
      ['Warehouse 1', '100', '1 row'],
      ['All', '114', '3 rows'],
    ] as const) {
      const row = levels.getByRole('row').filter({ hasText: warehouse })
      await row.getByRole('link', { name: figure, exact: true }).click()
      await heading(page, 'Lots').waitFor()
      await rows.getByText(lots, { exact: true }).waitFor()
      await page.goBack()
    }
    await page.getByRole('link', { name: 'Show all 3 lots' }).click()
    await rows.getByText('3 rows', { exact: true }).waitFor()
    expectNoTrouble(window)
  })
})
