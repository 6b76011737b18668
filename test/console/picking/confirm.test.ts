import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../../../shared/contract/core/access.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, createStockedItem } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()
beforeAll(async () => {
  await world.client.api.inventory.createCustomer({ shortID: 'HARBOR', name: 'Harbor Yard' })
}, TEST_LIMIT_MS)

/** A shipping order of 5 units of each of two new items. */
async function order(): Promise<string> {
  const soNo = unique('SO')
  const items = [await createStockedItem(world), await createStockedItem(world)]
  const lines = items.map(({ shortID }) => ({ shortID, units: 5, warehouse: 1 }))
  const made = await world.client.api.inventory.createShippingOrder({ soNo, customer: 'HARBOR', lines })
  expect(made.status).toBe(201)
  return soNo
}

async function packedOf(soNo: string) {
  const { body } = await world.client.api.inventory.listShippingOrderLines({ soNo })
  return body.value.map(({ packed }) => packed)
}

describe('A pick that is confirmed without scanning', { timeout: TEST_LIMIT_MS }, () => {
  test('by a double click is the only one that is done', async (context) => {
    const soNo = await order()
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/pick?orders=${soNo}`)
    await button(page, 'Confirm without scanning').dblclick()
    await page.getByRole('status').filter({ hasText: '1 of 2 picked' }).waitFor()
    await expect.poll(async () => (await packedOf(soNo)).toSorted()).toEqual([0, 5])
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    await page.getByRole('status').filter({ hasText: '1 of 2 picked.' }).waitFor()
    expectNoTrouble(window)
  })
})

describe('An order that was picked', { timeout: TEST_LIMIT_MS }, () => {
  test('is not offered to be shipped to who may only read orders', async (context) => {
    const soNo = await order()
    const lines = [1, 2].map((lineNo) => ({ lineNo, units: 5 }))
    expect((await world.client.api.inventory.packShippingOrder({ soNo, lines })).status).toBe(200)
    const reader = await world.system.createClient({
      permissions: [permissions.itemMasterList, permissions.readShippingOrders],
    })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(reader, `/pick?orders=${soNo}`)
    await page.getByText('Nothing to pick').waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await button(page, 'Ship').count()).toBe(0)
    expectNoTrouble(window)
  })
})
