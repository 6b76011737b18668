import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ACTOR, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, createStockedItem, entriesOf, previewIssue } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()

describe('A write', { timeout: TEST_LIMIT_MS }, () => {
  test('whose response is lost is sent again under its key, and takes effect once', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await previewIssue(window, world.client, { shortID, units: 7 })
    await button(page, 'Issue').waitFor()
    const sent: (string | undefined)[] = []
    let isLost = true
    await page.route('**/console/api/Inventory/Issue', async (route) => {
      sent.push(route.request().headers()['idempotency-key'])
      if (!isLost) return route.continue()
      // Only the browser's own requests have this header by themselves.
      await route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } })
      await route.abort()
    })
    await button(page, 'Issue').click()
    await button(page, 'Issue (retry)').waitFor()
    expect(await page.getByLabel('Units').isDisabled()).toBe(true)
    expect(await entriesOf(world.client, shortID)).toHaveLength(2)

    isLost = false
    await button(page, 'Issue (retry)').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(2)
    expect(sent.length).toBeGreaterThan(1)
    expect(new Set(sent).size).toBe(1)
  })

  test('in progress cannot be changed, and completes when the response arrives', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await previewIssue(window, world.client, { shortID, units: 7 })
    await button(page, 'Issue').waitFor()
    const held: Route[] = []
    await page.route('**/console/api/**', (route) => void held.push(route))
    await button(page, 'Issue').click()
    await expect.poll(() => held.length).toBe(1)
    await expect.poll(() => page.getByLabel('Units').isDisabled()).toBe(true)

    // The lists that are read again then are not answered.
    await held[0]?.continue()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    await expect.poll(() => held.length).toBeGreaterThan(1)
    expect(await entriesOf(world.client, shortID)).toHaveLength(2)
  })

  test('that is refused removes its preview and reads the open units of its line again', async (context) => {
    const { shortID } = await createStockedItem(world)
    const [poNo, vendor] = [unique('PO'), unique('V')]
    const { inventory } = world.client.api
    await inventory.createVendor({ shortID: vendor, name: 'Nordic Fasteners' })
    const lines = [{ shortID, warehouse: 1, units: 50, unitPrice: 1 }]
    await inventory.createPurchaseOrder({ poNo, vendor, lines })
    const receipt = { itemID: shortID, wid: 1, reasonCode: 10, reference: poNo, line: 1 }
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receiving/${poNo}`)
    const card = page.getByRole('region', { name: `Line 1, ${shortID}` })
    await card.getByRole('button', { name: 'Receive', exact: true }).click()
    await page.getByLabel('Units').fill('20')
    await button(page, 'Preview').click()
    await card.locator('form').getByRole('button', { name: 'Receive', exact: true }).click()
    await button(page, 'Continue').click()
    await card.getByText('30 open').waitFor()

    await card.getByRole('button', { name: 'Receive', exact: true }).click()
    const before = page.getByRole('table', { name: 'Lots before and after' })
    await before.waitFor()
    await inventory.receive({ ...receipt, units: 25 })
    await card.locator('form').getByRole('button', { name: 'Receive', exact: true }).click()
    const refusal = page.getByRole('alert').getByText('ordered 50, received 45, receiving 30')
    await refusal.waitFor()
    await card.getByText('5 open').waitFor()
    expect(await before.count()).toBe(0)

    await inventory.receive({ ...receipt, units: 4 })
    await page.getByLabel('Units').fill('29')
    await button(page, 'Preview').click()
    await page.getByRole('alert').getByText('ordered 50, received 49, receiving 29').waitFor()
    await card.getByText('1 open').waitFor()
    expect(await before.count()).toBe(0)
  })

  test('made elsewhere appears in the ledger without a reload', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await page.clock.install()
    await window.openAs(world.client, `/ledger?itemID=${shortID}`)
    await page.getByRole('status').filter({ hasText: '1 row' }).waitFor()
    await page.evaluate('window.isSamePage = true')
    await world.client.api.inventory.issue({ itemID: shortID, units: 3, wid: 1, reasonCode: 20 })
    const rows = page.getByRole('status').filter({ hasText: /^\d rows?$/ })
    // It looks for changes every 10 s, and a change takes a moment to the feed.
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return rows.innerText()
      })
      .toBe('2 rows')
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    expectNoTrouble(window)
  })

  test('works with keys alone, as a scanner types: item, units, lists, Enter, Enter', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const { keyboard } = page
    const focused = page.locator(':focus')
    const press = async (key: string, times = 1) => {
      for (let time = 0; time < times; time++) await keyboard.press(key)
    }
    const tabTo = async (name: string) => {
      for (let tabs = 0; tabs < 40; tabs++) {
        await keyboard.press('Tab')
        if ((await focused.getAttribute('aria-label')) === name || (await focused.innerText()) === name) return
      }
      throw new Error(`Tab does not reach ${name}`)
    }
    await tabTo('Receive')
    await press('Enter')
    await page.getByLabel('Item', { exact: true }).and(focused).waitFor()
    await keyboard.type(shortID)
    await press('Tab')
    await keyboard.type('9')
    await press('Tab')
    await press('ArrowDown')
    await page.getByRole('option', { name: 'Warehouse 1' }).waitFor()
    await press('Enter')
    await press('Tab')
    await keyboard.type('D-04')
    await press('Tab')
    await press('ArrowDown')
    await page.getByRole('option', { name: 'Purchase' }).waitFor()
    await press('Enter')
    await press('Tab')
    await keyboard.type('PO-77')
    await press('Enter')
    await button(page, 'Receive').and(focused).waitFor()
    await press('Enter')
    await button(page, 'Receive another').and(focused).waitFor()
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 9, spot: 'D-04', reference: 'PO-77', actor: ACTOR })
    await press('Enter')
    await page.getByLabel('Item', { exact: true }).and(focused).waitFor()
    expectNoTrouble(window)
  })
})
