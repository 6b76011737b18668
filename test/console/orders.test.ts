import { describe, expect, test } from 'vitest'
import { findBarriers } from '../support/console/barriers.ts'
import { ACTOR, choose, heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { button, createStockedItem, entriesOf, preview } from '../support/console/stock-forms.ts'

const world = useConsole()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe('An order', { timeout: TEST_LIMIT_MS }, () => {
  test('to ship is packed in part: the rest stays committed', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { inventory } = world.client.api
    await inventory.createCustomer({ shortID: 'HARBOR', name: 'Harbor Yard' })
    const lines = [
      { shortID, warehouse: 1, units: 20, unitPrice: 1 },
      { shortID, warehouse: 1, units: 7, unitPrice: 1 },
    ]
    await inventory.createShippingOrder({ soNo: 'SO-1', customer: 'HARBOR', lines })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/fulfilment/SO-1')
    await button(page, 'Pack…').click()
    await page.getByLabel(`Units of line 1, ${shortID}`).fill('21')
    await page.getByLabel(`Units of line 2, ${shortID}`).fill('0')
    await button(page, 'Pack').click()
    await page.getByRole('alert').getByText('This can’t be done right now').waitFor()
    await page.getByLabel(`Units of line 1, ${shortID}`).fill('0')
    await page.getByText('Required: units of at least one line').waitFor()
    await page.getByLabel(`Units of line 1, ${shortID}`).fill('12,5')
    const rows = page.getByRole('table', { name: 'Lines to pack' }).locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.locator('td').allInnerTexts()).toEqual(['1', shortID, '12.5'])
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Pack').dblclick()
    await button(page, 'Continue').click()
    const { body } = await inventory.listShippingOrderLines({ soNo: 'SO-1' })
    expect(body.value).toMatchObject([
      { packed: 12.5, committed: 7.5 },
      { packed: 0, committed: 7 },
    ])
    expectNoTrouble(window, '409 POST /console/api/ShippingOrder/SO-1/Pack')
  })

  test('of work is created, its components are issued on a phone line by line, and it is closed', async (context) => {
    const [bolt, nut] = [await createStockedItem(world), await createStockedItem(world, 5)]
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/work-orders')
    await page.getByRole('link', { name: 'New work order' }).click()
    await page.getByLabel('Product').fill('Control cabinet')
    for (const [{ shortID }, units] of [
      [bolt, '8'],
      [nut, '6'],
    ] as const) {
      await page.getByLabel('Item', { exact: true }).and(page.locator('input')).fill(shortID)
      await page.getByLabel('Units', { exact: true }).fill(units)
      await page.getByLabel('Units', { exact: true }).press('Enter')
      await page.getByRole('table', { name: 'Imported lines' }).getByText(shortID).waitFor()
    }
    await choose(page, 'Components from', 'Warehouse 1')
    await page.getByLabel('Due date').fill('2031-05-04')
    await page.getByLabel('Assigned to').fill('Line 2')
    await button(page, 'Preview').click()
    await page.getByRole('table', { name: 'Components' }).getByText(nut.shortID).waitFor()
    await button(page, 'Create').dblclick()
    await page.getByRole('link', { name: /^WO-/ }).click()
    await page.getByText('Control cabinet').waitFor()
    const woNo = await page.getByRole('heading', { level: 1 }).innerText()

    const scan = async (shortID: string) => {
      await page.getByLabel('Scan or type an item').fill(shortID)
      await page.getByLabel('Scan or type an item').press('Enter')
    }
    const complete = async (shortID: string, units?: string) => {
      const card = page.getByRole('region', { name: new RegExp(`^Line \\d, ${shortID}$`) })
      await scan(shortID)
      if (units !== undefined) {
        await card.getByLabel('Units').fill(units)
        await button(page, 'Preview').click()
      }
      await card.getByRole('table', { name: 'Lots before and after' }).waitFor()
      return card
    }
    const first = await complete(bolt.shortID, '3')
    expect(await findBarriers(page)).toEqual([])
    expect(await entriesOf(world.client, bolt.shortID)).toHaveLength(1)
    await first.locator('form').getByRole('button', { name: 'Complete' }).dblclick()
    await button(page, 'Continue').click()
    await page.getByText('5 open').waitFor()
    await page.getByText('In Progress').waitFor()
    await scan(nut.shortID)
    await page.getByRole('alert').getByText('Insufficient stock: requested 6, available 5.').waitFor()
    await button(page, 'Back').click()
    const rest = await complete(bolt.shortID)
    await rest.locator('form').getByRole('button', { name: 'Complete' }).click()
    await button(page, 'Continue').click()
    await page.getByText('0 open').waitFor()
    await button(page, 'Close…').click()
    await button(page, 'Preview').click()
    await button(page, 'Close').click()
    await page.getByText('Order saved. Status: Closed').waitFor()

    const { body } = await world.client.api.inventory.getWorkOrder({ woNo })
    expect(body).toMatchObject({ status: 'Closed', assignee: 'Line 2', dueDate: '2031-05-04T00:00:00.000Z' })
    expect(body.lines.map(({ units, unitsCompleted }) => [units, unitsCompleted])).toEqual([
      [8, 8],
      [6, 0],
    ])
    const entries = await entriesOf(world.client, bolt.shortID)
    expect(entries.map(({ type, units, reference, actor }) => [type, units, reference, actor])).toEqual([
      ['issue', 5, woNo, ACTOR],
      ['issue', 3, woNo, ACTOR],
      ['receive', 100, '', undefined],
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expectNoTrouble(window, '409 POST /console/api/Inventory/Issue/Preview')
  })
})

describe('A reservation', { timeout: TEST_LIMIT_MS }, () => {
  test('is made from the page of an item, found behind its committed units, and released', async (context) => {
    const { shortID } = await createStockedItem(world)
    const level = async () =>
      (await world.client.api.inventory.listStockLevels({ itemID: shortID, wid: 1 })).body.value[0]
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/items/${shortID}`)
    await page.getByRole('main').getByRole('link', { name: 'Reserve' }).click()
    await heading(page, 'Reserve').waitFor()
    await page.getByLabel('Units').fill('101')
    await choose(page, 'Warehouse', 'Warehouse 1')
    await page.getByRole('combobox', { name: 'For', exact: true }).fill('CART-7')
    await button(page, 'Preview').click()
    await button(page, 'Reserve').click()
    await page.getByRole('alert').getByText('Insufficient stock: requested 101, available 100.').waitFor()
    await page.getByLabel('Units').fill('30')
    await button(page, 'Preview').click()
    await preview(page).getByText('Available: 100 now, 70 after.').waitFor()
    await button(page, 'Reserve').dblclick()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect(await level()).toMatchObject({ available: 70, committed: 30 })

    await page.getByRole('status').getByRole('link', { name: shortID }).click()
    const claims = page.getByRole('table', { name: 'Committed, packed and on order' })
    await claims.getByRole('link', { name: 'Committed' }).click()
    await page.getByText('CART-7').waitFor()
    await button(page, 'Release…').click()
    await preview(page).getByText(`Makes 30 of ${shortID} available to others.`).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Release').dblclick()
    await page.getByText('Reservation status: Released.').waitFor()
    await button(page, 'Continue').click()
    expect(await button(page, 'Release…').count()).toBe(0)
    expect(await level()).toMatchObject({ available: 100, committed: 0 })
    const [unreserved, reserved] = await entriesOf(world.client, shortID)
    expect([unreserved, reserved]).toMatchObject([
      { type: 'unreserve', units: 30, actor: ACTOR },
      { type: 'reserve', units: 30, reference: 'CART-7', actor: ACTOR },
    ])
    expectNoTrouble(window, '409 POST /console/api/Inventory/Reservation')
  })

  test('of a shipping order leads to the order, and is not released by itself', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { inventory } = world.client.api
    await inventory.createCustomer({ shortID: 'PIER', name: 'Pier Supply' })
    const line = { shortID, warehouse: 1, units: 20, unitPrice: 1 }
    await inventory.createShippingOrder({ soNo: 'SO-2', customer: 'PIER', lines: [line] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/items/${shortID}`)
    const claims = page.getByRole('table', { name: 'Committed, packed and on order' })
    await claims.getByRole('cell', { name: 'SO-2, line 1' }).getByRole('link', { name: 'SO-2' }).waitFor()
    await claims.getByRole('link', { name: 'Committed' }).click()
    const belongs = page.getByText('Belongs to shipping order SO-2 and changes with it.')
    await belongs.waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await belongs.getByRole('link').click()
    await heading(page, 'SO-2').waitFor()
    expectNoTrouble(window)
  })
})
