import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, preview } from '../../support/console/stock-forms.ts'

const world = useConsole()

describe('An item', { timeout: TEST_LIMIT_MS }, () => {
  test('is created, changed, given an alias and a minimum, and discontinued', async (context) => {
    const { catalog, inventory } = world.client.api
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/stock')
    await page.getByRole('link', { name: 'New item' }).click()
    await page.getByLabel('SKU').fill('WASHER-M6')
    await page.getByLabel('Description').fill('Washer M6')
    await page.getByLabel('Packaging').fill('Box 500')
    await page.getByLabel('Units per package').fill('500')
    await page.getByRole('checkbox', { name: 'Whole units only' }).click()
    await button(page, 'Create').dblclick()
    await page.getByRole('status').getByRole('link', { name: 'WASHER-M6' }).click()
    await heading(page, 'WASHER-M6').waitFor()
    const read = async () => (await catalog.getItemByShortID({ shortID: 'WASHER-M6' })).body
    const created = { description: 'Washer M6', putUp: 'Box 500', units: 500, uOM: 'EA', wholeUnits: true }
    expect(await read()).toMatchObject(created)

    await button(page, 'Edit…').click()
    await page.getByLabel('Description').fill('Washer M6, zinc plated')
    await page.getByLabel('Packaging').fill('')
    const mark = page.getByRole('checkbox', { name: 'Whole units only' })
    expect(await mark.isChecked()).toBe(true)
    await mark.click()
    await button(page, 'Edit').click()
    await page.getByText('Item saved.').waitFor()
    await button(page, 'Continue').click()
    const changed = await read()
    expect(changed).toMatchObject({ description: 'Washer M6, zinc plated', putUp: '', units: 500 })
    expect(changed).not.toHaveProperty('wholeUnits')

    await button(page, 'Add alias…').click()
    await page.getByLabel('Alias', { exact: true }).fill('4006381333931')
    await button(page, 'Add alias').click()
    await button(page, 'Continue').click()
    const aliases = page.getByRole('table', { name: 'Aliases' })
    await aliases.getByText('4006381333931').waitFor()
    await button(page, 'Set minimum…').click()
    await page.locator('form').getByRole('combobox', { name: 'Warehouse' }).click()
    await page.getByRole('option', { name: 'Warehouse 1', exact: true }).click()
    await page.getByLabel('Minimum', { exact: true }).fill('100')
    await page.getByText('Required: order-up-to quantity').waitFor()
    await page.getByLabel('Order up to').fill('1 000')
    await button(page, 'Preview').click()
    await preview(page).getByText('Below 100, reorder up to 1\u2009000.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Set minimum').click()
    await page.getByText('Settings updated.').waitFor()
    const { value } = (await inventory.listReorderPoints({ itemID: 'WASHER-M6' })).body
    expect(value).toMatchObject([{ wid: 1, minimum: 100, reorderTo: 1_000, leadDays: null }])
    await button(page, 'Continue').click()
    await button(page, 'Remove alias 4006381333931').click()
    await page.getByText('No aliases').waitFor()

    await button(page, 'Discontinue…').click()
    await button(page, 'Discontinue').click()
    await page.getByText('The item is discontinued.').waitFor()
    expect(await read()).toMatchObject({ discontinued: true })
    await button(page, 'Continue').click()
    await button(page, 'Reactivate…').click()
    await button(page, 'Reactivate').click()
    await page.getByText('The item is active again.').waitFor()
    expect(await read()).toMatchObject({ discontinued: false })
    expectNoTrouble(window)
  })

  test('that is there already is refused, and what was typed stays', async (context) => {
    await world.client.api.catalog.createItem({ shortID: 'TAKEN' })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/new-item')
    await page.getByLabel('SKU').fill('TAKEN')
    await page.getByLabel('Description').fill('Another one')
    await button(page, 'Create').click()
    await page.getByRole('alert').getByText('TAKEN is the ShortID or an alias of an item.').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('Another one')
    await page.getByLabel('SKU').fill('NOT-TAKEN')
    await button(page, 'Create').click()
    await page.getByRole('status').getByRole('link', { name: 'NOT-TAKEN' }).waitFor()
    expectNoTrouble(window, '409 POST /console/api/Item')
  })
})

