import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { permissions } from '../../../shared/contract/core/access.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button } from '../../support/console/stock-forms.ts'

const world = useConsole()

/** The value of a fact of an item. */
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

async function name(page: Page, verb: string, given: string) {
  await button(page, `${verb}…`).click()
  await page.getByLabel('Name (leave empty for none)').fill(given)
  await button(page, verb).click()
  await page.getByText('Name saved.').waitFor()
  await button(page, 'Continue').click()
}

describe('A category', { timeout: TEST_LIMIT_MS }, () => {
  test('is named at an item, shown with its name, and chosen by it', async (context) => {
    const { catalog } = world.client.api
    await catalog.createItem({ shortID: 'BOLT-7', category: 7, subCategory: 3 })
    await catalog.putSubCategory({ category: 8, subCategory: 4, name: 'Bolts of timber' })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/items/BOLT-7')
    await heading(page, 'BOLT-7').waitFor()
    expect(await fact(page, 'Category').innerText()).toBe('7')
    await name(page, 'Name category', 'Fasteners')
    await expect.poll(() => fact(page, 'Category').innerText()).toBe('Fasteners (7)')
    await name(page, 'Name sub-category', 'Bolts')
    await expect.poll(() => fact(page, 'Sub-category').innerText()).toBe('Bolts (3)')
    expect((await catalog.listCategories({})).body.value).toEqual([
      { category: 7, name: 'Fasteners' },
      { category: 7, subCategory: 3, name: 'Bolts' },
      { category: 8, subCategory: 4, name: 'Bolts of timber' },
    ])

    await window.goTo('/new-item')
    await page.getByLabel('SKU').fill('NUT-7')
    await page.getByRole('combobox', { name: 'Category', exact: true }).fill('fasten')
    await page.getByRole('option', { name: '7 Fasteners' }).click()
    const sub = page.getByRole('combobox', { name: 'Sub-category' })
    await sub.fill('bolt')
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['3 Bolts'])
    await page.getByText('Required: sub-category').waitFor()
    await sub.fill('BOLTS')
    await sub.press('Tab')
    expect(await sub.inputValue()).toBe('3')
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Create').click()
    await page.getByRole('status').getByRole('link', { name: 'NUT-7' }).waitFor()
    const { body } = await catalog.getItemByShortID({ shortID: 'NUT-7' })
    expect(body).toMatchObject({ category: 7, subCategory: 3 })

    await window.goTo('/reports/15')
    const parameter = page.getByRole('combobox', { name: 'Category' })
    await parameter.fill('fasteners')
    await parameter.press('Enter')
    expect(await parameter.inputValue()).toBe('7')
    const asked = page.waitForResponse(/\/Report\/15\?.*category=7\b/)
    await parameter.press('Enter')
    expect((await asked).status()).toBe(200)
    expectNoTrouble(window)
  })

  test('is shown by its number where its name was taken away, and named only by who changes items', async (context) => {
    const { catalog } = world.client.api
    await catalog.createItem({ shortID: 'GLUE-9', category: 9 })
    await catalog.putCategory({ category: 9, name: 'Chemicals' })
    const reader = await world.system.createClient({ permissions: [permissions.itemMasterList] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(reader, '/items/GLUE-9')
    await expect.poll(() => fact(page, 'Category').innerText()).toBe('Chemicals (9)')
    expect(await button(page, 'Name category…').count()).toBe(0)
    await window.openAs(world.client, '/items/GLUE-9')
    await name(page, 'Name category', '')
    await expect.poll(() => fact(page, 'Category').innerText()).toBe('9')
    expectNoTrouble(window)
  })
})
