import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { button, createStockedItem } from '../support/console/stock-forms.ts'

const world = useConsole()

test(
  'a list is saved as CSV with its filters, unless the download is incomplete',
  async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    const other = await createStockedItem(world)
    await world.client.api.inventory.hold({ recno: recNo })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/lots?hold=true')
    await page.getByText(shortID).waitFor()
    const arriving = page.waitForEvent('download')
    await button(page, 'Save as CSV: Lots').click()
    const file = await arriving
    expect(file.suggestedFilename()).toBe('lots.csv')
    const [header = '', row = '', ...rest] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(header.split(',')).toContain('recNo')
    expect(row).toContain(shortID)
    expect([rest, row.includes(other.shortID)]).toEqual([[], false])

    await page.route('**/console/api/Inventory?**', (route) => route.fulfill({ body: `${header}\r\n${row}\r\n` }))
    await button(page, 'Save as CSV: Lots').click()
    await page.getByRole('alert').getByText('The download was incomplete. Nothing was saved.').waitFor()
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
