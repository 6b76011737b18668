import { beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { ACTOR, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps, windows } from '../../support/console/steps.ts'
import { button, createStockedItem, entriesOf, preview } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()
beforeAll(async () => {
  await world.system.call(inventory.createReasonCode, {
    ...{ code: 30, direction: 'out', name: 'Inspection', forHolds: true },
  })
}, TEST_LIMIT_MS)

describe.each(windows)('From the page of a lot a person %s', { timeout: TEST_LIMIT_MS }, (_, view) => {
  test('moves a part of it with four steps, and is asked about a spot without stock', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    const spot = unique('B')
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.openAs(world.client, `/lots/${recNo}`)
    const steps = countSteps(page)
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Move' }))
    await steps.fill(page.getByLabel('Units'), '40')
    await steps.fill(page.getByLabel('To spot'), spot)
    await page.keyboard.press('Enter')
    await preview(page).getByText(`${spot} is new or empty in Warehouse 1. Move there?`).waitFor()
    await steps.click(button(page, 'Move'))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    steps.expectAtMost(4)
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'move', units: 40, spot: 'A-01', toSpot: spot, actor: ACTOR })

    expectNoTrouble(window)
  })

  test('holds it with a reason with three steps, and releases it with two', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.openAs(world.client, `/lots/${recNo}`)
    const steps = countSteps(page)
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Hold' }))
    await page.getByRole('combobox', { name: 'Reason (optional)' }).click()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Inspection'])
    await page.keyboard.press('Escape')
    await steps.choose('Reason (optional)', 'Inspection')
    await page.getByLabel('Note').fill('Dent in the lid')
    await page.keyboard.press('Enter')
    await preview(page).getByText('Holds').waitFor()
    await steps.click(button(page, 'Hold or release'))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    steps.expectAtMost(3)

    await page
      .getByRole('main')
      .getByRole('link', { name: String(recNo), exact: true })
      .click()
    await heading(page, `Lot ${recNo}`).waitFor()
    await page.getByText('On hold').first().waitFor()
    await page.getByText('Hold reason').locator('..').getByText('Inspection: Dent in the lid').waitFor()
    const others = countSteps(page)
    await others.click(page.getByRole('main').getByRole('link', { name: 'Release' }))
    await page.getByLabel('Units (default: the whole lot)').press('Enter')
    await preview(page).getByText('Releases').waitFor()
    await others.click(button(page, 'Hold or release'))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    others.expectAtMost(2)
    const entries = await entriesOf(world.client, shortID)
    expect(entries.map(({ type, reasonCode }) => [type, reasonCode])).toEqual([
      ['release', null],
      ['hold', 30],
      ['receive', 10],
    ])
    expectNoTrouble(window)
  })
})
