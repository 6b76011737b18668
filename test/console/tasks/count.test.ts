import { beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { ACTOR, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { findCutTexts } from '../../support/console/cut-texts.ts'
import { countSteps, windows } from '../../support/console/steps.ts'
import { button, createStockedItem, entriesOf, preview } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()
// Those that were there before are for what is bought and sold.
beforeAll(async () => {
  await world.system.call(inventory.createReasonCode, { code: 12, direction: 'in', name: 'Count correction in' })
  await world.system.call(inventory.createReasonCode, { code: 23, direction: 'out', name: 'Count correction out' })
})

describe.each(windows)('A spot is counted blind %s', { timeout: TEST_LIMIT_MS }, (_, view) => {
  test('with four steps and one a line; another person approves and posts it with three', async (context) => {
    const spot = unique('S')
    const [bolt, nut] = [await createStockedItem(world, 0.5), await createStockedItem(world, 0.5)]
    for (const [itemID, units] of [
      [bolt.shortID, 173],
      [nut.shortID, 141],
    ] as const)
      await world.client.api.inventory.receive({ itemID, units, wid: 1, reasonCode: 10, spot })
    const counter = await world.system.createClient({ permissions: [9011], warehouses: [1] })
    await using window = await openWindow(context, world, view)
    const { page } = window
    await window.openAs(counter, '/')
    await heading(page, 'Today').waitFor()
    const counting = countSteps(page)
    await counting.click(page.getByRole('main').getByRole('link', { name: 'New count' }))
    await counting.fill(page.getByLabel('Spots'), spot)
    await page.keyboard.press('Enter')
    await preview(page).getByText(`on record at ${spot}`).waitFor()
    await counting.click(button(page, 'Create'))
    const field = (shortID: string) => page.getByLabel(`Counted quantity of ${shortID} at ${spot}`)
    await field(bolt.shortID).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/\b(173|141|Expected)\b/)
    expect([await findCutTexts(page), await findBarriers(page)]).toEqual([[], []])
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0)
    const countNo = await page.getByRole('heading', { level: 1 }).innerText()
    await counting.fill(field(bolt.shortID), '12*14+2')
    await page.keyboard.press('Enter')
    await expect.poll(() => field(bolt.shortID).inputValue()).toBe('170')
    await counting.fill(field(nut.shortID), '141')
    await page.keyboard.press('Enter')
    await preview(page).getByText('Your count will be sent for approval.').waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/\b(173|Expected)\b/)
    await counting.click(button(page, 'Submit'))
    await page.getByText('Count status: Submitted.').waitFor()
    counting.expectAtMost(4 + 2)
    await window.goTo('/')
    await page
      .getByRole('link', { name: /^Open counts/ })
      .getByText('0', { exact: true })
      .waitFor()
    expect(await page.getByRole('link', { name: /^Counts to approve/ }).count()).toBe(0)

    const approver = await world.system.createClient({ permissions: [11, 9012] })
    await window.openAs(approver, '/')
    const posting = countSteps(page)
    await posting.click(page.getByRole('link', { name: /^Counts to approve/ }))
    await posting.click(page.getByRole('link', { name: countNo }))
    await page.getByRole('table', { name: 'Expected and counted' }).getByText('−3').waitFor()
    await preview(page).getByText('Posts 1 line.').waitFor()
    expect([await findCutTexts(page), await findBarriers(page)]).toEqual([[], []])
    await posting.click(button(page, 'Approve and post'))
    await page.getByText('Count status: Posted.').waitFor()
    posting.expectAtMost(3)
    const [entry] = await entriesOf(world.client, bolt.shortID)
    expect(entry).toMatchObject({ type: 'issue', units: 3, spot, reasonCode: 23, reference: countNo, actor: ACTOR })
    expect((await entriesOf(world.client, nut.shortID)).map(({ type }) => type)).toEqual(['receive', 'receive'])
    expectNoTrouble(window)
  })
})

describe('A count', { timeout: TEST_LIMIT_MS }, () => {
  test('that is approved and cannot be posted says why, and is posted from the same form later', async (context) => {
    const { shortID } = await createStockedItem(world, 20)
    const { api } = world.client
    const counter = await world.system.createClient({ permissions: [9011] })
    const spot = 'A-01'
    const countNo = unique('CC')
    await api.inventory.createCount({ countNo, wid: 1, items: [shortID], ifMoved: 'refuse' })
    await counter.api.inventory.countLine({ countNo, itemID: shortID, spot, counted: 18 })
    await api.inventory.submitCount({ countNo })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/counts/${countNo}`)
    await button(page, 'Approve and post').waitFor()
    await api.inventory.move({ itemID: shortID, units: 1, wid: 1, fromSpot: spot, toSpot: 'B' })
    await button(page, 'Approve and post').click()
    await page
      .getByRole('alert')
      .getByText(/has moved since it was counted/)
      .waitFor()
    expect((await api.inventory.getCount({ countNo })).body).toMatchObject({ status: 'Approved' })
    await api.inventory.recountCount({ countNo })
    await counter.api.inventory.countLine({ countNo, itemID: shortID, spot, counted: 18 })
    await api.inventory.submitCount({ countNo })
    await button(page, 'Preview').click()
    await button(page, 'Approve and post').click()
    await page.getByText('Count status: Posted.').waitFor()
    expectNoTrouble(window, `409 POST /console/api/Count/${countNo}/Post`)
  })
})
