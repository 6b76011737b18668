import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { findCutTexts } from '../../support/console/cut-texts.ts'
import { countSteps, windows } from '../../support/console/steps.ts'

const world = useConsole()

describe.each(windows)('Whoever looks after the system sees %s', { timeout: TEST_LIMIT_MS }, (_, view) => {
  test('with one step whether it is healthy, and since when', async (context) => {
    const client = await world.system.createClient({ permissions: [9013] })
    await using window = await openWindow(context, world, view)
    const { page } = window
    let isHealthy = true
    await page.route('**/console/api/Health/Figures', async (route) => {
      const json = await (await route.fetch()).json()
      for (const [at, service] of json.services.entries()) {
        const isFaulty = !isHealthy && service.service === 'inventory'
        service.ready = !isFaulty
        service.reasons = isFaulty ? ['The database is away.'] : []
        service.since = `2026-03-0${at + 1}T10:20:00.000Z`
      }
      await route.fulfill({ json })
    })
    await window.openAs(client, '/')
    await heading(page, 'Today').waitFor()
    const card = page.getByRole('main').getByRole('link', { name: /^Health/ })
    await card.getByText('0', { exact: true }).waitFor()
    const steps = countSteps(page)
    await steps.click(card)
    await heading(page, 'Health').waitFor()
    const services = page.getByRole('region', { name: 'Services' }).locator('xpath=..')
    await services.getByText('All services are working').waitFor()
    steps.expectAtMost(1)
    await services.getByText('since').locator('time[datetime="2026-03-05T10:20:00.000Z"]').waitFor()
    expect([await findCutTexts(page), await findBarriers(page)]).toEqual([[], []])

    isHealthy = false
    await page.reload()
    await services.getByText('1 of 5 services have faults').waitFor()
    const row = page.getByRole('table', { name: 'Services' }).locator('tbody tr').nth(2)
    await row.getByText('Not ready: The database is away.').waitFor()
    expect(await row.locator('time').first().getAttribute('datetime')).toBe('2026-03-03T10:20:00.000Z')
    await window.goTo('/')
    await card.getByText('1', { exact: true }).waitFor()
    expectNoTrouble(window)
  })
})
