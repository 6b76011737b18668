import type { Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { ACTOR, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps, searchButton, windows } from '../../support/console/steps.ts'

const GTIN = '04012345678901'

const world = useConsole()
const lots: number[] = []
beforeAll(async () => {
  await world.system.call(catalog.createItem, { shortID: 'BOLT', description: 'Hexagon bolt' })
  await world.system.call(catalog.putAlias, { shortID: 'BOLT', alias: GTIN })
  const { api } = world.client
  for (const [serial, spot] of [
    ['CH-1', 'F-01'],
    ['CH-2', 'F-02'],
  ]) {
    const receipt = { itemID: 'BOLT', units: 120, wid: 1, reasonCode: 10, serial, spot }
    lots.push((await api.inventory.receive(receipt)).body.recNo)
  }
}, TEST_LIMIT_MS)

describe.each(windows)('Whoever searches %s', { timeout: TEST_LIMIT_MS }, (_, view) => {
  test('signs in with three steps', async (context) => {
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.open('/')
    const steps = countSteps(page)
    await steps.fill(page.getByLabel('Client id'), world.client.clientId)
    await steps.fill(page.getByRole('textbox', { name: 'Client secret' }), world.client.clientSecret)
    await steps.fill(page.getByLabel('Your name'), ACTOR)
    await page.keyboard.press('Enter')
    await heading(page, 'Today').waitFor()
    steps.expectAtMost(3)
    expectNoTrouble(window)
  })

  test('sees an item’s available units, or where the units of a lot went, in two steps', async (context) => {
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(searchButton(page))
    await steps.fill(page.getByRole('combobox', { name: 'Search' }), 'bolt')
    await page.keyboard.press('Enter')
    await heading(page, 'BOLT').waitFor()
    const levels = page.getByRole('table', { name: 'Levels by warehouse' })
    await levels.getByText('240').first().waitFor()
    await page.getByRole('table', { name: 'Lots', exact: true }).getByText('F-02').waitFor()
    steps.expectAtMost(2)

    for (const text of [String(lots[0]), 'ch-1', 'F-01', `(01)${GTIN}(10)CH-1`]) {
      await window.goTo('/')
      await heading(page, 'Today').waitFor()
      const ofLot = countSteps(page)
      await ofLot.click(searchButton(page))
      await ofLot.fill(page.getByRole('combobox', { name: 'Search' }), text)
      await page.keyboard.press('Enter')
      await heading(page, `Lot ${lots[0]}`).waitFor()
      await page.getByRole('heading', { name: 'Traceability' }).waitFor()
      ofLot.expectAtMost(2)
    }
    expectNoTrouble(window)
  })
})

describe('The search', { timeout: TEST_LIMIT_MS }, () => {
  test('receives every key pressed while it opens, and none of them is a shortcut', async (context) => {
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/stock')
    await heading(page, 'Stock').waitFor()
    const held: Route[] = []
    await page.route(/\/palette-[^/]*\.js/, (route) => void held.push(route))
    await page.keyboard.press('/')
    await page.keyboard.type('grexase', { delay: 120 })
    for (let back = 0; back < 4; back++) await page.keyboard.press('Backspace')
    await page.keyboard.type('ase', { delay: 120 })
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect.poll(() => field.inputValue()).toBe('grease')
    await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.type(' gun')
    expect(await field.inputValue()).toBe('grease gun')
    await heading(page, 'Stock').waitFor()

    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    const words = page.getByPlaceholder('SKU or description')
    await words.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('BOLT')
    await page.keyboard.press('Enter')
    await heading(page, 'BOLT').waitFor()
    await window.goTo('/stock')
    expect(await words.inputValue()).toBe('')
    expectNoTrouble(window)
  })

  test('opens a scanned record while no field is in focus, and asks if several records have the name', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.scan(GTIN)
    await heading(page, 'BOLT').waitFor()
    await steps.scan('CH-2')
    await heading(page, `Lot ${lots[1]}`).waitFor()
    await steps.scan('F-0')
    await page.getByRole('option', { name: /Lot/ }).nth(1).waitFor()
    expect(await heading(page, `Lot ${lots[1]}`).count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    expectNoTrouble(window)
  })

  test('groups matches, screens too; arrow keys choose, Enter opens, Escape closes', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.waitFor()
    await page.getByRole('option', { name: 'Work orders' }).waitFor()
    await field.fill('b')
    await page.getByRole('option', { name: /^BOLT/ }).waitFor()
    await field.fill('F-0')
    await page.getByRole('option', { name: /Lot/ }).nth(1).waitFor()
    const chosen = page.getByRole('listbox', { name: 'Search results' }).getByRole('option', { selected: true })
    const first = await chosen.innerText()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.innerText()).not.toBe(first)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Lot \d+$/ }).waitFor()
    await page.keyboard.press('/')
    await field.fill('new co')
    await page.getByRole('option', { name: 'New count' }).click()
    await heading(page, 'New count').waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('no such thing')
    await page.getByText('No results for “no such thing”').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    expectNoTrouble(window)
  })

  test('offers only what the client may do; shortcut keys open screens and are listed', async (context) => {
    const reader = await world.system.createClient({ readOnly: true })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(reader, '/')
    await heading(page, 'Today').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ledger').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type('gs', { delay: 120 })
    await heading(page, 'Stock').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('re')
    await page.getByRole('option', { name: 'Reservations' }).waitFor()
    expect(await page.getByRole('option').allInnerTexts()).not.toContain('Receive')
    expectNoTrouble(window)
  })
})
