import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createDemoClient } from '../../local/demo/demo-client.ts'
import { createDemoData } from '../../local/demo/demo-data.ts'
import { welcome } from '../../local/welcome.ts'
import { ACTOR, choose, heading, signIn } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { button } from '../support/console/stock-forms.ts'

const ITEM = 'BOLT-M6-30'
let clientSecret = ''
const world = useConsole(async (call) => {
  await createDemoData(call, () => undefined)
  clientSecret = (await createDemoClient(call)) ?? ''
})

/** What somebody reads who has typed `npm start`. */
function readWelcome() {
  const port = Number(new URL(world.origin).port)
  const text = welcome({ port, client: { clientId: 'demo', clientSecret }, dataDir: '.data', hasConsole: true })
  const [, address = ''] = /^ +console +(\S+):/m.exec(text) ?? []
  const [, id = ''] = /^ +client id +(\S+)/m.exec(text) ?? []
  const [, secret = ''] = /^ +client secret +(\S+)/m.exec(text) ?? []
  return { address, credentials: { clientId: id, clientSecret: secret } }
}

/** The numbers of a text, without the spaces between their thousands. */
const numbersOf = (text: string) => (text.replaceAll(/(?<=\d)\s(?=\d{3})/g, '').match(/\d+(\.\d+)?/g) ?? []).map(Number)

const figure = async (page: Page, text: RegExp) => numbersOf(await page.getByText(text).first().innerText())

test(
  'a new user signs in with what is printed, finds why an item is available, receives, moves and issues it, sees that live on a second page, and ships and receives on a phone',
  async (context) => {
    const { address, credentials } = readWelcome()
    await using window = await openOwnWindow(context, { ...world, origin: new URL(address).origin })
    const { page } = window
    await page.goto(address)
    await signIn(page, credentials)
    await heading(page, 'Today').waitFor()

    await page.getByRole('link', { name: 'Stock', exact: true }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('M6 x 30')
    await button(page, `Explain the level of ${ITEM}`).click()
    const [available = 0, inStock = 0, onHold = 0, committed = 0, packed = 0] = await figure(
      page,
      /^Available .* = in stock/,
    )
    expect(available).toBeGreaterThan(0)
    expect(inStock - onHold - committed - packed).toBe(available)
    const claims = page.getByRole('table', { name: 'Committed, packed and on order' })
    await claims.getByText('SO-DEMO-01, line 1').first().waitFor()

    const second = await page.context().newPage()
    await second.clock.install()
    await second.goto(`${address}/ledger?itemID=${ITEM}`)
    const shown = async (type: string, units: number) => {
      const row = second.getByRole('row').filter({ hasText: ACTOR }).filter({ hasText: type })
      const cell = row.getByRole('cell', { name: String(units), exact: true })
      // It looks for changes every 10 s, and a change takes a moment to the feed.
      await expect
        .poll(async () => {
          await second.clock.fastForward(10_000)
          return cell.count()
        })
        .toBe(1)
    }
    await second.getByText('Live: updates every').waitFor()
    // Chromium draws a tab in the background once a second, and each step in it waits for that.
    await page.bringToFront()

    await page.getByRole('link', { name: ITEM, exact: true }).first().click()
    await heading(page, ITEM).waitFor()
    const act = async (name: string, fill: () => Promise<unknown>) => {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await heading(page, name).waitFor()
      await page.getByLabel('Item', { exact: true }).and(page.locator('input')).fill(ITEM)
      await fill()
      await button(page, 'Preview').click()
      await button(page, name).click()
      await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    }
    await act('Receive', async () => {
      await page.getByLabel('Units', { exact: true }).fill('17')
      await choose(page, 'Warehouse', 'Main')
      await choose(page, 'Reason', 'Purchase receipt')
      await page.getByLabel('Spot').fill('Z-09')
    })
    await shown('receive', 17)
    await act('Move', async () => {
      await page.getByLabel('Units', { exact: true }).fill('13')
      await choose(page, 'From warehouse', 'Main')
      await page.getByLabel('From spot (optional)').fill('Z-09')
      await page.getByLabel('To spot').fill('Z-10')
    })
    await shown('move', 13)
    await act('Issue', async () => {
      await page.getByLabel('Units', { exact: true }).fill('11')
      await choose(page, 'Warehouse', 'Main')
      await page.getByLabel('Spot (optional)').fill('Z-10')
      await choose(page, 'Reason', 'Scrap')
    })
    await shown('issue', 11)

    await page.setViewportSize({ width: 390, height: 844 })
    const goTo = async (screen: string, record: string) => {
      await button(page, 'Menu').click()
      await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click()
      await page.getByRole('link', { name: record }).click()
      await heading(page, record).waitFor()
    }
    await goTo('Fulfilment', 'SO-DEMO-01')
    for (const step of ['Pack', 'Ship']) {
      await button(page, `${step}…`).click()
      await button(page, step).click()
      await button(page, 'Continue').click()
    }
    await page.getByText('This order is complete').waitFor()
    await shown('issue', 20)
    await goTo('Receiving', 'PO-2026-900001')
    const [open = 0] = await figure(page, /^[\d\s]+ open$/)
    await page.getByLabel('Units', { exact: true }).fill('10')
    await button(page, 'Preview').click()
    await page.locator('form').getByRole('button', { name: 'Receive' }).click()
    await button(page, 'Continue').click()
    await shown('receive', 10)
    expect(await figure(page, /^[\d\s]+ open$/)).toEqual([open - 10])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
