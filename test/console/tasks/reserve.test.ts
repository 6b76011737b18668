import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { ACTOR, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button, createStockedItem, entriesOf, preview } from '../../support/console/stock-forms.ts'

const world = useConsole()

describe('Units are reserved at a desk', { timeout: TEST_LIMIT_MS }, () => {
  test('for a customer found by a word of the name, with five steps', async (context) => {
    const { shortID } = await createStockedItem(world)
    await world.client.api.inventory.createCustomer({ shortID: 'HARBOR', name: 'Pier Seven Supply' })
    const seller = await world.system.createClient({ warehouses: [1] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(seller, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Reserve' }))
    await steps.fill(page.getByRole('combobox', { name: 'Item' }), shortID)
    await page.keyboard.press('Enter')
    // The cursor goes to the units when the item is known.
    await expect.poll(() => page.getByLabel('Units').and(page.locator(':focus')).count()).toBe(1)
    await steps.fill(page.getByLabel('Units'), '30')
    await steps.fill(page.getByRole('combobox', { name: 'For', exact: true }), 'seven')
    await page.getByRole('option', { name: 'Pier Seven Supply' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Pier Seven Supply', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await preview(page).getByText('Reserved for Pier Seven Supply (HARBOR).').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await steps.click(button(page, 'Reserve'))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    steps.expectAtMost(5)
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'reserve', units: 30, reference: 'HARBOR', actor: ACTOR })
    expectNoTrouble(window)
  })

  test('for whatever else is typed, which the preview says is no customer', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/reserve?itemID=${shortID}&wid=1`)
    await page.getByLabel('Units').fill('5')
    await page.getByRole('combobox', { name: 'For', exact: true }).fill('CART-9')
    await page.keyboard.press('Enter')
    await preview(page).getByText('Reserved for “CART-9”, not a registered customer.').waitFor()
    await button(page, 'Reserve').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'reserve', units: 5, reference: 'CART-9' })
    expectNoTrouble(window)
  })
})
