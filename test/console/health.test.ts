import { expect, test } from 'vitest'
import { contract } from '../../shared/contract/index.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { interrupt } from '../support/console/interruption.ts'

const world = useConsole()

const FIGURES = '**/console/api/Health/Figures'
const broken = { status: 500, json: { statusCode: 500, error: 'internal_error', message: 'The test broke this.' } }
const charts = [
  'Requests (per second)',
  'Response times (ms)',
  'Refused and failed in the last minute (requests)',
  'Queues and delays (seconds)',
]

test(
  'Health shows each figure as a chart with a table behind it, goes on by itself, and says what the last reconcile found',
  async (context) => {
    const client = await world.system.createClient({ permissions: [9013] })
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await page.clock.install()
    const interruption = await interrupt(page, FIGURES, (route) => route.fulfill(broken))
    await window.openAs(client, '/')
    await page.getByRole('link', { name: 'Health', exact: true }).click()
    await heading(page, 'Health').waitFor()
    await page.getByRole('alert').filter({ hasText: 'The test broke this.' }).waitFor()
    interruption.end()
    await page.getByRole('button', { name: 'Try again' }).click()

    const services = page.getByRole('table', { name: 'Services' })
    await services.waitFor()
    const rowOf = (service: string) => services.getByRole('row').filter({ hasText: service })
    expect(await services.getByRole('row').count()).toBe(1 + Object.keys(contract).length)
    expect(await rowOf('inventory').innerText()).toMatch(/0 events\s+Never/)
    for (const chart of charts)
      await page
        .getByRole('img', { name: `Chart: ${chart} over time.` })
        .locator('canvas')
        .waitFor()

    await world.system.call(inventory.reconcile, {})
    await page.getByText('Show as table').nth(1).click()
    const times = page.getByRole('table', { name: 'Response times (ms)' })
    expect(await times.getByRole('columnheader').allInnerTexts()).toEqual([
      'When',
      'Median (p50)',
      '99th percentile (p99)',
    ])
    await page.clock.fastForward(10_000)
    await rowOf('inventory').getByText('No differences').waitFor()
    expect(await times.getByRole('row').count()).toBe(3)
    expect(Number(await times.getByRole('cell').nth(1).innerText())).toBeGreaterThan(0)

    interruption.begin()
    await page.clock.fastForward(10_000)
    await page.getByRole('alert').filter({ hasText: 'The test broke this.' }).waitFor()
    expect(await times.getByRole('row').count()).toBe(3)
    expectNoTrouble(window, '500 GET /console/api/Health/Figures')
  },
  TEST_LIMIT_MS,
)

test(
  'Health is not shown to a client without its permission',
  async (context) => {
    const client = await world.system.createClient({ permissions: [11] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(client, '/health')
    await page.getByRole('alert').filter({ hasText: 'permission' }).waitFor()
    expect(await page.getByRole('link', { name: 'Stock' }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Health' }).count()).toBe(0)
    expectNoTrouble(window, '403 GET /console/api/Health/Figures')
  },
  TEST_LIMIT_MS,
)
