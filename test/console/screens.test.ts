import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createDemoData } from '../../local/demo/demo-data.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { findBarriers } from '../support/console/barriers.ts'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { findCutTexts } from '../support/console/cut-texts.ts'
import { interrupt } from '../support/console/interruption.ts'
import { listScreens, screens } from '../support/console/screens.ts'

const EMPTY_WAREHOUSE = 77

const world = useConsole(async (call) => {
  await createDemoData(call, () => undefined)
  await call(inventory.createWarehouse, { wid: EMPTY_WAREHOUSE, name: 'Empty' })
})

/** Waits for a screen with what only its data can show; nothing on it is still loading. */
async function waitForScreen(page: Page, title: string, shown: string): Promise<void> {
  await heading(page, title).waitFor()
  await page.getByRole('main').getByText(shown).first().waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
}

const tryAgain = "for (const one of document.querySelectorAll('main [role=alert] button')) one.click()"
const PATIENCE = { timeout: TEST_LIMIT_MS }

describe('Every screen', { timeout: TEST_LIMIT_MS }, () => {
  test('shows its data, without a barrier for anybody in both themes or a text that is cut on any window, from this host alone and without an error', async (context) => {
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await window.open('/')
    await heading(page, 'Sign in to Inventory').waitFor()
    const barriers: unknown[] = []
    const cut: string[] = []
    const look = async (path: string) => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        for (const text of await findCutTexts(page)) cut.push(`${path}, ${width} px: ${text}`)
      }
      for (const [colorScheme, rules] of [
        ['light', 'all'],
        ['dark', 'colors'],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
        for (const barrier of await findBarriers(page, rules)) barriers.push(`${path}, ${colorScheme}: ${barrier}`)
      }
    }
    await look('sign-in')
    await window.signIn(world.client)
    await heading(page, 'Today').waitFor()
    for (const { path, title, shown } of screens) {
      await window.goTo(path)
      await waitForScreen(page, title, shown)
      await look(path)
    }
    expect({ barriers, cut }).toEqual({ barriers: [], cut: [] })
    expectNoTrouble(window)
  })

  test('shows an error if its data cannot be read, and the data at the next try', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const body = { statusCode: 500, error: 'internal_error', message: 'The test broke this.' }
    const broken = await interrupt(page, '**/console/api/**', (route) => route.fulfill({ status: 500, json: body }))
    for (const { path, title, shown } of listScreens) {
      broken.begin()
      await window.goTo(path)
      await heading(page, title).waitFor()
      const alert = page.getByRole('alert').filter({ hasText: 'The test broke this.' }).first()
      await alert.waitFor()
      broken.end()
      // What a filter chooses from may not have been read either: each says so, with a button of its own.
      await expect
        .poll(async () => {
          await page.evaluate(tryAgain)
          return page.getByRole('main').getByText(shown).first().isVisible()
        }, PATIENCE)
        .toBe(true)
    }
    expect(window.trouble).toEqual([])
  })

  test('with a list says when the list is empty', async (context) => {
    const stranger = await world.system.createClient({ warehouses: [EMPTY_WAREHOUSE] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(stranger, '/')
    await heading(page, 'Today').waitFor()
    for (const { path, empty } of listScreens) {
      // Two views of one list say the same: what is read must be of this one.
      await window.goTo('/outbox')
      await heading(page, 'Saved on this device').waitFor()
      await window.goTo(path)
      await page.getByRole('main').getByText(empty).waitFor()
    }
    expectNoTrouble(window)
  })

  test('shows no write to a client that may only read', async (context) => {
    const reader = await world.system.createClient({ readOnly: true })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(reader, '/')
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
    await links.first().waitFor()
    const names = await links.allInnerTexts()
    expect(names).toEqual(
      expect.arrayContaining(['Stock', 'Ledger', 'Receiving', 'Fulfilment', 'Work orders', 'Reservations']),
    )
    const writes =
      /^(Receive|Move|Issue|Adjust|Amend|Hold|Reserve|Release|Return|Close|Reverse|New|Start|Complete|Allocate|Pack|Ship|Approve|Post|Cancel)\b/
    expect(names.filter((name) => writes.test(name))).toEqual([])
    const main = page.getByRole('main')
    const controls = main.getByRole('button', { name: writes }).or(main.getByRole('link', { name: writes }))
    for (const { path, title, shown } of screens.filter(({ isWrite }) => !isWrite)) {
      await window.goTo(path)
      await waitForScreen(page, title, shown)
      if (title === 'Ledger') {
        await page
          .getByRole('button', { name: /^Details of transaction/ })
          .first()
          .click()
        await page.getByRole('table', { name: 'Stock levels' }).waitFor()
      }
      expect([path, await controls.allInnerTexts()]).toEqual([path, []])
    }
    expectNoTrouble(window)
  })
})
