import { describe, expect, test } from 'vitest'
import { ACTOR, choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps, searchButton } from '../../support/console/steps.ts'
import { button, createStockedItem, entriesOf } from '../../support/console/stock-forms.ts'
import { connectDatabase } from '../../support/servers/database.ts'

const DAY_MS = 86_400_000

const world = useConsole()

describe('In the ledger', { timeout: TEST_LIMIT_MS }, () => {
  test('a person takes a move back with three steps, and both entries lead to each other', async (context) => {
    const { shortID } = await createStockedItem(world)
    const move = { itemID: shortID, units: 40, wid: 1, toSpot: 'B-01' }
    const { transactionNo } = (await world.client.api.inventory.move(move)).body
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const steps = countSteps(page)
    await steps.click(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Ledger' }))
    await steps.click(button(page, `Details of transaction ${transactionNo}`))
    await page
      .getByRole('table', { name: 'Effect of the reversal' })
      .or(page.getByText('Stock levels stay the same.'))
      .waitFor()
    await steps.click(button(page, `Reverse transaction ${transactionNo}`))
    await page.getByText('Reversed by transaction').waitFor()
    const row = page.getByRole('row').filter({ has: button(page, `Details of transaction ${transactionNo}`) })
    await row.getByText('Reversed').waitFor()
    steps.expectAtMost(3)

    const [reversal] = await entriesOf(world.client, shortID)
    expect(reversal).toMatchObject({ type: 'reverse', reverses: transactionNo, actor: ACTOR })
    const number = reversal?.transactionNo ?? 0
    await page.getByText('Reversed by', { exact: true }).locator('..').getByRole('link').click()
    await button(page, `Details of transaction ${number}`).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Details of/ }).count()).toBe(1)
    await page.getByText('Reverses', { exact: true }).locator('..').getByRole('link').click()
    await button(page, `Details of transaction ${transactionNo}`).waitFor()
    await row.getByText('Reversed').waitFor()
    expectNoTrouble(window)
  })

  test('a reversal goes the other way than what it reverses', async (context) => {
    const { shortID } = await createStockedItem(world, 12)
    const { api } = world.client
    const numbers: number[] = []
    const reverse = async (transactionNo: number) => {
      numbers.push((await api.inventory.reverse({ transactionNo })).body.transactionNo)
    }
    await reverse((await api.inventory.issue({ itemID: shortID, units: 5, wid: 1, reasonCode: 20 })).body.transactionNo)
    const move = { itemID: shortID, units: 4, wid: 1, toSpot: 'B-01', shipToWid: 2 }
    await reverse((await api.inventory.move(move)).body.transactionNo)
    const receipt = { itemID: shortID, units: 7, wid: 1, reasonCode: 10, spot: 'C-01' }
    await api.inventory.receive(receipt)
    await reverse((await entriesOf(world.client, shortID))[0]?.transactionNo ?? 0)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/ledger?itemID=${shortID}`)
    const seen = async (number: number | undefined) => {
      const row = page.getByRole('row').filter({ has: button(page, `Details of transaction ${number}`) })
      return [
        await row.locator('[data-title=Units]').innerText(),
        await row.locator('[data-title=Location]').innerText(),
      ]
    }
    await button(page, `Details of transaction ${numbers[2]}`).waitFor()
    expect(await Promise.all(numbers.map(seen))).toEqual([
      ['+5', 'Warehouse 1'],
      ['4', 'Warehouse 2 B-01 → Warehouse 1 A-01'],
      ['−7', 'Warehouse 1 C-01'],
    ])
    expectNoTrouble(window)
  })

  test('a person sees who changed a lot, and what one did on a day, with two steps', async (context) => {
    const { shortID, recNo } = await createStockedItem(world)
    const other = await createStockedItem(world)
    const { api } = world.client
    const grace = { headers: { 'x-actor': 'Grace' } }
    const issue = (itemID: string, units: number, options = {}) =>
      api.inventory.issue({ itemID, units, wid: 1, reasonCode: 20 }, options)
    const { transactionNo } = (await issue(shortID, 1, grace)).body
    const { transactionNo: before } = (await issue(shortID, 2, grace)).body
    await issue(other.shortID, 3)
    const database = await connectDatabase(`${world.system.system}-inventory`)
    const at = new Date(Date.now() - 3 * DAY_MS)
    await database.collection<{ _id: number }>('ledger').updateOne({ _id: before }, { $set: { at } })

    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const ofLot = countSteps(page)
    await ofLot.click(searchButton(page))
    await ofLot.fill(page.getByRole('combobox', { name: 'Search' }), String(recNo))
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'History' }).getByText('Grace').first().waitFor()
    ofLot.expectAtMost(2)

    await window.goTo('/')
    await heading(page, 'Today').waitFor()
    const ofDay = countSteps(page)
    await ofDay.click(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Ledger' }))
    const entry = (number: number) =>
      page.getByRole('row').filter({ has: button(page, `Details of transaction ${number}`) })
    await ofDay.click(entry(transactionNo).getByRole('link', { name: 'Grace' }))
    await page.waitForURL('**/ledger?actor=Grace&from=*')
    await expect.poll(() => page.getByRole('button', { name: /^Details of/ }).count()).toBe(1)
    await entry(transactionNo).waitFor()
    ofDay.expectAtMost(2)

    await page.getByLabel('From', { exact: true }).fill('')
    await entry(before).waitFor()
    expect(await page.getByLabel('Who').inputValue()).toBe('Grace')
    expectNoTrouble(window)
  })

  test('another filter takes the place of the one entry to which a link led', async (context) => {
    await createStockedItem(world)
    const { shortID } = await createStockedItem(world)
    const issue = { itemID: shortID, units: 1, wid: 1, reasonCode: 20 }
    const { transactionNo } = (await world.client.api.inventory.issue(issue)).body
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/ledger')
    await heading(page, 'Ledger').waitFor()
    const entries = () => page.getByRole('button', { name: /^Details of/ }).count()
    for (const filter of [
      () => choose(page, 'What', 'Received'),
      () => choose(page, 'Warehouse', 'Warehouse 1'),
      () => page.getByLabel('From', { exact: true }).fill('2020-01-01'),
    ]) {
      await window.goTo(`/ledger?transactionNo=${transactionNo}`)
      await expect.poll(entries).toBe(1)
      await filter()
      await expect.poll(entries).toBeGreaterThan(1)
    }
    expectNoTrouble(window)
  })
})
