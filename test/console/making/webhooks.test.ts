import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/console/barriers.ts'
import { heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button } from '../../support/console/stock-forms.ts'
import { startReceiver } from '../../support/receiver.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'

const world = useConsole()

describe('A webhook', { timeout: TEST_LIMIT_MS }, () => {
  test('is made, tested and its log read in six steps; it is changed, replayed and deleted', async (context) => {
    await using receiver = await startReceiver()
    const { api } = world.client
    const { shortID } = (await api.catalog.createItem(anItem())).body
    await api.inventory.receive(aReceipt({ itemID: shortID }))
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const { host } = new URL(receiver.url)
    const { step, expectAtMost } = countSteps(page)
    await step(() => page.getByRole('link', { name: 'Access' }).click())
    await step(() => button(page, 'New webhook…').click())
    await step(() => page.getByLabel('URL (https)').fill(receiver.url))
    expect(await findBarriers(page)).toEqual([])
    await step(() => button(page, 'New webhook').dblclick())
    await page.getByRole('status').filter({ hasText: 'You won’t see it again' }).locator('code').waitFor()
    await step(() => button(page, `Send a test message to ${host}`).click())
    await page.getByRole('status').filter({ hasText: 'Delivered (2' }).waitFor()
    await step(() => button(page, `Log of ${host}`).click())
    await page
      .getByRole('table', { name: `Log of ${host}` })
      .getByText('webhook.test')
      .waitFor()
    expectAtMost(6)
    const [tried] = await receiver.take(1)
    expect(JSON.parse(String(tried?.body))).toMatchObject({ type: 'webhook.test' })
    const { value: made } = (await api.notifications.listWebhooks({})).body
    expect(made).toMatchObject([{ name: host, url: receiver.url, active: true }])
    const [{ rec } = { rec: 0 }] = made

    await button(page, 'Continue').click()
    await button(page, `Manage ${host}`).click()
    await button(page, 'Edit…').click()
    await page.getByLabel('Name (default: the host)').fill('Shop')
    await button(page, 'Edit').click()
    await page.getByText('Saved Shop.').waitFor()
    await button(page, 'Continue').click()
    await page.getByRole('heading', { name: 'Webhook Shop' }).waitFor()
    await button(page, 'Replay…').click()
    await page.getByLabel('First change').fill('1')
    await button(page, 'Replay').click()
    await page
      .getByRole('status')
      .filter({ hasText: /^Replay of changes 1 to \d+: done/ })
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    const types = (await receiver.take(3)).map(({ body }) => JSON.parse(String(body)).type)
    expect(types).toEqual(expect.arrayContaining(['item.created', 'inventory.received']))
    await button(page, 'Continue').click()
    await button(page, 'New secret…').click()
    await button(page, 'New secret').click()
    await page.getByText('The old secret also signs until').waitFor()
    await button(page, 'Continue').click()
    await button(page, 'Delete…').click()
    const logIsGone = page.waitForResponse((answer) => answer.status() === 404 && answer.url().includes('/Log'))
    await button(page, 'Delete').click()
    await page.getByText('No webhooks yet').waitFor()
    await logIsGone
    expect((await api.notifications.getWebhook({ rec })).status).toBe(404)
    // What is shown of a webhook is read anew when it is deleted, and is gone then.
    const gone = `404 GET /console/api/Webhook/${rec}`
    expectNoTrouble(window, `${gone}/Log`, `${gone}/Replay`)
  })

  test('whose address cannot be used says so beside it, and keeps what was typed', async (context) => {
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    await button(page, 'New webhook…').click()
    await page.getByLabel('URL (https)').fill('http://shop.example.com/hook')
    await button(page, 'New webhook').click()
    await page.getByText('Must be an https URL without credentials and fragment.', { exact: true }).waitFor()
    expect(await page.getByLabel('URL (https)').inputValue()).toBe('http://shop.example.com/hook')
    expectNoTrouble(window, '400 POST /console/api/Webhook')
  })
})
