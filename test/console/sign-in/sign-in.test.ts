import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { ACTOR, heading, signIn } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { expireSessions } from '../../support/console/expire-sessions.ts'
import { interrupt } from '../../support/console/interruption.ts'

const world = useConsole()

describe('Signing in', { timeout: TEST_LIMIT_MS }, () => {
  test('wrong credentials are refused; the right ones open the requested page under the name of the person', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/ledger?type=receive')
    await window.signIn({ ...world.client, clientSecret: 'wrong' })
    await page.getByRole('alert').getByText('Check the client id and secret.').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)

    await window.signIn(world.client)
    await heading(page, 'Ledger').waitFor()
    await page.getByText(ACTOR).waitFor()
    expect(new URL(page.url()).search).toBe('?type=receive')
    expect(await page.evaluate('document.cookie')).toBe('')
    expectNoTrouble(window, '401 POST /console/session')
  })

  test('signing out ends the session in a second tab too, which then asks for a sign-in and goes on where it was', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/stock')
    await window.signIn(world.client)
    await heading(page, 'Stock').waitFor()
    const second = await page.context().newPage()
    await second.goto(`${world.origin}/console/stock`)
    await second.getByText('No stock yet.').waitFor()

    // Chromium draws a tab in the background once a second, and each step in it waits for that.
    await page.bringToFront()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Inventory').waitFor()
    await second.bringToFront()
    await second.getByRole('link', { name: 'Lots' }).click()
    await heading(second, 'Sign in to Inventory').waitFor()
    expect(await second.getByRole('navigation').count()).toBe(0)

    await signIn(second, world.client)
    await heading(second, 'Lots').waitFor()
    expectNoTrouble(window, '401 GET /console/api/Inventory')
  })

  test('a failed sign-out says that the person is still signed in', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/stock')
    await window.signIn(world.client)
    await heading(page, 'Stock').waitFor()
    const json = { statusCode: 503, error: 'service_unavailable', message: 'Try again later.' }
    const away = await interrupt(page, '**/console/session', (route) => route.fulfill({ status: 503, json }))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alert').getByText('You are still signed in. Try again later.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    away.end()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Inventory').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expectNoTrouble(window, '503 DELETE /console/session')
  })

  test('an expired session leads to the sign-in page, and signing in leads back to the page', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/stock?wid=2')
    await window.signIn(world.client)
    await page.getByText('No stock yet.').waitFor()

    await expireSessions(world)
    await page.getByRole('textbox', { name: 'Search' }).fill('bolt')
    await heading(page, 'Sign in to Inventory').waitFor()
    await window.signIn(world.client)
    await heading(page, 'Stock').waitFor()
    await page.getByText('No results for “bolt”').waitFor()
    expect(new URL(page.url()).search).toBe('?wid=2&search=bolt')
    expectNoTrouble(window, '401 GET /console/api/Inventory/StockLevels')
  })
})

test(
  'when the rate limit is reached, pages show a notice, wait for Retry-After, and retry',
  async (context) => {
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await page.clock.install()
    await window.open('/stock')
    await window.signIn(world.client)
    await page.getByText('No stock yet.').waitFor()

    const requests = '**/console/{session,api/**}'
    const json = { statusCode: 429, error: 'rate_limited', message: 'Rate limit exceeded.' }
    let refused = 0
    const spent = await interrupt(page, requests, (route) => {
      refused++
      return route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json })
    })
    const waits = page.getByRole('status').filter({ hasText: 'The server is busy' })
    const goOn = async (shown: string) => {
      spent.end()
      // A request that was refused at the last moment begins to wait after the others; one that is under way would be given up.
      await expect
        .poll(async () => {
          if (await waits.isVisible()) await page.clock.fastForward(40_000)
          return page.getByText(shown).isVisible()
        })
        .toBe(true)
      await waits.waitFor({ state: 'detached' })
    }
    await page.reload()
    await waits.waitFor()
    expect(refused).toBe(1)
    await goOn('No stock yet.')

    spent.begin()
    await page.getByRole('link', { name: 'Lots' }).click()
    await waits.waitFor()
    await expect
      .poll(async () => {
        await page.clock.fastForward(40_000)
        return refused
      })
      .toBeGreaterThan(10)
    await goOn('No lots in stock')
    expect(await page.getByRole('alert').count()).toBe(0)
    expectNoTrouble(window, '429 GET /console/api/Inventory', '429 GET /console/session')
  },
  TEST_LIMIT_MS,
)
