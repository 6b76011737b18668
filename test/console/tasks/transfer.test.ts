import { describe, expect, test } from 'vitest'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps, windows } from '../../support/console/steps.ts'
import { button, createStockedItem, preview } from '../../support/console/stock-forms.ts'

const world = useConsole()

const [[, desk], [, phone]] = windows

describe('Stock that is sent to another warehouse', { timeout: TEST_LIMIT_MS }, () => {
  test('is shipped at a desk and received on a phone in ten steps', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openOwnWindow(context, world, desk)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(page.getByRole('link', { name: 'Ship to another warehouse' }))
    await steps.fill(page.getByRole('combobox', { name: 'Item' }), shortID)
    await steps.fill(page.getByLabel('Units'), '40')
    await page.getByLabel('Units').press('Enter')
    await steps.choose('From warehouse', 'Warehouse 1')
    await steps.choose('To warehouse', 'Warehouse 2')
    await page.keyboard.press('Enter')
    await preview(page).getByText(shortID).waitFor()
    await steps.click(button(page, 'Ship'))
    const slip = await page.getByRole('link', { name: /^TR-/ }).innerText()

    await page.setViewportSize(phone.viewport)
    await window.open('/')
    await heading(page, 'Today').waitFor()
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Transits', exact: true }))
    await steps.click(page.getByRole('link', { name: slip }))
    await steps.click(button(page, 'Preview'))
    await preview(page).getByText('Receives 40').waitFor()
    await steps.click(button(page, 'Receive'))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    steps.expectAtMost(10)
    const { body } = await world.client.api.inventory.getTransit({ slip })
    expect(body.lines).toMatchObject([{ shortID, shipped: 40, accepted: 40, inTransit: 0 }])
    expectNoTrouble(window)

    // The second time both warehouses are those of the first.
    await window.goTo('/ship-transit')
    await heading(page, 'Ship to another warehouse').waitFor()
    await page.getByText('Last used').nth(1).waitFor()
    expect(await page.getByLabel('To warehouse').first().inputValue()).toBe('Warehouse 2')
  })
})
