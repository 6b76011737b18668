import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoData } from '../../local/demo/demo-data.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { findBarriers } from '../support/console/barriers.ts'
import { heading } from '../support/console/console-page.ts'
import { type ConsoleSystem, startConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { listScreens, screens } from '../support/console/screens.ts'
import type { TestClient } from '../support/system/system.ts'

const EMPTY_WAREHOUSE = 77

let world: ConsoleSystem
let client: TestClient
beforeAll(async () => {
  world = await startConsole()
  await createDemoData(world.system.call, () => undefined)
  await world.system.call(inventory.createWarehouse, { wid: EMPTY_WAREHOUSE, name: 'Empty' })
  client = await world.system.createClient()
}, TEST_LIMIT_MS)
afterAll(() => world[Symbol.asyncDispose]())

/** Waits for a screen with what only its data can show; nothing on it is still loading. */
async function waitForScreen(page: Page, title: string, shown: string): Promise<void> {
  await heading(page, title).waitFor()
  await page.getByRole('main').getByText(shown).first().waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
}

describe('Every screen', { timeout: TEST_LIMIT_MS }, () => {
  test('shows its data, without a barrier for anybody in both themes, from this host alone and without an error', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/')
    await heading(page, 'Sign in').waitFor()
    const barriers: unknown[] = []
    const look = async (path: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
        for (const barrier of await findBarriers(page)) barriers.push(`${path}, ${colorScheme}: ${barrier}`)
      }
    }
    await look('sign-in')
    await window.signIn(client)
    await heading(page, 'Today').waitFor()
    for (const { path, title, shown } of screens) {
      await window.open(path)
      await waitForScreen(page, title, shown)
      await look(path)
    }
    expect(barriers).toEqual([])
    expectNoTrouble(window)
  })

  test('that lists says so when there is nothing', async (context) => {
    const stranger = await world.system.createClient({ warehouses: [EMPTY_WAREHOUSE] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/')
    await window.signIn(stranger)
    await heading(page, 'Today').waitFor()
    for (const { path, empty } of listScreens) {
      await window.open(path)
      await page.getByRole('main').getByText(empty).waitFor()
    }
    expectNoTrouble(window)
  })
})
