import { describe, expect, test } from 'vitest'
import { permissions } from '../../../shared/contract/core/access.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, createStockedItem, preview } from '../../support/console/stock-forms.ts'

const world = useConsole()

describe('A work order', { timeout: TEST_LIMIT_MS }, () => {
  test('is made of components of two warehouses under a number of its own, and changed', async (context) => {
    const { inventory } = world.client.api
    const [bolt, nut] = [await createStockedItem(world), await createStockedItem(world)]
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/new-work-order')
    await page.getByLabel('Product').fill('Control cabinet')
    const lines = page.getByRole('textbox', { name: 'Lines', exact: true })
    await lines.fill(`item\tunits\twarehouse\n${bolt.shortID}\t8\n${nut.shortID}\t6\t2`)
    await choose(page, 'Components from', 'Warehouse 1')
    await page.getByLabel('Order number (optional)').fill('WO-OWN')
    await button(page, 'Preview').click()
    await preview(page).getByText('Warehouse 2').waitFor()
    await button(page, 'Create').click()
    await page.getByRole('status').getByRole('link', { name: 'WO-OWN' }).click()

    const step = async (verb: string, fill: () => Promise<void>, shown: string) => {
      await button(page, `${verb}…`).click()
      await fill()
      await button(page, 'Preview').click()
      await preview(page).getByText(shown).first().waitFor()
      await button(page, verb).click()
      await page.getByText('Order saved.').waitFor()
      await button(page, 'Continue').click()
    }
    const read = async () => (await inventory.getWorkOrder({ woNo: 'WO-OWN' })).body
    await button(page, 'Change plan…').click()
    await page.getByLabel('Due date').fill('2031-05-04')
    await page.getByLabel('Assigned to').fill('Line 2')
    await button(page, 'Preview').click()
    await preview(page).getByText('Line 2').waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await read()).toMatchObject({ assignee: '', dueDate: null })
    await button(page, 'Change plan').dblclick()
    await page.getByText('Order saved. Status: Open').waitFor()
    await button(page, 'Continue').click()
    expect(await read()).toMatchObject({
      description: 'Control cabinet',
      assignee: 'Line 2',
      dueDate: '2031-05-04T00:00:00.000Z',
    })
    await step(
      'Add lines',
      async () => {
        await lines.fill(`${bolt.shortID} 3`)
        await choose(page, 'Components from', 'Warehouse 2')
      },
      'Warehouse 2',
    )
    await step(
      'Change line',
      async () => {
        await choose(page, 'Line', `1. 8 ${bolt.shortID}`)
        await page.getByLabel('Total units').fill('9')
      },
      bolt.shortID,
    )
    await step('Add note', () => page.getByRole('textbox', { name: 'Note' }).fill('Waits for paint'), 'Waits for paint')
    await step('Start', async () => undefined, 'In Progress')
    await step('Close', async () => undefined, 'Closed')
    const { status, notes, lines: made } = await read()
    expect([status, notes.map(({ note }) => note)]).toEqual(['Closed', ['Waits for paint']])
    expect(made.map(({ shortID, units, warehouse }) => [shortID, units, warehouse])).toEqual([
      [bolt.shortID, 9, 1],
      [nut.shortID, 6, 2],
      [bolt.shortID, 3, 2],
    ])
    expect(await button(page, 'Change plan…').count()).toBe(0)
    expectNoTrouble(window)
  })

  test('is looked at, and neither made nor changed, by a client without the permission', async (context) => {
    const { inventory } = world.client.api
    const { shortID } = await createStockedItem(world)
    await inventory.createWorkOrder({
      woNo: 'WO-READ',
      description: 'Rack',
      lines: [{ shortID, units: 1, warehouse: 1 }],
    })
    const reader = await world.system.createClient({
      permissions: [permissions.itemMasterList, permissions.readWorkOrders],
    })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(reader, '/work-orders')
    await page.getByRole('link', { name: 'WO-READ' }).waitFor()
    expect(await page.getByRole('link', { name: 'New work order' }).count()).toBe(0)
    await page.getByRole('link', { name: 'WO-READ' }).click()
    await page.getByRole('region', { name: `Line 1, ${shortID}` }).waitFor()
    expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0)
    await page.getByLabel('Scan or type an item').fill(shortID)
    await page.getByLabel('Scan or type an item').press('Enter')
    await expect.poll(() => page.getByLabel('Scan or type an item').inputValue()).toBe('')
    expect(await page.getByRole('group', { name: 'Complete' }).count()).toBe(0)
    expectNoTrouble(window)
  })
})
