import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { ACTOR, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { scanKeys } from '../../support/console/scanner.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'

const world = useConsole()
beforeAll(async () => {
  await world.client.api.inventory.createCustomer({ shortID: 'HARBOR', name: 'Harbor Yard' })
}, TEST_LIMIT_MS)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** A new item with lots of so many units, the first to expire first. */
async function itemAt(...lots: readonly (readonly [spot: string, units: number, serial?: string])[]): Promise<string> {
  const shortID = unique('PICK')
  await world.system.call(catalog.createItem, { shortID, description: 'Hex bolt' })
  for (const [index, [spot, units, serial]] of lots.entries()) {
    const lot = { itemID: shortID, units, wid: 1, reasonCode: 10, spot, expires: `209${index}-01-01` }
    const { status } = await world.client.api.inventory.receive({ ...lot, ...(serial !== undefined && { serial }) })
    expect(status).toBe(201)
  }
  return shortID
}

/** A shipping order of so many units of each item. */
async function order(...lines: readonly (readonly [shortID: string, units: number])[]): Promise<string> {
  const soNo = unique('SO')
  const made = await world.client.api.inventory.createShippingOrder({
    soNo,
    customer: 'HARBOR',
    lines: lines.map(([shortID, units]) => ({ shortID, units, warehouse: 1 })),
  })
  expect(made.status).toBe(201)
  return soNo
}

/** Units of each line by where they are. */
async function linesOf(soNo: string) {
  const { body } = await world.client.api.inventory.listShippingOrderLines({ soNo })
  return body.value.map(({ committed, packed, shipped, backordered }) => [committed, packed, shipped, backordered])
}
/** What was packed, in its sequence. */
async function packedOf(soNo: string) {
  const { body } = await world.client.api.inventory.listTransactions({ reference: soNo, type: 'pack' })
  return body.value.toReversed()
}

const now = (page: Page) => page.getByRole('region', { name: 'Pick now' })
const step = (page: Page, label: 'Scan the spot' | 'Scan the item or its lot') => page.getByLabel(label).waitFor()
const progress = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** Scans the spot and the goods of the pick that is shown. */
async function pickByScan(page: Page, spot: string, goods: string, steps = countSteps(page)): Promise<void> {
  await now(page).getByText(spot, { exact: true }).waitFor()
  await step(page, 'Scan the spot')
  await steps.step(() => scanKeys(page, spot))
  await step(page, 'Scan the item or its lot')
  await steps.step(() => scanKeys(page, goods))
}

describe('Picking', { timeout: TEST_LIMIT_MS }, () => {
  test('an order is picked by spot and lot and shipped on a phone, in 3 steps and 2 for each line', async (context) => {
    const far = await itemAt(['A-10', 50, 'L7'])
    const near = await itemAt()
    const soNo = await order([far, 4], [near, 6])
    // What the order waits for is allocated when it comes.
    await world.client.api.inventory.receive({ itemID: near, units: 50, wid: 1, reasonCode: 10, spot: 'A-2' })
    await expect
      .poll(() => linesOf(soNo))
      .toEqual([
        [4, 0, 0, 0],
        [6, 0, 0, 0],
      ])
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.scan(soNo)
    await steps.click(page.getByRole('link', { name: 'Pick', exact: true }))
    await heading(page, 'Pick').waitFor()
    await progress(page, '0 of 2 picked.')
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    await pickByScan(page, 'A-2', near, steps)
    await progress(page, '1 of 2 picked')
    await pickByScan(page, 'A-10', 'L7', steps)
    await page.getByRole('table', { name: 'Lines to ship' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await steps.click(button(page, 'Ship'))
    await page.getByText('Done').first().waitFor()
    steps.expectAtMost(3 + 2 * 2)
    expect(await linesOf(soNo)).toEqual([
      [0, 0, 4, 0],
      [0, 0, 6, 0],
    ])
    expect(await packedOf(soNo)).toMatchObject([
      { units: 6, spot: 'A-2', actor: ACTOR },
      { units: 4, spot: 'A-10', actor: ACTOR },
    ])
    expectNoTrouble(window)
  })

  test('a scan of another spot, item or lot is refused in words, and nothing is done', async (context) => {
    const item = await itemAt(['B-1', 9, 'L1'], ['B-2', 9, 'L2'])
    const soNo = await order([item, 5])
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, `/pick?orders=${soNo}`)
    await step(page, 'Scan the spot')
    await scanKeys(page, 'B-2')
    await page.getByRole('alert').getByText('“B-2” is not B-1. Nothing was picked.').waitFor()
    await scanKeys(page, 'B-1')
    await step(page, 'Scan the item or its lot')
    expect(await page.getByRole('alert').count()).toBe(0)
    await scanKeys(page, 'L2')
    await page.getByRole('alert').getByText(`“L2” is not ${item}, L1. Nothing was picked.`).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await linesOf(soNo)).toEqual([[5, 0, 0, 0]])
    await button(page, 'Confirm without scanning').click()
    await progress(page, '1 of 1 picked.')
    await expect.poll(() => linesOf(soNo)).toEqual([[0, 5, 0, 0]])
    expectNoTrouble(window)
  })

  test('several orders are picked in one round, and fewer units backorder the rest of the line', async (context) => {
    const item = await itemAt(['C-1', 6], ['C-2', 6])
    const [one, two] = [await order([item, 8]), await order([item, 2])]
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/fulfilment?status=Open')
    for (const soNo of [one, two]) await page.getByLabel(`Pick ${soNo}`, { exact: true }).check()
    await page.getByRole('link', { name: 'Pick 2 orders' }).click()
    await progress(page, '0 of 3 picked.')
    await button(page, 'Short pick…').click()
    await page.getByLabel('Units found').fill('7')
    await page.getByLabel('Reason').fill('Shelf empty')
    expect(await button(page, 'Short pick').isDisabled()).toBe(true)
    await page.getByLabel('Units found').fill('5')
    await button(page, 'Short pick').click()
    await progress(page, '1 of 3 picked.')
    // The other pick of the line is still to come: the rest is not given up before.
    expect(await linesOf(one)).toEqual([[3, 5, 0, 0]])
    await pickByScan(page, 'C-2', item)
    await progress(page, '2 of 3 picked')
    await button(page, 'Confirm without scanning').click()
    await progress(page, '3 of 3 picked.')
    await expect.poll(() => linesOf(one)).toEqual([[0, 7, 0, 1]])
    expect(await linesOf(two)).toEqual([[0, 2, 0, 0]])
    expect(await packedOf(one)).toMatchObject([{ units: 5 }, { units: 2, remark: 'Shelf empty' }])
    expectNoTrouble(window)
  })

  test('without signal picks wait and go out in order, once; a refused one is taken from a fresh list', async (context) => {
    const first = await itemAt(['D-1', 9])
    const second = await itemAt(['D-2', 9], ['D-3', 9])
    const third = await itemAt(['D-4', 9])
    const soNo = await order([first, 3], [second, 4], [third, 5])
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, `/pick?orders=${soNo}`)
    await progress(page, '0 of 3 picked.')
    await page.context().setOffline(true)
    await page.getByText('Offline').waitFor()
    await pickByScan(page, 'D-1', first)
    await pickByScan(page, 'D-2', second)
    await page.getByRole('link', { name: '2 changes saved on this device' }).waitFor()
    expect(await page.getByText('Not sent yet', { exact: true }).count()).toBe(2)
    expect(await linesOf(soNo)).toEqual([
      [3, 0, 0, 0],
      [4, 0, 0, 0],
      [5, 0, 0, 0],
    ])
    const held = await world.client.api.inventory.listLots({ itemID: second, spot: 'D-2' })
    await world.client.api.inventory.hold({ recno: held.body.value[0]?.recNo ?? 0 })

    await page.context().setOffline(false)
    await page.getByRole('link', { name: '1 refused' }).waitFor()
    await page
      .getByRole('alert')
      .getByText(/^Refused: Lot \d+ is on hold\./)
      .waitFor()
    await expect.poll(async () => (await packedOf(soNo)).length).toBe(1)
    await button(page, 'Refresh').click()
    await now(page).getByText('D-3', { exact: true }).waitFor()
    await progress(page, '0 of 2 picked.')
    await pickByScan(page, 'D-3', second)
    await pickByScan(page, 'D-4', third)
    await progress(page, '2 of 2 picked.')
    await expect
      .poll(() => linesOf(soNo))
      .toEqual([
        [0, 3, 0, 0],
        [0, 4, 0, 0],
        [0, 5, 0, 0],
      ])
    expect((await packedOf(soNo)).map(({ units }) => units)).toEqual([3, 4, 5])
    expectNoTrouble(window, `409 POST /console/api/ShippingOrder/${soNo}/Pack`)
  })

  test('a page that is loaded again without signal goes on where it was', async (context) => {
    const first = await itemAt(['E-1', 9])
    const second = await itemAt(['E-2', 9])
    const soNo = await order([first, 3], [second, 4])
    await using network = await createTcpProxy(world.origin)
    const origin = network.url.replace(/\/$/, '')
    await using window = await openOwnWindow(context, { ...world, origin }, { ...phone, serviceWorkers: 'allow' })
    const { page } = window
    await window.openAs(world.client, `/pick?orders=${soNo}`)
    await progress(page, '0 of 2 picked.')
    await page.evaluate('navigator.serviceWorker.ready')
    network.refuse()
    await pickByScan(page, 'E-1', first)
    await page.getByRole('link', { name: '1 not sent yet' }).waitFor()
    await page.reload()
    await progress(page, '1 of 2 picked, some not sent yet.')
    await pickByScan(page, 'E-2', second)
    await page.getByRole('link', { name: '2 not sent yet' }).waitFor()
    expect(await linesOf(soNo)).toEqual([
      [3, 0, 0, 0],
      [4, 0, 0, 0],
    ])
    network.heal()
    await progress(page, '2 of 2 picked.')
    expect(await linesOf(soNo)).toEqual([
      [0, 3, 0, 0],
      [0, 4, 0, 0],
    ])
    await page.getByRole('link', { name: 'All sent' }).click()
    const kept = page.getByRole('table', { name: 'Saved on this device' })
    expect(await kept.getByText('Done', { exact: true }).count()).toBe(2)
  })
})
