import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'

const world = useConsole()
beforeAll(async () => {
  const { call, api } = world.client
  for (const shortID of ['WASHER', 'BOLT', 'NUT']) {
    await call(catalog.createItem, { shortID, description: shortID })
    await api.inventory.receive({ itemID: shortID, units: 5, wid: 1, reasonCode: 10, spot: 'A-01' })
  }
  await call(inventory.createVendor, { shortID: 'NORDIC', name: 'Nordic Fasteners' })
  await call(inventory.createCustomer, { shortID: 'HARBOR', name: 'Harbor Yard' })
  const lines = [{ shortID: 'BOLT', warehouse: 1, units: 1, unitPrice: 1 }]
  for (const [name, day] of [
    ['CLOSED', '2031-01-01'],
    ['UNDATED', undefined],
    ['LATER', '2031-05-01'],
    ['SOON', '2031-04-01'],
  ] as const) {
    await call(inventory.createShippingOrder, { soNo: `SO-${name}`, customer: 'HARBOR', shipDate: day, lines })
    await call(inventory.createPurchaseOrder, { poNo: `PO-${name}`, vendor: 'NORDIC', expectedDate: day, lines })
  }
  await call(inventory.cancelShippingOrder, { soNo: 'SO-CLOSED' })
}, TEST_LIMIT_MS)

describe('A list', { timeout: TEST_LIMIT_MS }, () => {
  test('of orders begins with what is due next; undated ones follow, and closed ones are last', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    const numbers = (list: string) =>
      page.getByRole('table', { name: list, exact: true }).locator('tbody [data-title=Order]').allInnerTexts()
    await window.openAs(world.client, '/fulfilment')
    await expect.poll(() => numbers('Shipping orders')).toEqual(['SO-SOON', 'SO-LATER', 'SO-UNDATED', 'SO-CLOSED'])
    await window.goTo('/receiving')
    await heading(page, 'Receiving').waitFor()
    await expect
      .poll(async () => (await numbers('Purchase orders due')).filter((poNo) => poNo !== 'PO-CLOSED'))
      .toEqual(['PO-SOON', 'PO-LATER', 'PO-UNDATED'])
    expectNoTrouble(window)
  })

  test('of stock says that it is sorted by item only where it is', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/stock')
    const header = page.getByRole('columnheader', { name: 'Item' })
    const items = () =>
      page.getByRole('table', { name: 'Stock levels' }).locator('tbody [data-title=Item]').allInnerTexts()
    await expect.poll(items).toEqual(['WASHER', 'BOLT', 'NUT'])
    expect(await header.getAttribute('aria-sort')).toBeNull()
    await header.getByRole('button').click()
    await expect.poll(items).toEqual(['BOLT', 'NUT', 'WASHER'])
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await header.getByRole('button').click()
    await expect.poll(items).toEqual(['WASHER', 'NUT', 'BOLT'])
    expectNoTrouble(window)
  })
})
