import { readFileSync } from 'node:fs'
import pMap from 'p-map'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { interrupt } from '../../support/console/interruption.ts'
import { button } from '../../support/console/stock-forms.ts'
import { registerBasics } from '../../support/system/registries.ts'

const DAY_MS = 86_400_000
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const now = new Date()
const firstOfMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
const endOfLastMonth = toDay(firstOfMonth - DAY_MS)
/** More than a page of a report has. */
const PARTS = 260

/** Ten days before the month began there were 100 of oil at 2 and 1,000 nuts at 0.05; 30 of oil left as it began. */
const world = useConsole(async (call) => {
  await registerBasics(call)
  for (const shortID of ['OIL', 'NUT']) await call(catalog.createItem, { shortID, description: shortID })
  const at = new Date(firstOfMonth - 10 * DAY_MS).toISOString()
  const { results } = await call(inventory.importHistory, {
    lines: [
      { at, type: 'receive', item: 'OIL', wid: 1, units: 100, spot: 'A', price: 2 },
      { at, type: 'receive', item: 'NUT', wid: 2, units: 1_000, spot: 'A', price: 0.05 },
      { at: new Date(firstOfMonth).toISOString(), type: 'issue', item: 'OIL', wid: 1, units: 30, spot: 'A' },
    ],
  })
  if (results.some(({ error }) => error)) throw new Error(JSON.stringify(results))
})

/** Waits until reports know that the stock is worth so much. */
const isWorth = (value: number) =>
  vi.waitFor(
    async () => {
      const { body } = await world.client.api.raw('GET', '/Report/15')
      expect(body.totals.totalValue).toBe(value)
    },
    { timeout: 60_000, interval: 200 },
  )

const rowsOf = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row')
/** The texts of the row with the sums. */
const totals = (page: Page) => rowsOf(page, 'Stock Valuation').last().locator('th, td').allInnerTexts()
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test(
  'a person sees the reports of the group, and in words that there is none',
  async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(await world.system.createClient({ permissions: [11], reports: [22, 1008] }), '/')
    await link(page, 'Reports').click()
    const links = page.getByRole('table', { name: 'Reports' }).getByRole('link')
    await links.first().waitFor()
    expect(await links.allInnerTexts()).toEqual(['Inventory Activity', 'Who Did What'])
    expect(await page.getByText('Stock value').count()).toBe(0)
    await window.goTo('/reports/15')
    await page.getByText('Your group can’t run this report.').waitFor()

    await window.openAs(await world.system.createClient({ permissions: [11] }), '/')
    await heading(page, 'Today').waitFor()
    expect(await link(page, 'Reports').count()).toBe(0)
    await window.goTo('/reports')
    await page.getByText('Your group can’t run any reports').waitFor()
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)

test(
  'three clicks after signing in show what the stock was worth at the end of the last month',
  async (context) => {
    await isWorth(190)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await link(page, 'Reports').click()
    await link(page, 'Stock Valuation').click()
    await button(page, 'End of last month').click()
    await page.waitForURL(`**/reports/15?asOf=${endOfLastMonth}`)
    await expect.poll(() => totals(page)).toEqual(['Total', '', '1\u2009100', '', '250', '0'])
    expect(await rowsOf(page, 'Stock Valuation').nth(1).getByRole('cell').allInnerTexts()).toEqual([
      'OIL',
      'Warehouse 1',
      '100',
      '2',
      '200',
      '0',
    ])
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)

test(
  'parameters are fields: what was run is saved as a view, and what is refused is said at its field',
  async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/reports/15')
    await choose(page, 'Method', 'fifo')
    await choose(page, 'Warehouse', 'Warehouse 1')
    await button(page, 'Run').click()
    await page.waitForURL('**/reports/15?method=fifo&wid=1')
    await expect.poll(() => totals(page)).toEqual(['Total', '', '70', '', '140', '0'])
    await button(page, 'Save this view').click()
    await page.getByRole('textbox', { name: 'View name' }).fill('Main by fifo')
    await page.keyboard.press('Enter')
    await page.getByLabel('As of').fill('2999-01-01')
    await button(page, 'Run').click()
    const refusal = 'Must not be in the future.'
    await page.getByText(refusal, { exact: true }).waitFor()
    expect(await page.getByLabel('As of').getAttribute('aria-invalid')).toBe('true')

    await link(page, 'Main by fifo').click()
    await expect.poll(() => totals(page)).toEqual(['Total', '', '70', '', '140', '0'])
    expect(await page.getByLabel('As of').inputValue()).toBe('')
    expect(await page.getByRole('combobox', { name: 'Method' }).inputValue()).toBe('fifo')

    await window.goTo('/reports/22')
    await button(page, 'Last month').click()
    await page.waitForURL(`**/reports/22?from=${endOfLastMonth.slice(0, 8)}01&to=${endOfLastMonth}`)
    await rowsOf(page, 'Inventory Activity').filter({ hasText: 'OIL' }).first().waitFor()
    expectNoTrouble(window, '400 GET /console/api/Report/15', '400 GET /console/api/Report/15/Days')
  },
  TEST_LIMIT_MS,
)

