import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, createStockedItem } from '../../support/console/stock-forms.ts'

const world = useConsole()

/** Each list with filters, and another set of them. */
const lists = [
  ['Stock', '/stock', 'wid=1&search=bolt&sort=available&direction=DESC'],
  ['Items', '/items', 'search=bolt&category=7&status=Active'],
  ['Lots', '/lots', 'hold=true&wid=1&view=map'],
  ['Expiry', '/expiry', 'wid=2'],
  ['Ledger', '/ledger', 'itemID=BOLT&wid=1&type=move&reference=PO-1'],
  ['Stock Valuation', '/reports/15', 'asOf=2026-01-31&wid=1&method=fifo'],
  ['Fulfilment', '/fulfilment', 'status=Partial'],
  ['Work orders', '/work-orders', 'status=Closed'],
  ['Reservations', '/reservations', 'state=Expired'],
  ['Transits', '/transits', 'status=Partial&warehouse=1'],
  ['Counts', '/counts', 'status=Posted&wid=1'],
] as const

const searchOf = (page: Page) => new URL(page.url()).search.slice(1).split('&').toSorted()

test(
  'the filters of every list are saved by name, for that list alone, and come back after a reload',
  async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/')
    await window.signIn(await world.system.createClient())
    await heading(page, 'Today').waitFor()
    for (const [title, path, search] of lists) {
      await window.goTo(`${path}?${search}`)
      await heading(page, title).waitFor()
      await button(page, 'Save this view').click()
      await page.getByRole('textbox', { name: 'View name' }).fill(`My ${title}`)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: `My ${title}` }).waitFor()
    }
    await page.reload()
    for (const [title, path, search] of lists) {
      await window.goTo(path)
      await heading(page, title).waitFor()
      await page.getByRole('link', { name: `My ${title}` }).click()
      await page.waitForURL(`**${path}?**`)
      expect([title, searchOf(page)]).toEqual([title, search.split('&').toSorted()])
      expect(await page.getByRole('link', { name: /^My / }).count()).toBe(1)
    }

    // What is typed shows what was saved.
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByRole('link', { name: 'My Ledger' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Item' }).inputValue()).toBe('BOLT')
    await button(page, 'Clear').click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Item' }).inputValue()).toBe('')
    await button(page, 'Remove view My Ledger').click()
    await page.getByRole('link', { name: 'My Ledger' }).waitFor({ state: 'detached' })
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)

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
