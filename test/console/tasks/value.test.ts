import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button } from '../../support/console/stock-forms.ts'
import { registerBasics } from '../../support/system/registries.ts'

const DAY_MS = 86_400_000
const now = new Date()
const firstOfMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)

/** Before the month began there were 100 of oil at 2; 30 of them left as it began. */
const world = useConsole(async (call) => {
  await registerBasics(call)
  await call(catalog.createItem, { shortID: 'OIL', description: 'Oil' })
  const [before, since] = [firstOfMonth - 10 * DAY_MS, firstOfMonth].map((ms) => new Date(ms).toISOString())
  const { results } = await call(inventory.importHistory, {
    lines: [
      { at: before ?? '', type: 'receive', item: 'OIL', wid: 1, units: 100, spot: 'A', price: 2 },
      { at: since ?? '', type: 'issue', item: 'OIL', wid: 1, units: 30, spot: 'A' },
    ],
  })
  if (results.some(({ error }) => error)) throw new Error(JSON.stringify(results))
})

describe('The value of the stock at the end of last month', { timeout: TEST_LIMIT_MS }, () => {
  test('is saved as CSV at a desk with two steps', async (context) => {
    await vi.waitFor(
      async () => {
        const { body } = await world.client.api.raw('GET', '/Report/15')
        expect(body.totals.totalValue).toBe(140)
      },
      { timeout: 60_000, interval: 200 },
    )
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(page.getByRole('link', { name: 'End of last month' }))
    const day = new Date(firstOfMonth - DAY_MS).toISOString().slice(0, 10)
    await page.waitForURL(`**/reports/15?asOf=${day}`)
    const arriving = page.waitForEvent('download')
    await steps.click(button(page, 'Save as CSV: Stock Valuation'))
    const [header = '', ...lines] = readFileSync(await (await arriving).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    steps.expectAtMost(2)
    const at = header.split(',').indexOf('totalValue')
    expect(lines.map((line) => line.split(',')[at])).toEqual(['200'])
    expectNoTrouble(window)
  })
})
