import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, entriesOf } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()

describe('A quantity in packages', { timeout: TEST_LIMIT_MS }, () => {
  test('is shown in packages and units beside its field and on the page of the item, and is sent in units', async (context) => {
    const shortID = unique('BOXED')
    await world.client.api.catalog.createItem({ shortID, putUp: 'Box 100', units: 100, uOM: 'EA' })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${shortID}&wid=1`)
    const units = page.getByLabel('Units', { exact: true })
    await units.fill('250')
    await page.getByText('250 EA = 2.5 Box 100').waitFor()
    await page.getByRole('radiogroup', { name: 'Units in' }).getByText('Box 100').click()
    expect(await units.inputValue()).toBe('2.5')
    await units.fill('2+1')
    await page.getByText('3 Box 100 = 300 EA').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Spot', { exact: true }).fill('P-01')
    await choose(page, 'Reason', 'Purchase')
    await button(page, 'Preview').click()
    await button(page, 'Receive').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect(await entriesOf(world.client, shortID)).toMatchObject([{ type: 'receive', units: 300 }])

    await page.getByRole('status').getByRole('link', { name: shortID }).click()
    const levels = page.getByRole('table', { name: 'Levels by warehouse' })
    await levels.getByText('Available in Box 100').waitFor()
    expect(await levels.getByRole('row').last().getByRole('cell').last().innerText()).toBe('3')
    const lots = page.getByRole('table', { name: 'Lots' })
    expect(await lots.getByRole('row').last().getByRole('cell').last().innerText()).toBe('3')
    expectNoTrouble(window)
  })

  test('becomes units with a scan; an item of single units has no packages to choose', async (context) => {
    const [boxed, single] = [unique('BOXED'), unique('SINGLE')]
    await world.client.api.catalog.createItem({ shortID: boxed, units: 12 })
    await world.client.api.inventory.receive({ itemID: boxed, units: 100, wid: 1, reasonCode: 10 })
    await world.client.api.catalog.createItem({ shortID: single })
    const alias = unique('CRATE')
    await world.client.api.catalog.putAlias({ shortID: boxed, alias, units: 48 })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/issue?itemID=${boxed}&wid=1`)
    const [item, units] = [page.getByLabel('Item', { exact: true }), page.getByLabel('Units', { exact: true })]
    const choice = page.getByRole('radiogroup', { name: 'Units in' })
    await units.fill('5')
    await choice.getByText('packages').click()
    await units.fill('2')
    await page.getByText('2 packages = 24 EA').waitFor()
    await item.and(page.locator('input')).fill(alias)
    await page.keyboard.press('Enter')
    await page.getByText('48 EA = 4 packages').waitFor()
    expect(await units.inputValue()).toBe('48')
    await item.and(page.locator('input')).fill(single)
    await choice.waitFor({ state: 'detached' })
    expectNoTrouble(window)
  })

  test('is parsed before it is multiplied: with a space between thousands it is a thousand packages', async (context) => {
    const shortID = unique('DOZEN')
    await world.client.api.catalog.createItem({ shortID, putUp: 'Box', units: 12, uOM: 'EA' })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${shortID}&wid=1`)
    const units = page.getByLabel('Units', { exact: true })
    await inPackages(page, 'Box')
    await choose(page, 'Reason', 'Purchase')
    await units.fill('100000000')
    await page.getByText('Too long when converted to units: at most 9 digits and 6 decimals').waitFor()
    await page.getByText('Required: quantity').waitFor()
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    await units.fill('1/3')
    await page.getByText('0.333333 Box = 4 EA').waitFor()
    await units.fill('1 000')
    await page.getByText('1\u2009000 Box = 12\u2009000 EA').waitFor()
    await button(page, 'Preview').click()
    await button(page, 'Receive').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect(await entriesOf(world.client, shortID)).toMatchObject([{ type: 'receive', units: 12_000 }])
    expectNoTrouble(window)
  })

  test('is shown in units after another item is chosen', async (context) => {
    const [hundreds, dozens] = [unique('BOXED'), unique('DOZEN')]
    await world.client.api.catalog.createItem({ shortID: hundreds, putUp: 'Box 100', units: 100 })
    await world.client.api.catalog.createItem({ shortID: dozens, putUp: 'Box 12', units: 12 })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${hundreds}&wid=1`)
    const units = page.getByLabel('Units', { exact: true })
    await inPackages(page, 'Box 100')
    await units.fill('1')
    await page.getByText('1 Box 100 = 100 EA').waitFor()
    await page.getByLabel('Item', { exact: true }).and(page.locator('input')).fill(dozens)
    await page.getByText('100 EA = 8.333333 Box 12').waitFor()
    expect(await units.inputValue()).toBe('100')
    await inPackages(page, 'Box 12')
    await page.getByText('8.333333 Box 12 = 100 EA').waitFor()
    expect(await units.inputValue()).toBe('100/12')
    expectNoTrouble(window)
  })
})

const inPackages = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Units in' }).getByText(name, { exact: true }).click()
