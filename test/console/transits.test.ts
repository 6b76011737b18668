import { describe, expect, test } from 'vitest'
import { findBarriers } from '../support/console/barriers.ts'
import { ACTOR, choose, heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { button, createStockedItem, entriesOf } from '../support/console/stock-forms.ts'

const world = useConsole()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe('A transit', { timeout: TEST_LIMIT_MS }, () => {
  test('is shipped by scan, received on a phone in parts with a rejection, returned in part, and closed with a loss', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/ship-transit')
    await heading(page, 'Ship to another warehouse').waitFor()
    await page.getByLabel('Item', { exact: true }).and(page.locator('input')).fill(shortID)
    await page.getByLabel('Units').fill('40')
    await page.getByLabel('Units').press('Enter')
    await page.getByRole('table', { name: 'Imported lines' }).getByText(shortID).waitFor()
    await choose(page, 'From warehouse', 'Warehouse 1')
    await choose(page, 'To warehouse', 'Warehouse 2')
    await button(page, 'Preview').click()
    await page.getByRole('table', { name: 'Lines to ship' }).getByText(shortID).waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)
    await button(page, 'Ship').click()
    await page.getByRole('link', { name: /^TR-/ }).click()
    await page.getByText('40 in transit').waitFor()
    const slip = await page.getByRole('heading', { level: 1 }).innerText()

    const card = page.getByRole('region', { name: `Line 1, ${shortID}` })
    const send = async (verb: string) => {
      await button(page, 'Preview').click()
      await card.locator('form').getByRole('button', { name: verb }).click()
      await button(page, 'Continue').click()
    }
    await page.getByLabel('Scan or type an item').fill(shortID.toLowerCase())
    await page.getByLabel('Scan or type an item').press('Enter')
    await page.getByLabel('Accepted').fill('25')
    await page.getByLabel('Spot', { exact: true }).fill('B-07')
    await page.getByLabel('Rejected', { exact: true }).fill('4')
    await page.getByText('Required: reason for the rejection').waitFor()
    await choose(page, 'Reason', 'Purchase')
    expect(await findBarriers(page)).toEqual([])
    await send('Receive')
    await page.getByText('11 in transit').waitFor()
    await card.getByRole('button', { name: 'Return' }).click()
    await page.getByLabel('Units').fill('6')
    await send('Return')
    await page.getByText('5 in transit').waitFor()
    await button(page, 'Close with loss…').click()
    await choose(page, 'Reason', 'Sale')
    await button(page, 'Preview').click()
    await button(page, 'Write off').click()
    await button(page, 'Continue').click()
    await page.getByText('Closed').first().waitFor()

    const { body } = await world.client.api.inventory.getTransit({ slip })
    expect(body).toMatchObject({ status: 'Closed', wid: 1, shipToWid: 2 })
    const figures = { shipped: 40, accepted: 25, rejected: 4, returned: 6, lost: 5, inTransit: 0 }
    expect(body.lines).toMatchObject([{ shortID, ...figures }])
    const { body: lots } = await world.client.api.inventory.listLots({ itemID: shortID, active: true, wid: 2 })
    expect(lots.value.map(({ units, hold }) => [units, hold]).toSorted()).toEqual([
      [25, false],
      [4, true],
    ])
    const entries = await entriesOf(world.client, shortID)
    expect(new Set(entries.slice(0, -1).map(({ actor }) => actor))).toEqual(new Set([ACTOR]))
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expectNoTrouble(window)
  })

  test('is received by the destination alone: the source may return it, and more than is in transit is refused', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { body } = await world.client.api.inventory.shipTransit({
      wid: 1,
      shipToWid: 2,
      lines: [{ itemID: shortID, units: 10 }],
    })
    const source = await world.system.createClient({ warehouses: [1] })
    const destination = await world.system.createClient({ warehouses: [2] })
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(source, `/transits/${body.slip}`)
    await page.getByText('10 in transit').waitFor()
    await button(page, 'Return').waitFor()
    expect(await button(page, 'Receive').or(button(page, 'Close with loss…')).count()).toBe(0)
    await button(page, 'Sign out').click()
    await window.signIn(destination)
    await page.getByLabel('Accepted').fill('11')
    expect(await button(page, 'Return').count()).toBe(0)
    await button(page, 'Preview').click()
    await page.locator('form').getByRole('button', { name: 'Receive' }).click()
    await page.getByRole('alert').getByText('in transit 10, receiving 11').waitFor()
    expectNoTrouble(window, `409 POST /console/api/Transit/${body.slip}/Receive`)
  })
})
