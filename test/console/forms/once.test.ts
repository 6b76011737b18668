import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ACTOR, heading, signIn } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { interrupt } from '../../support/console/interruption.ts'
import { button, createStockedItem, entriesOf, previewIssue } from '../../support/console/stock-forms.ts'
import { unique } from '../../support/records/factories.ts'

const world = useConsole()

/** The next write to the path is done, and never answered; the keys of all. */
async function loseAnswerTo(page: Page, path: string) {
  const keys: (string | undefined)[] = []
  let isDone = false
  await page.route(`**/console/api${path}`, async (route) => {
    const headers = await route.request().allHeaders()
    if (route.request().method() === 'GET') return route.continue()
    keys.push(headers['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // It is sent outside the page, without what the browser says of the page.
    expect((await route.fetch({ headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).ok()).toBe(true)
    isDone = true
  })
  return {
    keys,
    expectDone: async () => {
      await expect.poll(() => isDone).toBe(true)
    },
  }
}

/** All that the browser keeps for the console. */
const KEPT = `(async () => {
  const answer = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
  const database = await answer(indexedDB.open('console'))
  const stores = [...database.objectStoreNames].map((name) => answer(database.transaction(name).objectStore(name).getAll()))
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await Promise.all(stores)])
  database.close()
  return kept
})()`

describe('A page that is left before the response arrives', { timeout: TEST_LIMIT_MS }, () => {
  test('offers to retry the same write, which takes effect once', async (context) => {
    const { shortID } = await createStockedItem(world)
    await using window = await openWindow(context, world)
    const { page } = window
    await previewIssue(window, world.client, { shortID, units: 7 })
    const { keys, expectDone } = await loseAnswerTo(page, '/Inventory/Issue')
    await button(page, 'Issue').click()
    await expectDone()
    await page.reload()
    await page.getByRole('alert').getByText('You left the page before the response arrived.').waitFor()
    expect(await page.getByLabel('Units').inputValue()).toBe('7')
    expect(await page.getByLabel('Units').isDisabled()).toBe(true)
    await button(page, 'Issue (retry)').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect((await entriesOf(world.client, shortID)).filter(({ type }) => type === 'issue')).toHaveLength(1)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    await page.reload()
    await button(page, 'Preview').waitFor()
    expect(await page.getByLabel('Units').inputValue()).toBe('')
  })

  test('reopens the form of the line that sent it', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { inventory } = world.client.api
    const lines = [{ itemID: shortID, units: 10 }]
    const { slip } = (await inventory.shipTransit({ wid: 1, shipToWid: 2, lines })).body
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/transits/${slip}`)
    await button(page, 'Return').click()
    await page.getByLabel('Units').fill('4')
    await button(page, 'Preview').click()
    const { keys, expectDone } = await loseAnswerTo(page, `/Transit/${slip}/Return`)
    const form = page.locator('form').filter({ has: page.getByRole('group', { name: 'Return' }) })
    await form.getByRole('button', { name: 'Return' }).click()
    await expectDone()
    await page.reload()
    await button(page, 'Return (retry)').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect((await inventory.getTransit({ slip })).body.lines).toMatchObject([{ returned: 4, inTransit: 6 }])
    expect(new Set(keys).size).toBe(1)
  })

  test('previews a discarded write again', async (context) => {
    const { shortID } = await createStockedItem(world)
    const { inventory } = world.client.api
    const { slip } = (await inventory.shipTransit({ wid: 1, shipToWid: 2, lines: [{ itemID: shortID, units: 10 }] }))
      .body
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/transits/${slip}`)
    await button(page, 'Receive').click()
    const lost = await interrupt(page, `**/console/api/Transit/${slip}/Receive`, (route) => route.abort())
    await button(page, 'Receive').click()
    await button(page, 'Receive (retry)').waitFor()
    lost.end()
    await button(page, 'Discard and start over').click()
    await button(page, 'Receive').click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect((await inventory.getTransit({ slip })).body.lines).toMatchObject([{ accepted: 10, inTransit: 0 }])
  })

  test('sends a count under its key', async (context) => {
    const { shortID } = await createStockedItem(world)
    const countNo = unique('CC')
    await world.client.api.inventory.createCount({ countNo, wid: 1, items: [shortID] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, `/counts/${countNo}`)
    const counted = page.getByLabel(`Counted quantity of ${shortID} at A-01`)
    await counted.fill('98')
    const { keys, expectDone } = await loseAnswerTo(page, `/Count/${countNo}/Line`)
    await counted.press('Enter')
    await expectDone()
    await page.reload()
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    await expect.poll(() => counted.inputValue()).toBe('98')
    const { lines } = (await world.client.api.inventory.getCount({ countNo })).body
    expect(lines).toMatchObject([{ shortID, counted: 98 }])
  })
})

describe('A draft', { timeout: TEST_LIMIT_MS }, () => {
  test('belongs to one tab and one person, until that person discards it', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/receive')
    await page.getByLabel('Note').fill('Two boxes are wet')
    const second = await page.context().newPage()
    await second.goto(`${world.origin}/console/receive`)
    await second.getByLabel('Units').waitFor()
    expect(await second.getByLabel('Note').inputValue()).toBe('')
    await second.close()

    await button(page, 'Sign out').click()
    await signIn(page, await world.system.createClient())
    await heading(page, 'Receive').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('')
    await button(page, 'Sign out').click()
    await signIn(page, world.client)
    await page.getByText('Draft restored.').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Two boxes are wet')
    await button(page, 'Discard').click()
    expect(await page.getByLabel('Note').inputValue()).toBe('')
    await page.reload()
    await page.getByText('Required: ').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('')
  })

  test('never contains a secret', async (context) => {
    const clientId = unique('shop')
    await using window = await openWindow(context, world)
    const { page } = window
    await window.open('/access')
    await page.getByRole('textbox', { name: 'Client secret' }).fill('typed-secret')
    expect(await page.evaluate(KEPT)).not.toContain('typed-secret')
    await window.signIn(world.client)
    await button(page, 'New client').click()
    await page.getByLabel('Client id').fill(clientId)
    await page.getByRole('checkbox', { name: 'Item Master List' }).click()
    expect(await page.evaluate(KEPT)).toContain(clientId)
    await button(page, 'New client').click()
    const secret = await page.getByRole('status').locator('code').innerText()
    const kept = await page.evaluate<string>(KEPT)
    expect(kept).toContain(ACTOR)
    for (const one of [secret, world.client.clientSecret]) expect(kept).not.toContain(one)
  })
})
