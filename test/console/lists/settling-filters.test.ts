import { expect, test } from 'vitest'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { createStockedItem } from '../../support/console/stock-forms.ts'

const world = useConsole()

test.for([
  ['Stock', 'stock', 'Search', 'search'],
  ['Ledger', 'ledger', 'Item', 'itemID'],
])(
  'who follows a link while what was typed into %s settles arrives there, however long the screen takes to load',
  { timeout: TEST_LIMIT_MS },
  async ([title = '', path = '', field = '', parameter = ''], context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await page.clock.install()
    await window.openAs(world.client, `/${path}`)
    const link = page.getByRole('link', { name: shortID }).first()
    await link.waitFor()
    const screen = '**/console/assets/item-*.js'
    await page.route(screen, async (route) => {
      await page.clock.fastForward(1_000)
      await route.continue()
    })
    await page.getByRole('textbox', { name: field }).fill(shortID)
    await link.click()
    await heading(page, shortID).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/items/${shortID}`)

    await page.goBack()
    await heading(page, title).waitFor()
    await page.getByRole('textbox', { name: field }).fill(shortID)
    await page.clock.fastForward(1_000)
    await page.waitForURL(`**/${path}?${parameter}=${shortID}`)
    expectNoTrouble(window)
  },
)