test(
  'Today and the valuation chart the value of 30 days, which a table shows too; Today says why if it cannot',
  async (context) => {
    await isWorth(190)
    await using window = await openWindow(context, world)
    const { page } = window
    const json = { statusCode: 500, error: 'internal_error', message: 'The test broke this.' }
    const broken = await interrupt(page, '**/console/api/Report/15/Days**', (route) =>
      route.fulfill({ status: 500, json }),
    )
    await window.openAs(world.client, '/')
    const alert = page.getByRole('alert').filter({ hasText: 'The test broke this.' })
    await alert.waitFor()
    broken.end()
    await alert.getByRole('button', { name: 'Try again' }).click()

    const worth = (ms: number) => (ms >= firstOfMonth ? '190' : ms >= firstOfMonth - 10 * DAY_MS ? '250' : '0')
    const last = Date.parse(toDay(Date.now()))
    const expected = Array.from({ length: 30 }, (_, ago) => last - ago * DAY_MS).map((ms) => [
      toDay(ms),
      worth(ms),
      '0',
    ])
    for (const [path, name] of [
      ['/', 'Today'],
      ['/reports/15', 'Stock Valuation'],
    ] as const) {
      await window.goTo(path)
      await heading(page, name).waitFor()
      await page.getByRole('img', { name: /^Chart: Stock value/ }).waitFor()
      await page.getByText('Show as table').click()
      const rows = await rowsOf(page, 'Stock value').all()
      expect(await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))).toEqual(expected)
    }
    await window.goTo('/reports/1002')
    const bars = page.getByRole('table', { name: 'Stock, Value' }).getByRole('row')
    await bars.first().waitFor()
    const shown = (await bars.allInnerTexts()).slice(1).map((text) => text.split('\t'))
    expect(shown).toHaveLength(6)
    expect(shown.filter(([, value]) => value !== '0').map(([, value]) => value)).toEqual(['190'])
    expectNoTrouble(window, '500 GET /console/api/Report/15/Days')
  },
  TEST_LIMIT_MS,
)

test(
  'Today says how much is below its minimum, and leads to what to order',
  async (context) => {
    const set = (itemID: string, minimum: number) =>
      world.client.api.inventory.putReorderPoint({ itemID, wid: 1, minimum, reorderTo: 2 * minimum })
    await set('OIL', 100)
    await set('NUT', 0)
    await expect
      .poll(async () => (await world.client.api.raw('GET', '/Report/1003?show=below')).body.totalCount)
      .toBe(1)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    const card = page.getByRole('link', { name: /^Below minimum/ })
    await expect.poll(() => card.innerText()).toMatch(/1$/)
    await card.click()
    await page.waitForURL('**/reports/1003?show=below')
    const rows = rowsOf(page, 'Reorder')
    await rows.filter({ hasText: 'OIL' }).waitFor()
    expect(await rows.filter({ hasText: 'NUT' }).count()).toBe(0)
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)

test(
  'pages and the CSV file are of the moment of the first page while stock changes',
  async (context) => {
    const names = Array.from({ length: PARTS }, (_, index) => `PART-${100 + index}`)
    const create = (shortID: string) => world.system.call(catalog.createItem, { shortID, description: 'Part' })
    await pMap(names, create, { concurrency: 16 })
    const receipt = { action: 'receive', units: 1, wid: 1, price: 1, reasonCode: 10 }
    const receive = (...itemIDs: readonly string[]) =>
      world.client.api.inventory.batch({
        mode: 'perLine',
        lines: itemIDs.map((itemID) => ({ ...receipt, itemID })),
      })
    await receive(...names)
    await isWorth(190 + PARTS)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/reports/15?sort=shortID')
    const last = names.at(-1) ?? ''
    await page.getByText(names[0] ?? '').waitFor()
    expect(await page.getByText(last).count()).toBe(0)
    await receive(last)
    await isWorth(191 + PARTS)

    await page.getByRole('region', { name: 'Stock Valuation' }).focus()
    await page.keyboard.press('End')
    const row = rowsOf(page, 'Stock Valuation').filter({ hasText: last })
    await row.waitFor()
    expect(await row.getByRole('cell').nth(2).innerText()).toBe('1')
    expect((await totals(page))[4]).toBe(String(190 + PARTS))
    const arriving = page.waitForEvent('download')
    await button(page, 'Save as CSV: Stock Valuation').click()
    const file = readFileSync(await (await arriving).path(), 'utf8')
    const [header = '', ...lines] = file.trimEnd().split('\r\n')
    expect(lines).toHaveLength(PARTS + 2)
    const at = header.split(',').indexOf('totalValue')
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[at]), 0)).toBe(190 + PARTS)
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
