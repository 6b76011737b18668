import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button, createStockedItem, preview } from '../../support/console/stock-forms.ts'
import { connectDatabase } from '../../support/servers/database.ts'

const world = useConsole()

describe('An order', { timeout: TEST_LIMIT_MS }, () => {
  test('to a vendor is made of five lines pasted from a spreadsheet in six steps', async (context) => {
    const { inventory } = world.client.api
    await inventory.createVendor({ shortID: 'BOLTCO', name: 'Bolt Company' })
    const bought = await Promise.all(Array.from({ length: 5 }, async () => (await createStockedItem(world)).shortID))
    const sheet = [
      ['Article', 'Description', 'Qty', 'Unit price'],
      ...bought.map((shortID, at) => [shortID, 'Hex bolt', String(1_000 + at), `0.0${at + 1}`]),
    ]
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const { step, expectAtMost } = countSteps(page)
    await step(() => page.getByRole('link', { name: 'New purchase order' }).click())
    await step(() => page.getByRole('combobox', { name: 'Vendor' }).fill('BOLTCO'))
    await step(() => choose(page, 'To warehouse', 'Warehouse 1'))
    await step(() =>
      page.getByRole('textbox', { name: 'Lines', exact: true }).fill(sheet.map((row) => row.join('\t')).join('\n')),
    )
    await step(() => button(page, 'Preview').click())
    await preview(page).getByText('Bolt Company').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await step(() => button(page, 'Create').dblclick())
    expectAtMost(6)
    await page.getByRole('status').getByRole('link', { name: /^PO-/ }).click()
    await page.getByText('Bolt Company').waitFor()
    const { value: orders } = (await inventory.listPurchaseOrders({ vendor: 'BOLTCO' })).body
    expect(orders).toHaveLength(1)
    const order = (await inventory.getPurchaseOrder({ poNo: orders[0]?.poNo ?? '' })).body
    expect(
      order.lines.map(({ shortID, units, unitPrice, warehouse }) => [shortID, units, unitPrice, warehouse]),
    ).toEqual(bought.map((shortID, at) => [shortID, 1_000 + at, (at + 1) / 100, 1]))
    expectNoTrouble(window)
  })

  test('says beside each line what is wrong with it, sends nothing meanwhile, and keeps what was typed', async (context) => {
    const { inventory } = world.client.api
    await inventory.createVendor({ shortID: 'ERRATIC', name: 'Erratic Supply' })
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world, { locale: 'de-DE' })
    const { page } = window
    await window.openAs(world.client, '/new-purchase-order')
    await page.getByRole('combobox', { name: 'Vendor' }).fill('erratic sup')
    await page.getByRole('option', { name: 'ERRATIC Erratic Supply' }).click()
    await choose(page, 'To warehouse', 'Warehouse 1')
    await page.getByRole('textbox', { name: 'Order number (optional)' }).fill('PO-TYPED')
    const csv = `item;units;price\n${shortID};"1.000,5";0,25\nNO-SUCH-ITEM;2;\n${shortID};many;1\n`
    const file = { name: 'order.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type=file]').setInputFiles(file)
    const rows = page.getByRole('table', { name: 'Imported lines' }).locator('tbody tr')
    await rows.filter({ hasText: '“many” is not a quantity' }).waitFor()
    expect(await rows.first().locator('td').allInnerTexts()).toEqual([shortID, '1\u2009000,5', '0,25', '', 'Remove'])
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    await button(page, `Remove many ${shortID}`).click()
    await button(page, 'Preview').click()
    await rows.filter({ hasText: 'Item must name an existing item.' }).waitFor()
    expect(await rows.filter({ hasText: 'existing item' }).locator('td').first().innerText()).toBe('NO-SUCH-ITEM')
    expect(await page.getByRole('textbox', { name: 'Order number (optional)' }).inputValue()).toBe('PO-TYPED')
    await button(page, 'Remove 2 NO-SUCH-ITEM').click()
    await button(page, 'Preview').click()
    await preview(page).getByText('Erratic Supply').waitFor()
    expect((await inventory.listPurchaseOrders({ vendor: 'ERRATIC' })).body.totalCount).toBe(0)
    await button(page, 'Create').click()
    await page.getByRole('status').getByRole('link', { name: 'PO-TYPED' }).waitFor()
    const { lines } = (await inventory.getPurchaseOrder({ poNo: 'PO-TYPED' })).body
    expect(lines).toMatchObject([{ shortID, units: 1000.5, unitPrice: 0.25 }])
    expectNoTrouble(window, '400 POST /console/api/PurchaseOrder')
  })

  test('of a customer is made of three typed lines in seven steps by somebody with one warehouse', async (context) => {
    const { inventory } = world.client.api
    await inventory.createCustomer({ shortID: 'HARBOR', name: 'Harbor Yard' })
    const shipped = await Promise.all(Array.from({ length: 3 }, async () => (await createStockedItem(world)).shortID))
    const seller = await world.system.createClient({ warehouses: [1] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(seller, '/')
    await heading(page, 'Today').waitFor()
    const { step, expectAtMost } = countSteps(page)
    await step(() => page.getByRole('link', { name: 'New shipping order' }).click())
    await step(() => page.getByRole('combobox', { name: 'Customer' }).fill('HARBOR'))
    const lines = page.getByRole('textbox', { name: 'Lines', exact: true })
    await lines.focus()
    for (const [at, shortID] of shipped.entries())
      await step(() => page.keyboard.insertText(`${at === 0 ? '' : '\n'}${shortID} ${at + 1},5`))
    await step(() => button(page, 'Preview').click())
    await preview(page).getByText('Harbor Yard').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await step(() => button(page, 'Create').click())
    expectAtMost(7)
    await page.getByRole('status').getByRole('link', { name: /^SO-/ }).click()
    await page.getByText('Harbor Yard').waitFor()
    const soNo = await page.getByRole('heading', { level: 1 }).innerText()
    const order = (await inventory.getShippingOrder({ soNo })).body
    expect(order.lines.map(({ shortID, units, warehouse }) => [shortID, units, warehouse])).toEqual(
      shipped.map((shortID, at) => [shortID, at + 1.5, 1]),
    )
    expectNoTrouble(window)
  })

  test('has lines of several warehouses, pasted and typed, and a priority', async (context) => {
    const { inventory } = world.client.api
    await inventory.createCustomer({ shortID: 'QUAY', name: 'Quay Works' })
    const [first, second, third] = await Promise.all(
      Array.from({ length: 3 }, async () => (await createStockedItem(world)).shortID),
    )
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/new-shipping-order')
    await page.getByRole('combobox', { name: 'Customer' }).fill('QUAY')
    await choose(page, 'From warehouse', 'Warehouse 1')
    await page.getByLabel('Priority (highest first)').fill('7')
    const lines = page.getByRole('textbox', { name: 'Lines', exact: true })
    await lines.fill(`Item;Units;Warehouse\n${first};1;\n${second};2;warehouse 2\n${second};3;Moon`)
    const rows = page.getByRole('table', { name: 'Imported lines' }).locator('tbody tr')
    await rows.filter({ hasText: 'Unknown warehouse: Moon' }).waitFor()
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    await button(page, `Remove 3 ${second}`).click()
    await page.getByRole('combobox', { name: 'Item' }).fill(third ?? '')
    await page.getByLabel('Units', { exact: true }).fill('4')
    await choose(page, 'Warehouse', 'Warehouse 2')
    await button(page, 'Add').click()
    expect((await rows.allInnerTexts()).map((row) => row.split('\t').at(2))).toEqual([
      'Same as order',
      'Warehouse 2',
      'Warehouse 2',
    ])
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Preview').click()
    await preview(page).getByText('Quay Works').waitFor()
    await button(page, 'Create').click()
    await page.getByRole('status').getByRole('link', { name: /^SO-/ }).click()
    await page.getByText('Quay Works').waitFor()
    const soNo = await page.getByRole('heading', { level: 1 }).innerText()
    const order = (await inventory.getShippingOrder({ soNo })).body
    expect(order.lines.map(({ shortID, units, warehouse }) => [shortID, units, warehouse])).toEqual([
      [first, 1, 1],
      [second, 2, 2],
      [third, 4, 2],
    ])
    const orders = (await connectDatabase(`${world.system.system}-inventory`)).collection<{ _id: string }>(
      'shippingOrders',
    )
    expect(await orders.findOne({ _id: soNo })).toMatchObject({ priority: 7 })
    await button(page, 'Change priority…').click()
    await page.getByLabel('Priority (highest first)').fill('8')
    await button(page, 'Preview').click()
    await button(page, 'Change priority').click()
    await page.getByText('Order saved. Status: Open').waitFor()
    expect(await orders.findOne({ _id: soNo })).toMatchObject({ priority: 8 })
    expectNoTrouble(window)
  })
})
