import { describe, expect, test } from 'vitest'
import { ACTOR, choose } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { button, createStockedItem, entriesOf, preview, previewIssue } from '../../support/console/stock-forms.ts'
import { aReceipt } from '../../support/records/factories.ts'

const world = useConsole()

describe('A correction', { timeout: TEST_LIMIT_MS }, () => {
  test('sets a spot to the counted quantity; if stock has moved since, it is previewed again', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/lots/${recNo}`)
    await page.getByRole('link', { name: 'Adjust', exact: true }).and(page.locator('main a')).click()
    await page.getByLabel('Counted').fill('96')
    await choose(page, 'Reason', 'Sale (out)')
    await button(page, 'Preview').click()
    await preview(page).getByText('Expected 100, counted 96: difference −4').waitFor()
    await world.client.api.inventory.issue({ itemID: shortID, units: 3, wid: 1, reasonCode: 20 })
    await button(page, 'Adjust').click()
    await page.getByRole('alert').getByText('Expected 100, is 97.').waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(2)

    await page.getByLabel('Counted').fill('95')
    await button(page, 'Preview').click()
    await preview(page).getByText('Expected 97, counted 95: difference −2').waitFor()
    await button(page, 'Adjust').dblclick()
    await page
      .getByRole('status')
      .filter({ hasText: `Adjusted ${shortID} at A-01 to 95` })
      .waitFor()
    const [entry, ...others] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'issue', units: 2, actor: ACTOR })
    expect(others).toHaveLength(2)
    expectNoTrouble(window, '409 POST /console/api/Inventory/Adjust')
  })

  test('issues what the preview showed, or is refused with the difference and previewed again', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    const more = await world.client.api.inventory.receive(aReceipt({ itemID: shortID, units: 100 }))
    await using window = await openWindow(context, world)
    const { page } = window
    await previewIssue(window, world.client, { shortID, units: 60 })
    await preview(page).waitFor()
    await world.client.api.inventory.issue({ itemID: shortID, units: 50, wid: 1, reasonCode: 20 })
    await button(page, 'Issue').click()
    const changed = `Planned: lot ${recNo}: -60. Now: lot ${recNo}: -50; lot ${more.body.recNo}: -10.`
    await page.getByRole('alert').getByText(changed).waitFor()
    expect(await entriesOf(world.client, shortID)).toHaveLength(3)

    await button(page, 'Preview').click()
    await preview(page).waitFor()
    await button(page, 'Issue').click()
    await page.getByRole('status').filter({ hasText: shortID }).filter({ hasText: 'issued' }).waitFor()
    expect((await entriesOf(world.client, shortID))[0]).toMatchObject({ type: 'issue', units: 60, actor: ACTOR })
    expectNoTrouble(window, '409 POST /console/api/Inventory/Issue')
  })

  test('amends the receipt of a lot; the ledger shows each field before and after', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/lots/${recNo}`)
    await button(page, 'Amend').click()
    await page.getByLabel('Unit cost').fill('0,12')
    await page.getByLabel('Note').fill('As invoiced')
    await button(page, 'Preview').click()
    const changes = page.getByRole('table', { name: 'Changes to the lot' }).locator('tbody td')
    await changes.first().waitFor()
    expect(await changes.allInnerTexts()).toEqual(['price', '–', '0.12', 'remark', '–', 'As invoiced'])
    expect(await entriesOf(world.client, shortID)).toHaveLength(1)
    await page.locator('form').getByRole('button', { name: 'Amend' }).click()
    await page.getByRole('status').filter({ hasText: 'Amended: price, remark.' }).waitFor()
    const { body } = await world.client.api.inventory.getLot({ recno: recNo })
    expect(body).toMatchObject({ price: 0.12, remark: 'As invoiced', units: 100 })
    const [entry] = await entriesOf(world.client, shortID)
    expect(entry).toMatchObject({ type: 'amend', actor: ACTOR })

    await window.goTo(`/ledger?itemID=${shortID}&type=amend`)
    await page.getByRole('button', { name: /^Details of transaction/ }).click()
    await page.getByText('price: – → 0.12').waitFor()
    expectNoTrouble(window)
  })

  test('reverses a transaction after a preview; the entry shows its time in UTC on hover', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { body } = await world.client.api.inventory.issue({ itemID: shortID, units: 4.5, wid: 1, reasonCode: 20 })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/ledger?itemID=${shortID}&type=issue`)
    const [issued] = await entriesOf(world.client, shortID)
    const utc = issued?.at.replace('T', ' ').replace(/(\.000)?Z$/, ' UTC')
    expect(await page.getByRole('main').locator('tbody time').first().getAttribute('title')).toBe(utc)
    await page.getByRole('button', { name: /^Details of transaction/ }).click()
    await page.getByLabel('Note').fill('Wrong order')
    const changes = page.getByRole('table', { name: 'Effect of the reversal' }).locator('tbody td')
    await changes.first().waitFor()
    expect((await changes.allInnerTexts()).slice(1)).toEqual(['In stock', '+4.5'])
    expect(await entriesOf(world.client, shortID)).toHaveLength(2)
    await button(page, `Reverse transaction ${issued?.transactionNo}`).dblclick()
    await page.getByRole('status').filter({ hasText: 'Reversed by transaction' }).waitFor()
    const [reversal, ...others] = await entriesOf(world.client, shortID)
    expect(reversal).toMatchObject({
      type: 'reverse',
      reverses: issued?.transactionNo,
      remark: 'Wrong order',
      actor: ACTOR,
    })
    expect([others.length, body.units]).toEqual([2, 4.5])
    expectNoTrouble(window)
  })
})
