import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { checkDigitOf } from '../../../shared/scan/gtin.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { scanKeys } from '../../support/console/scanner.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button, createStockedItem, entriesOf } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()

let made = 0
async function createTradeItem() {
  const { shortID } = await createStockedItem(world)
  made += 1
  const digits = `95060002${String(made).padStart(4, '0')}`
  const ean = `${digits}${checkDigitOf(digits)}`
  await world.system.call(catalog.putAlias, { shortID, alias: ean })
  return { shortID, ean, gtin: `0${ean}` }
}

/** A purchase order of 50 of each of two such items. */
async function orderTradeItems() {
  const [bolt, nut] = [await createTradeItem(), await createTradeItem()]
  const [poNo, vendor] = [unique('PO'), unique('V')]
  const { inventory } = world.client.api
  await inventory.createVendor({ shortID: vendor, name: 'Nordic Fasteners' })
  const lines = [bolt, nut].map(({ shortID }) => ({ shortID, warehouse: 1, units: 50, unitPrice: 1 }))
  expect(await inventory.createPurchaseOrder({ poNo, vendor, lines })).toMatchObject({ status: 201 })
  return { bolt, nut, poNo }
}

const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input:not([type=hidden])'))
/** Until the cursor is there. */
async function expectFocus(one: Locator): Promise<void> {
  await expect.poll(() => one.and(one.page().locator(':focus')).count()).toBe(1)
}
/** Until the field has the value. */
async function expectValue(page: Page, label: string, value: string): Promise<void> {
  await expect.poll(() => field(page, label).inputValue(), { message: label }).toBe(value)
}