describe('A customer or vendor', { timeout: TEST_LIMIT_MS }, () => {
  test('is created, found by words, changed and discontinued', async (context) => {
    const { inventory } = world.client.api
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/vendors')
    await page.getByRole('link', { name: 'New vendor' }).click()
    await page.getByLabel('Short name').fill('NORTH')
    await page.getByLabel('Name', { exact: true }).fill('Northern Fasteners')
    await page.getByLabel('City').fill('Kiel')
    await page.getByLabel('Over-receipt allowed (%)').fill('5')
    await button(page, 'Preview').click()
    await preview(page).getByText('Kiel').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Create').dblclick()
    await page.getByRole('status').getByRole('link', { name: 'NORTH' }).click()
    await heading(page, 'NORTH').waitFor()
    await button(page, 'Edit…').click()
    await page.getByLabel('City').fill('')
    await page.getByLabel('Phone').fill('+49 431 1')
    await page.getByLabel('Over-receipt allowed (%)').fill('')
    await button(page, 'Preview').click()
    await preview(page).getByText('0 %').waitFor()
    await button(page, 'Edit').click()
    await page.getByText('Saved the vendor.').waitFor()
    const read = async () => (await inventory.getVendor({ shortID: 'NORTH' })).body
    expect(await read()).toMatchObject({ name: 'Northern Fasteners', city: '', phone: '+49 431 1', overReceipt: 0 })
    await button(page, 'Continue').click()
    await button(page, 'Discontinue…').click()
    await button(page, 'Preview').click()
    await preview(page).getByText('Discontinued').waitFor()
    expect(await read()).toMatchObject({ active: true })
    await button(page, 'Discontinue').click()
    await page.getByText('The vendor is discontinued.').waitFor()
    expect(await read()).toMatchObject({ active: false, phone: '+49 431 1' })

    await inventory.createCustomer({ shortID: 'HANSE', name: 'Hanse Trading' })
    await inventory.createCustomer({ shortID: 'ALPINE', name: 'Alpine Sports' })
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('sports alp')
    await page.getByRole('textbox', { name: 'Search' }).press('Enter')
    await page.getByText('1 row').waitFor()
    expect(await page.getByRole('table', { name: 'Customers' }).getByRole('link').allInnerTexts()).toEqual(['ALPINE'])
    expectNoTrouble(window)
  })
})

describe('An order that is there', { timeout: TEST_LIMIT_MS }, () => {
  test('to a vendor gets more lines and another date, has a line closed short, and is finalized', async (context) => {
    const { catalog, inventory } = world.client.api
    for (const shortID of ['ROD', 'CLIP']) await catalog.createItem({ shortID })
    await inventory.createVendor({ shortID: 'BOLTCO', name: 'Bolt Company' })
    const lines = [{ shortID: 'ROD', units: 10, warehouse: 1 }]
    await inventory.createPurchaseOrder({ poNo: 'PO-7', vendor: 'BOLTCO', lines })
    await inventory.receive({ itemID: 'ROD', units: 4, wid: 1, reasonCode: 10, reference: 'PO-7', line: 1 })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-7')
    const act = async (verb: string, fill: () => Promise<unknown>) => {
      await button(page, `${verb}…`).click()
      await fill()
      await button(page, 'Preview').click()
      await preview(page).waitFor()
      await button(page, verb).click()
      await page.getByText(/^Order saved\. /).waitFor()
      await button(page, 'Continue').click()
    }
    await act('Add lines', async () => {
      await choose(page, 'To warehouse', 'Warehouse 1')
      await page.getByRole('textbox', { name: 'Lines', exact: true }).fill('CLIP;20;0.5')
    })
    await act('Change date', () => page.getByLabel('Expected date').fill('2031-05-04'))
    await act('Change line', async () => {
      await choose(page, 'Line', '1. 10 ROD')
      await page.getByLabel('Total units').fill('12')
    })
    await act('Close line short', async () => {
      await choose(page, 'Line', '2. 20 CLIP')
      await page.getByLabel('Reason').fill('Not made any more')
    })
    const read = async () => (await inventory.getPurchaseOrder({ poNo: 'PO-7' })).body
    expect(await read()).toMatchObject({
      status: 'Partial',
      expectedDate: '2031-05-04T00:00:00.000Z',
      lines: [
        { shortID: 'ROD', units: 12, unitsReceived: 4 },
        { shortID: 'CLIP', units: 20, unitPrice: 0.5 },
      ],
    })
    await act('Finalize', async () => undefined)
    expect(await read()).toMatchObject({ status: 'Closed' })
    expectNoTrouble(window)
  })

  test('of a customer gets another line, and is canceled', async (context) => {
    const { catalog, inventory } = world.client.api
    for (const shortID of ['PIPE', 'VALVE']) await catalog.createItem({ shortID })
    await inventory.createCustomer({ shortID: 'PIER', name: 'Pier Supply' })
    const lines = [{ shortID: 'PIPE', units: 10, warehouse: 1 }]
    await inventory.createShippingOrder({ soNo: 'SO-7', customer: 'PIER', lines })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/fulfilment/SO-7')
    await button(page, 'Add lines…').click()
    await choose(page, 'From warehouse', 'Warehouse 1')
    await page.getByRole('textbox', { name: 'Lines', exact: true }).fill('VALVE 3')
    await button(page, 'Preview').click()
    await page.getByRole('table', { name: 'Lines after the change' }).getByText('VALVE').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Add lines').click()
    await button(page, 'Continue').click()
    await button(page, 'Cancel…').click()
    await button(page, 'Preview').click()
    await preview(page).getByText('New status: Closed.').waitFor()
    await button(page, 'Cancel').click()
    await page.getByText('Order saved. Status: Closed').waitFor()
    const { body } = await inventory.getShippingOrder({ soNo: 'SO-7' })
    expect(body).toMatchObject({ status: 'Closed', totalLines: 2 })
    expectNoTrouble(window)
  })
})
