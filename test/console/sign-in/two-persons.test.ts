import { describe, expect, test } from 'vitest'
import { ACTOR, heading, signIn } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { interrupt } from '../../support/console/interruption.ts'
import { button, createStockedItem, entriesOf, previewIssue } from '../../support/console/stock-forms.ts'

const world = useConsole()

describe('Signing in', { timeout: TEST_LIMIT_MS }, () => {
  test('as another person in a second tab also switches the first tab, which sends nothing of the first person', async (context) => {
    const { shortID } = await createStockedItem(world)
    const other = await world.system.createClient()
    await using window = await openWindow(context, world)
    const { page } = window
    await previewIssue(window, world.client, { shortID, units: 7 })
    await button(page, 'Issue').waitFor()
    const second = await page.context().newPage()
    await page.context().clearCookies()
    await second.goto(`${world.origin}/console/stock`)
    await signIn(second, other)
    await heading(second, 'Stock').waitFor()

    await page.bringToFront()
    await button(page, 'Issue').click()
    await page.getByText(other.clientId).waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)
    expect(await page.getByLabel('Units').inputValue()).toBe('')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Lots' }).click()
    await page.getByRole('table', { name: 'Lots' }).getByText(shortID).first().waitFor()
    expectNoTrouble(window, '401 POST /console/api/Inventory/Issue')
  })

  test('as another person in a second tab leaves the saved writes of the first person waiting', async (context) => {
    const { inventory } = world.client.api
    const { shortID } = await createStockedItem(world)
    await inventory.createVendor({ shortID: 'NORDIC', name: 'Nordic Fasteners' })
    const lines = [{ shortID, warehouse: 1, units: 40, unitPrice: 1 }]
    expect((await inventory.createPurchaseOrder({ poNo: 'PO-1', vendor: 'NORDIC', lines })).status).toBe(201)
    await using window = await openWindow(context, world)
    const { page } = window
    const lost = await interrupt(page, /api.Inventory.Receive/, (route) => route.abort())
    await window.open('/receiving/PO-1')
    await window.signIn(world.client)
    await button(page, 'Receive').click()
    await button(page, 'Save and send later').click()
    await page.getByRole('link', { name: '1 not sent yet' }).click()
    const second = await page.context().newPage()
    await page.context().clearCookies()
    await second.goto(`${world.origin}/console/stock`)
    await signIn(second, await world.system.createClient())
    await heading(second, 'Stock').waitFor()
    await second.close()

    lost.end()
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByText(`Waiting for ${ACTOR} (${world.client.clientId}) to sign in`).waitFor()
    const received = (await entriesOf(world.client, shortID)).filter(({ type }) => type === 'receive')
    expect(received).toHaveLength(1)
  })
})
