import { expect, test } from 'vitest'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { createStockedItem } from '../support/console/stock-forms.ts'

const world = useConsole()

test(
  'who follows a link while the search of Stock settles arrives there, however long the screen takes to load',
  async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await page.clock.install()
    await window.open('/stock')
    await window.signIn(world.client)
    const link = page.getByRole('link', { name: shortID })
    await link.waitFor()
    const screen = '**/console/assets/item-*.js'
    await page.route(screen, async (route) => {
      await page.clock.fastForward(1_000)
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Search' }).fill('BOLT')
    await link.click()
    await heading(page, shortID).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/items/${shortID}`)

    await page.goBack()
    await heading(page, 'Stock').waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('BOLT')
    await page.clock.fastForward(1_000)
    await page.waitForURL('**/stock?search=BOLT')
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
