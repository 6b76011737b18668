import { describe, expect, test } from 'vitest'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { startReceiver } from '../support/receiver.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'

const world = useConsole()

describe('Access', { timeout: TEST_LIMIT_MS }, () => {
  test('shows what was sent to a webhook, sends it again, and sends a test message', async (context) => {
    await using receiver = await startReceiver()
    const { api } = world.client
    const { shortID } = (await api.catalog.createItem(anItem())).body
    const wanted = { name: 'ERP', url: receiver.url, events: 'inventory.received', wid: [] }
    expect((await api.notifications.createWebhook(wanted)).status).toBe(201)
    await api.inventory.receive(aReceipt({ itemID: shortID }))
    const [sent] = await receiver.take(1)

    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    await page.getByRole('button', { name: 'Log of ERP' }).click()
    await page.getByRole('button', { name: /^Resend change \d+$/ }).click()
    await page.getByRole('status').filter({ hasText: 'Queued' }).waitFor()
    const [, again] = await receiver.take(2)
    expect([again?.headers['webhook-id'], again?.body]).toEqual([sent?.headers['webhook-id'], sent?.body])

    await page.getByRole('button', { name: 'Send a test message to ERP' }).click()
    const [, , tried] = await receiver.take(3)
    expect(tried?.headers['webhook-id']).not.toBe(sent?.headers['webhook-id'])
    expectNoTrouble(window)
  })

  test('shows which group has which permission', async (context) => {
    const reader = await world.system.createClient({ permissions: [11], warehouses: [1] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    const table = page.getByRole('table', { name: 'Group permissions' })
    await table.waitFor()
    const { value: clients } = (await world.client.api.auth.listClients({ pageSize: 50 })).body
    const group = clients.find(({ clientId }) => clientId === reader.clientId)?.group ?? ''
    const column = (await table.getByRole('columnheader').allInnerTexts()).indexOf(group)
    const cellOf = (permission: string) =>
      table.getByRole('row').filter({ hasText: permission }).getByRole('cell').nth(column).innerText()
    expect([await cellOf('Item Master List'), await cellOf('Locate/Move Units')]).toEqual([
      expect.stringContaining('Yes'),
      'No',
    ])
    expectNoTrouble(window)
  })

  test('shows which requests of a client were refused, and why', async (context) => {
    const other = await world.system.createClient({ permissions: [11], warehouses: [1] })
    await other.api.raw('POST', '/Item').set('x-request-id', 'refused-1').set('idempotency-key', 'item-4711').send({})
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.fill(other.clientId)
    await page.getByRole('option', { name: other.clientId }).click()
    const row = page.getByRole('table', { name: 'Failed requests' }).getByRole('row').filter({ hasText: 'refused-1' })
    await row.waitFor()
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringMatching(/\d/),
      'POST /Item',
      '403',
      'Insufficient permissions.',
      'item-4711',
      'refused-1',
    ])
    expectNoTrouble(window)
  })
})
