import { describe, expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { choose } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { interrupt } from '../../support/console/interruption.ts'
import { scanKeys } from '../../support/console/scanner.ts'
import { button, createStockedItem, entriesOf, preview } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'

const RETURN = { code: 11, direction: 'in', name: 'Customer return' } as const

const world = useConsole(async (call) => {
  await registerBasics(call)
  await call(inventory.createReasonCode, RETURN)
})

/** A purchase order of some units of an item. */
async function order(shortID: string, units: number): Promise<string> {
  const [poNo, vendor] = [unique('PO'), unique('V')]
  await world.client.api.inventory.createVendor({ shortID: vendor, name: 'Nordic Fasteners' })
  const lines = [{ shortID, warehouse: 1, units, unitPrice: 1 }]
  await world.client.api.inventory.createPurchaseOrder({ poNo, vendor, lines })
  return poNo
}

describe('A quantity', { timeout: TEST_LIMIT_MS }, () => {
  test.for([
    ['de-DE', '1.000,5', '1 000,5', '1.234', '1,234', 1.234],
    ['en-GB', '12*24+3', '291', '1,230', '1 230', 1_230],
  ] as const)('in %s: “%s” is read as %s; “%s” can be two, and %s is chosen', async (row, context) => {
    const [locale, clear, read, typed, meant, units] = row
    const text = meant.replace(' ', '\u2009')
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world, { locale })
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${shortID}&wid=1`)
    const field = page.getByLabel('Units')
    await field.fill(clear)
    await page.getByText(`Read as ${read.replace(' ', '\u2009')}`, { exact: true }).waitFor()
    await field.fill('1/3')
    await page.getByText('Enter a number, such as 1200').waitFor()
    await field.fill(typed)
    await field.press('Enter')
    await page.getByText('Required: quantity').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    const readings = page.getByRole('group', { name: `What ${typed} means` })
    await readings.getByRole('button', { name: text, exact: true }).click()
    await field.and(page.locator(':focus')).waitFor()
    await button(page, 'Preview').click()
    await preview(page).getByText(text).first().waitFor()
    await button(page, 'Receive').click()
    const done = page.getByRole('status').filter({ hasText: 'Done' })
    await done.getByText(text, { exact: true }).waitFor()
    expect(await entriesOf(world.client, shortID)).toMatchObject([{ type: 'receive', units }, { units: 100 }])
    expectNoTrouble(window)
  })

  test('of a record appears in a field as the person writes numbers, and is sent unchanged', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { inventory } = world.client.api
    const [poNo, vendor] = [unique('PO'), unique('V')]
    await inventory.createVendor({ shortID: vendor, name: 'Nordic Fasteners' })
    await inventory.createPurchaseOrder({
      poNo,
      vendor,
      lines: [{ shortID, warehouse: 1, units: 1.234, unitPrice: 1 }],
    })
    await using window = await openWindow(context, world, { locale: 'de-DE' })
    const { page } = window
    await window.openAs(world.client, `/receiving/${poNo}`)
    await button(page, 'Receive').click()
    expect(await page.getByLabel('Units').inputValue()).toBe('1,2340')
    await preview(page).getByText('1,234').first().waitFor()
    await page.locator('form').getByRole('button', { name: 'Receive', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 1.234 })
    expectNoTrouble(window)
  })
})

describe('A reason', { timeout: TEST_LIMIT_MS }, () => {
  test('chosen last is the default of its form alone; the default of a purchase order line is Purchase', async (context) => {
    const { shortID } = await createStockedItem(world)
    const poNo = await order(shortID, 5)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${shortID}&wid=1`)
    await page.getByLabel('Units').fill('3')
    await choose(page, 'Reason', RETURN.name)
    await button(page, 'Preview').click()
    await button(page, 'Receive').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    await window.goTo(`/receiving/${poNo}`)
    await button(page, 'Receive').click()
    const line = page.getByRole('region', { name: `Line 1, ${shortID}` })
    await preview(page).getByText('Warehouse 1').waitFor()
    await line.locator('form').getByRole('button', { name: 'Receive', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    const receipts = (await entriesOf(world.client, shortID)).filter(({ type }) => type === 'receive')
    expect(receipts).toMatchObject([
      { units: 5, reference: poNo, reasonCode: 10 },
      { units: 3, reasonCode: RETURN.code },
      { units: 100 },
    ])
    await window.goTo('/receive')
    await page.getByText('Last used').first().waitFor()
    expect(
      await page
        .getByRole('combobox', { name: 'Reason' })
        .or(page.getByRole('textbox', { name: 'Reason' }))
        .inputValue(),
    ).toBe(RETURN.name)
    expectNoTrouble(window)
  })
})

describe('A field', { timeout: TEST_LIMIT_MS }, () => {
  test('refuses pasted text that is too long, and keeps it whole', async (context) => {
    const { shortID } = await createStockedItem(world)
    const serials = Array.from({ length: 50 }, (_, at) => `SN-${1000 + at}`).join(' ')
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/receive?itemID=${shortID}&wid=1`)
    await page.getByLabel('Units').fill('50')
    await choose(page, 'Reason', 'Purchase')
    const serial = page.getByLabel('Serial or lot number')
    for (const label of ['Spot', 'Reference', 'Serial or lot number', 'Secondary number']) {
      const field = page.getByLabel(label, { exact: true })
      await field.focus()
      await page.keyboard.insertText(serials)
      expect(await field.inputValue()).toBe(serials)
      await page.getByText(`At most 64 characters. You entered ${serials.length}.`).waitFor()
      expect(await button(page, 'Preview').isDisabled()).toBe(true)
      await field.fill('SN-1000')
    }
    await button(page, 'Preview').click()
    await preview(page).waitFor()
    expect(await serial.inputValue()).toBe('SN-1000')
    expectNoTrouble(window)
  })

  test('opened during an outage shows the error, and can be filled in once the outage is over', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/health')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const registries = /console\/api\/(Warehouse|ReasonCode|Item\/All)\b/
    const away = { error: 'service_unavailable', message: 'The inventory service does not answer.' }
    const interruption = await interrupt(page, registries, (route) => route.fulfill({ status: 503, json: away }))
    await window.goTo('/receive')
    await page.getByRole('alert').getByText(away.message).waitFor()
    await page.getByRole('combobox', { name: 'Item' }).fill(shortID)
    await page.getByText(`Suggestions are unavailable: ${away.message}`).waitFor()
    interruption.end()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByText('Hex bolt, in EA').waitFor()
    await page.getByLabel('Units').fill('2')
    await choose(page, 'Warehouse', 'Warehouse 1')
    await button(page, 'Preview').click()
    await button(page, 'Receive').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expectNoTrouble(window, ...['Item/All', 'ReasonCode', 'Warehouse'].map((path) => `503 GET /console/api/${path}`))
  })
})

describe('A label scanned into a quantity field', { timeout: TEST_LIMIT_MS }, () => {
  test('is reported as a code, and writes nothing', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/issue?itemID=${shortID}&wid=1`)
    await choose(page, 'Reason', 'Sale')
    await page.getByLabel('Units').focus()
    await scanKeys(page, '01095060001343523024^10L7')
    await page.getByText('This is a code, not a number').waitFor()
    await expect.poll(() => page.getByLabel('Units').and(page.locator(':focus')).count()).toBe(1)
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await button(page, 'Issue').waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)
    expectNoTrouble(window)
  })
})