describe('What is scanned', { timeout: TEST_LIMIT_MS }, () => {
  test('fills a receipt, and moves to the next empty field; an unreadable code shows why', async (context) => {
    const { shortID, gtin } = await createTradeItem()
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/receive')
    await field(page, 'Item').focus()
    await scanKeys(page, `01${gtin.slice(0, -1)}${(Number(gtin.at(-1)) + 1) % 10}^10L7`)
    await page.getByText('Can’t read this code: the check digit of (01)').waitFor()
    await expectFocus(field(page, 'Item'))

    await field(page, 'Item').fill('')
    await scanKeys(page, `01${gtin}3024^10L7^21S9^17310131`)
    await expectValue(page, 'Item', shortID)
    await expectValue(page, 'Units', '24')
    await expectValue(page, 'Serial or lot number', 'S9')
    await expectValue(page, 'Secondary number', 'L7')
    await expectValue(page, 'Expiry date', '2031-01-31')
    await expectFocus(field(page, 'Warehouse'))
    await choose(page, 'Warehouse', 'Warehouse 1')
    await field(page, 'Spot').focus()
    await scanKeys(page, 'A-02')
    await expectFocus(button(page, 'Receive'))
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 24, spot: 'A-02' })
    expectNoTrouble(window)
  })

  test('fills the weights and the time of a label, and lists unused elements until another item is typed', async (context) => {
    const { shortID, gtin } = await createTradeItem()
    await using window = await openWindow(context, world)
    const { page } = window
    const note = page.getByRole('status').filter({ hasText: 'Not used from the label' })
    await window.openAs(world.client, '/receive?wid=1')
    await field(page, 'Item').focus()
    await scanKeys(page, `01${gtin}11301231310300123433020020503922499^70033101310830^302`)
    await expectValue(page, 'Item', shortID)
    await expectValue(page, 'Units', '2')
    await expectValue(page, 'Net weight (kg)', '1.2340')
    await expectValue(page, 'Gross weight (kg)', '20.5')
    await expectValue(page, 'Expiry date', '2031-01-31T08:30')
    expect(await note.innerText()).toBe('Not used from the label: (11)301231, (3922)499')
    expect(await findBarriers(page)).toEqual([])
    await field(page, 'Spot').focus()
    await scanKeys(page, 'A-03')
    await expectFocus(button(page, 'Receive'))
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry] = await entriesOf(world.client, shortID)
    const lot = await world.client.api.inventory.getLot({ recno: entry?.lots[0]?.recNo ?? 0 })
    expect(lot.body).toMatchObject({ netWeight: 1.234, grossWeight: 20.5, expires: '2031-01-31T08:30:00.000Z' })

    await window.goTo('/move')
    await field(page, 'Item').focus()
    await scanKeys(page, `01${gtin}17310131^21S1`)
    await note.getByText('(17)310131').waitFor()
    await field(page, 'Item').fill('NUT')
    await note.waitFor({ state: 'detached' })
    expectNoTrouble(window)
  })

  test('shows a refusal of the service; only a lost connection leaves the code as it is', async (context) => {
    const { gtin } = await createTradeItem()
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/receive')
    const message = 'Insufficient permissions.'
    const refusal = { statusCode: 403, error: 'forbidden', message }
    await page.route('**/console/api/Item/Find?*gs1*', (route) => route.fulfill({ status: 403, json: refusal }))
    await field(page, 'Item').focus()
    await scanKeys(page, `01${gtin}3024`)
    await page.getByText(message, { exact: true }).waitFor()
    expect(await field(page, 'Units').inputValue()).toBe('')
  })

  test('fills the units of a box, as often as the code says', async (context) => {
    const { shortID, ean, gtin } = await createTradeItem()
    await world.system.call(catalog.putAlias, { shortID, alias: ean, units: 12 })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/receive')
    for (const [code, units] of [
      [ean, '12'],
      [`(02)${gtin}(37)4`, '48'],
    ] as const) {
      await field(page, 'Item').fill('')
      await field(page, 'Item').focus()
      await scanKeys(page, code)
      await expectValue(page, 'Units', units)
      await expectValue(page, 'Item', shortID)
    }
    expectNoTrouble(window)
  })

  test('opens the line of a purchase order by the EAN of its item, with what the label says', async (context) => {
    const { bolt, nut, poNo } = await orderTradeItems()
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receiving/${poNo}`)
    await field(page, 'Scan or type an item').focus()
    await scanKeys(page, nut.ean)
    const card = page.getByRole('region', { name: `Line 2, ${nut.shortID}` })
    await card.getByLabel('Units').waitFor()
    expect(await card.getByLabel('Units').inputValue()).toBe('50')
    await field(page, 'Scan or type an item').focus()
    await scanKeys(page, `(01)${bolt.gtin}(37)12(10)L3`)
    const other = page.getByRole('region', { name: `Line 1, ${bolt.shortID}` })
    await other.getByLabel('Units').waitFor()
    expect(await other.getByLabel('Units').inputValue()).toBe('12')
    expect(await other.getByLabel('Serial or lot number', { exact: true }).inputValue()).toBe('L3')
    await expectFocus(other.getByLabel('Spot'))
    await field(page, 'Scan or type an item').focus()
    await scanKeys(page, `(01)${bolt.gtin}(37)12(13)301231(3102)000150`)
    await other.getByText('Not used from the label: (13)301231').waitFor()
    expect(await other.getByLabel('Net weight (kg)').inputValue()).toBe('1.5')
    await field(page, 'Scan or type an item').focus()
    await scanKeys(page, '9506000134352')
    await page.getByText('No item has the GTIN 9506000134352 as its ShortID or an alias.').waitFor()
    expectNoTrouble(window, '404 GET /console/api/Item/Find')
  })

  test('after a receipt opens the next line of the order, though no field has the cursor', async (context) => {
    const { bolt, nut, poNo } = await orderTradeItems()
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receiving/${poNo}`)
    await field(page, 'Scan or type an item').focus()
    await scanKeys(page, `(01)${nut.gtin}(37)12`)
    const card = page.getByRole('region', { name: `Line 2, ${nut.shortID}` })
    await card.getByLabel('Units').waitFor()
    await card.locator('form').getByRole('button', { name: 'Receive', exact: true }).click()
    await card.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    await expectFocus(button(page, 'Continue'))
    const steps = countSteps(page)
    await steps.scan(`(01)${bolt.gtin}(37)7(10)L9`)
    const other = page.getByRole('region', { name: `Line 1, ${bolt.shortID}` })
    await other.getByLabel('Units').waitFor()
    expect(await other.getByLabel('Units').inputValue()).toBe('7')
    expect(await other.getByLabel('Serial or lot number', { exact: true }).inputValue()).toBe('L9')
    await heading(page, poNo).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expectNoTrouble(window)
  })

  test('last opens its line, even if an earlier scan is found later', async (context) => {
    const { bolt, nut, poNo } = await orderTradeItems()
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receiving/${poNo}`)
    await field(page, 'Scan or type an item').focus()
    const held: Route[] = []
    await page.route(`**/console/api/Item/Find?*${bolt.ean}*`, (route) => void held.push(route))
    await scanKeys(page, bolt.ean)
    await expect.poll(() => held.length).toBe(1)
    await scanKeys(page, nut.shortID)
    const card = page.getByRole('region', { name: `Line 2, ${nut.shortID}` })
    await card.getByLabel('Units').waitFor()
    const late = page.waitForResponse(/Aliases/)
    await held[0]?.continue()
    await late
    await field(page, 'Scan or type an item').focus()
    await scanKeys(page, '9506000134352')
    await page.getByText('No item has the GTIN 9506000134352 as its ShortID or an alias.').waitFor()
    expect(await card.getByLabel('Units').count()).toBe(1)
    expectNoTrouble(window, '404 GET /console/api/Item/Find')
  })

  test('is counted: the spot, then the item by its EAN, then how many', async (context) => {
    const { shortID, ean } = await createTradeItem()
    const countNo = unique('CC')
    await world.client.api.inventory.createCount({ countNo, wid: 1, items: [shortID] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/counts/${countNo}`)
    await field(page, 'Spot').focus()
    await scanKeys(page, 'A-01')
    await scanKeys(page, `(01)0${ean}(10)L1`)
    await page.getByText('Not used from the label: (10)L1').waitFor()
    await expectValue(page, 'Item', shortID)
    await expectFocus(field(page, 'Counted'))
    await scanKeys(page, '12*8+3')
    await page
      .getByRole('status')
      .filter({ hasText: `99 of ${shortID} at A-01 saved.` })
      .waitFor()
    expectNoTrouble(window)
  })
})
