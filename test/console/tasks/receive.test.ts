import { describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { checkDigitOf } from '../../../shared/scan/gtin.ts'
import { ACTOR, choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { scanKeys } from '../../support/console/scanner.ts'
import { countSteps, windows } from '../../support/console/steps.ts'
import { button, createStockedItem, entriesOf, preview } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()

const [[, desk], [, phone]] = windows

let made = 0
/** An item with a GTIN, which the labels of its boxes say. */
async function createTradeItem() {
  const { shortID } = await createStockedItem(world)
  made += 1
  const digits = `95060003${String(made).padStart(4, '0')}`
  const ean = `${digits}${checkDigitOf(digits)}`
  await world.system.call(catalog.putAlias, { shortID, alias: ean })
  return { shortID, gtin: `0${ean}` }
}

/** A purchase order of 40 units of each item. */
async function order(...items: readonly string[]): Promise<string> {
  const poNo = unique('PO')
  await world.client.api.inventory.createVendor({ shortID: 'NORDIC', name: 'Nordic Fasteners' })
  const lines = items.map((shortID) => ({ shortID, warehouse: 1, units: 40, unitPrice: 1 }))
  expect(await world.client.api.inventory.createPurchaseOrder({ poNo, vendor: 'NORDIC', lines })).toMatchObject({
    status: 201,
  })
  return poNo
}

/** The lots of an item in a warehouse. */
async function lotsOf(itemID: string, wid: number) {
  const { inventory } = world.client.api
  const { value } = (await inventory.listLots({ itemID, wid })).body
  return Promise.all(value.map(async ({ recNo }) => (await inventory.getLot({ recno: recNo })).body))
}

describe('A person who receives', { timeout: TEST_LIMIT_MS }, () => {
  test('250 with an expiry date needs six steps the first time, and six with a spot from then on', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world, desk)
    const { page } = window
    await window.openAs(world.client, '/')
    for (const spot of [undefined, 'C-09']) {
      await window.goTo('/')
      await heading(page, 'Today').waitFor()
      const steps = countSteps(page)
      await steps.click(page.getByRole('link', { name: 'Receive', exact: true }))
      await steps.fill(page.getByRole('combobox', { name: 'Item' }), shortID)
      await steps.fill(page.getByLabel('Units'), '250')
      if (spot === undefined) await steps.step(() => choose(page, 'Warehouse', 'Warehouse 2'))
      else {
        await page.getByText('Last used').waitFor()
        await steps.fill(page.getByLabel('Spot'), spot)
      }
      await steps.fill(page.getByLabel('Expiry date'), '2031-05-04')
      await page.getByLabel('Expiry date').press('Enter')
      await preview(page).getByText('Warehouse 2').first().waitFor()
      await steps.click(button(page, 'Receive'))
      await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
      steps.expectAtMost(6)
      const [entry] = await entriesOf(world.client, shortID)
      const where = { wid: 2, spot: spot ?? '', reasonCode: 10, actor: ACTOR }
      expect(entry).toMatchObject({ type: 'receive', units: 250, ...where })
    }
    expect((await lotsOf(shortID, 2)).map(({ expires }) => expires?.slice(0, 10))).toEqual(['2031-05-04', '2031-05-04'])
    expectNoTrouble(window)
  })

  test('by scanning needs three steps: the label says units and expiry, the preview comes by itself', async (context) => {
    const { shortID, gtin } = await createTradeItem()
    const receiver = await world.system.createClient({ warehouses: [1] })
    await using window = await openWindow(context, world, desk)
    const { page } = window
    await window.openAs(receiver, '/')
    await heading(page, 'Today').waitFor()
    const { step, click, expectAtMost } = countSteps(page)
    await click(page.getByRole('link', { name: 'Receive', exact: true }))
    await page.getByRole('combobox', { name: 'Item' }).and(page.locator(':focus')).waitFor()
    await step(() => scanKeys(page, `01${gtin}17310131^30250^10L7`))
    await preview(page).getByText('Warehouse 1').waitFor()
    await page.getByLabel('Spot').and(page.locator(':focus')).waitFor()
    await click(button(page, 'Receive'))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expectAtMost(3)
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 250, wid: 1, reasonCode: 10 })
    const [lot] = (await lotsOf(shortID, 1)).filter(({ serial }) => serial === 'L7')
    expect(lot).toMatchObject({ units: 250, expires: expect.stringContaining('2031-01-31') })
    expectNoTrouble(window)
  })

  test('half of a purchase order on a phone needs four steps', async (context) => {
    const [bolt, nut] = [await createStockedItem(world), await createStockedItem(world)]
    const poNo = await order(bolt.shortID, nut.shortID)
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(page.getByRole('main').getByRole('link', { name: 'Receiving' }))
    await steps.click(page.getByRole('link', { name: poNo }))
    const card = page.getByRole('region', { name: `Line 1, ${bolt.shortID}` })
    await steps.fill(card.getByLabel('Units'), '20')
    await page.keyboard.press('Enter')
    await preview(page).getByText('Warehouse 1').waitFor()
    await steps.click(card.locator('form').getByRole('button', { name: 'Receive' }))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    steps.expectAtMost(4)
    const [entry] = await entriesOf(world.client, bolt.shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 20, reference: poNo, actor: ACTOR })
    expectNoTrouble(window)
  })

  test('half of a purchase order by scanning needs three: the order, the label, and a tap', async (context) => {
    const [bolt, nut] = [await createTradeItem(), await createTradeItem()]
    const poNo = await order(bolt.shortID, nut.shortID)
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.scan(poNo)
    await page.getByLabel('Scan or type an item').and(page.locator(':focus')).waitFor()
    await steps.step(() => scanKeys(page, `01${nut.gtin}17310131^3020^10L9`))
    const card = page.getByRole('region', { name: `Line 2, ${nut.shortID}` })
    await preview(page).getByText('Warehouse 1').waitFor()
    await steps.click(card.locator('form').getByRole('button', { name: 'Receive' }))
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    steps.expectAtMost(3)
    const [entry] = await entriesOf(world.client, nut.shortID)
    expect(entry).toMatchObject({ type: 'receive', units: 20, reference: poNo, actor: ACTOR })
    expectNoTrouble(window)
  })
})
