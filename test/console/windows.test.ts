import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'

const world = useConsole()

const store = `new Promise((resolve, reject) => {
  localStorage.setItem('of-test', '1')
  sessionStorage.setItem('of-test', '1')
  const request = indexedDB.open('of-test')
  request.onsuccess = () => resolve(request.result.close())
  request.onerror = () => reject(request.error)
})`
const stored = `indexedDB.databases().then((databases) => [
  localStorage.getItem('of-test'),
  sessionStorage.getItem('of-test'),
  databases.filter(({ name }) => name === 'of-test').length,
])`

test(
  'the next window reuses the page, but keeps no session, storage, route, second tab, lost connection or error',
  async (context) => {
    let first: Page
    {
      await using window = await openWindow(context, world)
      first = window.page
      await window.openAs(world.client, '/stock')
      await heading(first, 'Stock').waitFor()
      await first.evaluate(store)
      expect(await first.evaluate(stored)).toEqual(['1', '1', 1])
      await first.context().newPage()
      await first.route('**/console/**', (route) => route.abort())
      await first.context().setOffline(true)
      await first.evaluate("console.error('an error of the first window')")
      await expect.poll(() => window.trouble.length).toBeGreaterThan(0)
    }
    await using window = await openWindow(context, world)
    expect(window.page).toBe(first)
    expect(first.context().pages()).toHaveLength(1)
    await window.open('/stock')
    await heading(first, 'Sign in to Inventory').waitFor()
    expect(await first.evaluate(stored)).toEqual([null, null, 0])
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
