import { describe, expect, test } from 'vitest'
import { choose } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { scanKeys } from '../../support/console/scanner.ts'
import { button, createStockedItem, entriesOf } from '../../support/console/stock-forms.ts'

const world = useConsole()

describe('A label scanned into a quantity field', { timeout: TEST_LIMIT_MS }, () => {
  test('is reported as a code, and writes nothing', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/issue?itemID=${shortID}&wid=1`)
    await choose(page, 'Reason', 'Sale')
    await page.getByLabel('Units').focus()
    await scanKeys(page, '01095060001343523024^10L7')
    await page.getByText('This is a code, not a number').waitFor()
    await expect.poll(() => page.getByLabel('Units').and(page.locator(':focus')).count()).toBe(1)
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await button(page, 'Issue').waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)
    expectNoTrouble(window)
  })
})
