import { beforeAll, describe, expect, test } from 'vitest'
import { findBarriers } from '../support/console/barriers.ts'
import { ACTOR, choose, heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { button, createStockedItem, entriesOf } from '../support/console/stock-forms.ts'
import type { TestClient } from '../support/system/system.ts'

let counter: TestClient
const world = useConsole()
beforeAll(async () => {
  counter = await world.system.createClient({ permissions: [9011] })
}, TEST_LIMIT_MS)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** A blind count of these items in warehouse 1. */
async function createCount(countNo: string, ...items: readonly string[]): Promise<void> {
  const { status } = await world.client.api.inventory.createCount({ countNo, wid: 1, items: [...items] })
  expect(status).toBe(201)
}

describe('A count', { timeout: TEST_LIMIT_MS }, () => {
  test('is entered blind on a phone, also without signal, and what was counted goes out in order when there is signal', async (context) => {
    const [bolt, nut] = [await createStockedItem(world, 173), await createStockedItem(world, 141)]
    await createCount('CC-1', bolt.shortID, nut.shortID)
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(counter, '/counts/CC-1')
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByText(bolt.shortID).waitFor()
    const enter = async (shortID: string, counted: string) => {
      const field = page.getByLabel(`Counted quantity of ${shortID} at A-01`)
      await field.fill(counted)
      await field.press('Enter')
    }
    await enter(bolt.shortID, '170')
    await lines.locator('tr').filter({ hasText: bolt.shortID }).getByText('Counted', { exact: true }).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/\b(173|141|Expected)\b/)
    expect(await findBarriers(page)).toEqual([])

    await page.context().setOffline(true)
    await page.getByText('Offline').waitFor()
    for (const counted of ['140', '139']) {
      await enter(nut.shortID, counted)
      await lines.getByText('Not sent yet').waitFor()
      expect(await page.getByLabel(`Counted quantity of ${nut.shortID} at A-01`).inputValue()).toBe(counted)
    }
    await page.getByRole('link', { name: '2 changes saved on this device' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    await page.getByText('0 of 2').waitFor()
    await button(page, 'Submit').click()
    await button(page, 'Continue').click()
    await page.getByText('Submitted').first().waitFor()
    const { body } = await world.client.api.inventory.getCount({ countNo: 'CC-1' })
    expect(body.lines.map(({ shortID, expected, counted }) => [shortID, expected, counted])).toEqual(
      expect.arrayContaining([
        [bolt.shortID, 173, 170],
        [nut.shortID, 141, 139],
      ]),
    )
  })

  test('is reviewed side by side, approved and posted by another client; Today leads to it', async (context) => {
    const bolt = await createStockedItem(world, 50)
    const nut = await createStockedItem(world, 20)
    await createCount('CC-2', bolt.shortID, nut.shortID)
    for (const [itemID, counted] of [
      [bolt.shortID, 48],
      [nut.shortID, 20],
    ] as const)
      await counter.api.inventory.countLine(
        { countNo: 'CC-2', itemID, spot: 'A-01', counted },
        { headers: { 'x-actor': 'Grace Hopper' } },
      )
    await counter.api.inventory.submitCount({ countNo: 'CC-2' })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await page.getByRole('link', { name: /^Counts to approve/ }).click()
    await page.getByRole('link', { name: 'CC-2' }).click()
    await heading(page, 'CC-2').waitFor()
    const cells = page.getByRole('table', { name: 'Expected and counted' }).locator('tbody tr').first().locator('td')
    await cells.first().waitFor()
    expect((await cells.allInnerTexts()).slice(0, 5)).toEqual(['A-01', bolt.shortID, '50', '48', '−2'])
    expect((await cells.allInnerTexts()).at(-1)).toBe(`Grace Hopper ${counter.clientId}`)
    expect(await page.getByRole('main').getByText(nut.shortID).count()).toBe(0)
    await page.getByLabel('Show matching lines (1)').check()
    await page.getByRole('main').getByText(nut.shortID).waitFor()
    expect(await findBarriers(page)).toEqual([])

    await button(page, 'Approve…').click()
    await button(page, 'Approve').click()
    await button(page, 'Continue').click()
    await choose(page, 'Reason for surplus', 'Purchase')
    await choose(page, 'Reason for shortage', 'Sale')
    await page.getByText('Posts 1 line.').waitFor()
    expect(await entriesOf(world.client, bolt.shortID)).toHaveLength(1)
    await button(page, 'Post').click()
    await page.getByText('Count status: Posted.').waitFor()
    const [entry, ...others] = await entriesOf(world.client, bolt.shortID)
    expect(entry).toMatchObject({ type: 'issue', units: 2, reasonCode: 20, actor: ACTOR })
    expect(others).toHaveLength(1)
    expectNoTrouble(window)
  })

  test('that is approved shows what comes next, also in a browser that comes late to its timers', async (context) => {
    const bolt = await createStockedItem(world, 50)
    await createCount('CC-3', bolt.shortID)
    const { countLine, submitCount } = counter.api.inventory
    await countLine({ countNo: 'CC-3', itemID: bolt.shortID, spot: 'A-01', counted: 48 })
    await submitCount({ countNo: 'CC-3' })
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await page.addInitScript(`{
      const start = window.setTimeout
      window.setTimeout = (call, ms = 0, ...values) => start(call, ms + 100, ...values)
    }`)
    await window.openAs(world.client, '/counts/CC-3')
    await button(page, 'Approve…').click()
    await button(page, 'Approve').click()
    await button(page, 'Continue').click()
    await button(page, 'Post').waitFor()
    expectNoTrouble(window)
  })
})
