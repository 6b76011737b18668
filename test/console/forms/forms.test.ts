import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ACTOR, choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import {
  button,
  createStockedItem,
  entriesOf,
  preview,
  previewIssue,
  receiveLots,
} from '../../support/console/stock-forms.ts'

const world = useConsole()

const lotOf = async (recno: number) => (await world.client.api.inventory.getLot({ recno })).body
const plan = (page: Page) => page.getByRole('table', { name: 'Lots before and after' }).locator('tbody td')
const errorOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('[aria-invalid=true]'))

describe('A form', { timeout: TEST_LIMIT_MS }, () => {
  test('receives: shows the dry run first, then the ledger has one entry with the name of the person', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${shortID}`)
    await page.getByLabel('Units').fill('12,5')
    await choose(page, 'Warehouse', 'Warehouse 2')
    await choose(page, 'Reason', 'Purchase')
    await page.getByLabel('Spot').fill('B-02')
    await button(page, 'Preview').click()
    await preview(page).waitFor()
    expect(await plan(page).allInnerTexts()).toEqual(['New', 'Warehouse 2 B-02', '0', '+12.5', '12.5'])
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)

    await button(page, 'Receive').dblclick()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry, ...others] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 12.5, wid: 2, spot: 'B-02', actor: ACTOR })
    expect(others).toHaveLength(1)
    expect((await lotOf(recNo)).units).toBe(100)
    expectNoTrouble(window)
  })

  test('moves: shows the dry run first, then the ledger has one entry with the name of the person', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/move?itemID=${shortID}&wid=1`)
    await page.getByLabel('Units').fill('40')
    await choose(page, 'To warehouse', 'Warehouse 3')
    await page.getByLabel('To spot').fill('C-03')
    await button(page, 'Preview').click()
    await preview(page).waitFor()
    expect(await plan(page).allInnerTexts()).toEqual([
      ...[String(recNo), 'Warehouse 1 A-01', '100', '−40', '60'],
      ...['New', 'Warehouse 3 C-03', '0', '+40', '40'],
    ])
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)

    await button(page, 'Move').dblclick()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry, ...others] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'move', units: 40, shipToWid: 3, toSpot: 'C-03', actor: ACTOR })
    expect(others).toHaveLength(1)
    expectNoTrouble(window)
  })

  test('shows where a whole lot leaves and arrives, and counts the lots that are not used', async (context) => {
    const { shortID, recNo } = await createStockedItem(world, 400)
    await receiveLots(world.client, shortID, 104, 'D-01')
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/move?itemID=${shortID}&wid=1`)
    await page.getByLabel('Units').fill('400')
    await page.getByLabel('To spot').fill('A-02')
    await page.getByLabel('Specific lot (optional)').fill(String(recNo))
    await button(page, 'Preview').click()
    await preview(page).waitFor()
    expect(await plan(page).allInnerTexts()).toEqual([
      ...[String(recNo), 'Warehouse 1 A-01', '400', '−400', '0'],
      ...[String(recNo), 'Warehouse 1 A-02', '0', '+400', '400'],
    ])
    const passedOver = await preview(page).getByText('Not used: 104 other lots:').innerText()
    expect(passedOver.match(/lot \d+ at D-01/g)).toHaveLength(5)
    expect(passedOver).toMatch(/; and 99 more$/)
    expectNoTrouble(window)
  })

  test('issues, and refuses more than is available; a changed field needs a new dry run', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await previewIssue(window, world.client, { shortID, units: 101 })
    await page.getByRole('alert').getByText('Insufficient stock: requested 101, available 100.').waitFor()
    expect(await button(page, 'Issue').count()).toBe(0)

    await page.getByLabel('Units').fill('30')
    await button(page, 'Preview').click()
    await button(page, 'Issue').waitFor()
    await page.getByLabel('Units').fill('31')
    await button(page, 'Preview').click()
    await preview(page).waitFor()
    expect(await plan(page).allInnerTexts()).toEqual([String(recNo), 'Warehouse 1 A-01', '100', '−31', '69'])
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)

    await button(page, 'Issue').dblclick()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry, ...others] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'issue', units: 31, reasonCode: 20, actor: ACTOR })
    expect(others).toHaveLength(1)
    expectNoTrouble(window, '409 POST /console/api/Inventory/Issue/Preview')
  })

  test('holds a lot, and releases it again', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/hold?recno=${recNo}`)
    for (const [what, hold] of [
      ['Holds', true],
      ['Releases', false],
    ] as const) {
      await page.getByLabel('Lot', { exact: true }).fill(String(recNo))
      await page.getByLabel('Note').fill('Inspection')
      await button(page, 'Preview').click()
      await preview(page).getByText(`${what} 100 of ${shortID}`).waitFor()
      expect((await lotOf(recNo)).hold).toBe(!hold)
      await button(page, 'Hold or release').dblclick()
      await button(page, 'Hold or release another').click()
      await button(page, 'Preview').waitFor()
      expect((await lotOf(recNo)).hold).toBe(hold)
    }
    const entries = await entriesOf(world.client, shortID)
    expect(entries.map(({ type, remark, actor }) => [type, remark, actor])).toEqual([
      ['release', 'Inspection', ACTOR],
      ['hold', 'Inspection', ACTOR],
      ['receive', '', undefined],
    ])
    expectNoTrouble(window)
  })
})

describe('Bad input', { timeout: TEST_LIMIT_MS }, () => {
  test.for([
    [
      'what is not there',
      [
        ['Receive', 'Item', { Item: 'NO-SUCH-ITEM', Units: '1' }, ['Warehouse', 'Reason']],
        [
          'Move',
          'Specific lot (optional)',
          { Units: '1', 'To spot': 'B', 'Specific lot (optional)': '999999' },
          ['From warehouse'],
        ],
        [
          'Issue',
          'Specific lot (optional)',
          { Units: '1', 'Specific lot (optional)': '999999' },
          ['Warehouse', 'Reason'],
        ],
      ],
    ],
    [
      'what would change nothing',
      [
        ['Receive', 'Units', { Units: '0' }, ['Warehouse', 'Reason']],
        ['Move', 'To spot', { Units: '1', 'From spot (optional)': 'A-01', 'To spot': 'A-01' }, ['From warehouse']],
        ['Issue', 'Units', { Units: '0' }, ['Warehouse', 'Reason']],
      ],
    ],
  ] as const)('of %s is shown at its field by every form, and nothing is written', async ([, inputs], context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    for (const [form, label, texts, lists] of inputs) {
      const { shortID } = await createStockedItem(world)
      await window.goTo(`/${form.toLowerCase()}?itemID=${shortID}`)
      await heading(page, form).waitFor()
      for (const list of lists)
        await choose(page, list, list === 'Reason' ? (form === 'Issue' ? 'Sale' : 'Purchase') : 'Warehouse 1')
      for (const [name, text] of Object.entries(texts))
        await page.getByLabel(name, { exact: true }).and(page.locator('input')).fill(text)
      await button(page, 'Preview').click()
      await errorOf(page, label).waitFor()
      await page.getByRole('alert').getByText('Check the highlighted fields').waitFor()
      expect(await entriesOf(world.client, shortID)).toHaveLength(1)
    }
    expectNoTrouble(window, ...inputs.map(([form]) => `400 POST /console/api/Inventory/${form}/Preview`))
  })
})
