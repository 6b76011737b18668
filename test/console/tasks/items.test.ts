import { beforeAll, describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { findCutTexts } from '../../support/console/cut-texts.ts'
import { countSteps, searchButton, windows } from '../../support/console/steps.ts'
import { button } from '../../support/console/stock-forms.ts'

const world = useConsole()
beforeAll(async () => {
  const { catalog } = world.client.api
  await catalog.putCategory({ category: 41, name: 'Screws' })
  for (const [shortID, category] of [
    ['SCREW-A', 41],
    ['SCREW-B', 41],
    ['SCREW-C', 42],
    ['NAIL', 42],
  ] as const)
    await catalog.createItem({ shortID, category, description: `${shortID.toLowerCase()} of steel` })
  await catalog.discontinueItem({ shortID: 'SCREW-B' })
}, TEST_LIMIT_MS)

describe.each(windows)('A person who looks for items %s', { timeout: TEST_LIMIT_MS }, (_, view) => {
  test('sees one that was made just now, finds others by words, category and status, and opens one', async (context) => {
    await using window = await openWindow(context, world, view)
    const { page } = window
    const rows = page.getByRole('status').filter({ hasText: /\d rows?$/ })
    const items = page.getByRole('table', { name: 'Items' }).getByRole('link')
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const isPhone = 'hasTouch' in view
    const steps = countSteps(page)
    if (isPhone) await steps.click(button(page, 'Menu'))
    const screens = page.getByRole('navigation', { name: 'Screens' })
    await steps.click(screens.getByRole('link', { name: 'Items', exact: true }))
    await heading(page, 'Items').waitFor()
    await steps.choose('Category', 'Screws (41)')
    await rows.getByText('2 rows', { exact: true }).waitFor()
    steps.expectAtMost(isPhone ? 3 : 2)

    const made = isPhone ? 'SCREW-ON-PHONE' : 'SCREW-AT-DESK'
    await page.getByRole('main').getByRole('link', { name: 'New item' }).click()
    await page.getByLabel('SKU').fill(made)
    await button(page, 'Create').click()
    await page.getByRole('status').getByText(`Created ${made}.`).waitFor()
    await page.getByRole('link', { name: 'Show all items' }).click()
    await items.getByText(made, { exact: true }).waitFor()

    await choose(page, 'Category', 'Screws (41)')
    await rows.getByText('2 rows', { exact: true }).waitFor()
    await page.getByText('Discontinued', { exact: true }).first().click()
    await rows.getByText('1 row', { exact: true }).waitFor()
    expect(await items.allInnerTexts()).toEqual(['SCREW-B'])
    expect([await findCutTexts(page), await findBarriers(page)]).toEqual([[], []])
    await choose(page, 'Category', 'All categories')
    await page.getByText('All', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('steel screw')
    await page.keyboard.press('Enter')
    await rows.getByText('3 rows', { exact: true }).waitFor()
    expect(await items.allInnerTexts()).toEqual(['SCREW-A', 'SCREW-B', 'SCREW-C'])
    await items.getByText('SCREW-C').click()
    await heading(page, 'SCREW-C').waitFor()
    // A category without a name is found by its number.
    await page.getByRole('main').getByRole('link', { name: '42', exact: true }).click()
    await rows.getByText('2 rows', { exact: true }).waitFor()
    expect(await items.allInnerTexts()).toEqual(['NAIL', 'SCREW-C'])
    expectNoTrouble(window)
  })

  test('sees in the search that there are more than it shows, and all of them in the list', async (context) => {
    const { catalog } = world.client.api
    const word = 'hasTouch' in view ? 'PIN' : 'RIVET'
    for (let at = 1; at <= 7; at++) await catalog.createItem({ shortID: `${word}-${at}` })
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    await searchButton(page).click()
    await page.getByRole('combobox', { name: 'Search' }).fill(word.toLowerCase())
    await page.getByText('Items (first 5)').waitFor()
    await page.getByRole('option', { name: 'Show all items' }).click()
    await heading(page, 'Items').waitFor()
    await page.getByRole('status').getByText('7 rows', { exact: true }).waitFor()
    expectNoTrouble(window)
  })
})
