import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { ACTOR, heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { openOwnWindow, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { interrupt } from '../support/console/interruption.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'

const world = useConsole()
beforeAll(async () => {
  for (const shortID of ['BOLT', 'NUT']) await world.system.call(catalog.createItem, { shortID, description: shortID })
  await world.client.api.inventory.createVendor({ shortID: 'NORDIC', name: 'Nordic Fasteners' })
}, TEST_LIMIT_MS)

const phone = { viewport: { width: 390, height: 844 } }

/** A purchase order of 40 bolts and 10 nuts. */
async function order(poNo: string): Promise<void> {
  const lines = [
    { shortID: 'BOLT', warehouse: 1, units: 40, unitPrice: 1 },
    { shortID: 'NUT', warehouse: 1, units: 10, unitPrice: 1 },
  ]
  expect(await world.client.api.inventory.createPurchaseOrder({ poNo, vendor: 'NORDIC', lines })).toMatchObject({
    status: 201,
  })
}

/** Units received of each line, and in how many receipts. */
async function receivedOf(poNo: string) {
  const { body: lines } = await world.client.api.inventory.listPurchaseOrderLines({ poNo })
  const { body: receipts } = await world.client.api.inventory.listPurchaseOrderReceipts({ poNo })
  return { units: lines.value.map(({ unitsReceived }) => unitsReceived), receipts: receipts.totalCount }
}

async function scan(page: Page, item: string, units: string): Promise<void> {
  await page.getByLabel('Scan or type an item').fill(item)
  await page.getByLabel('Scan or type an item').press('Enter')
  await page.getByLabel('Units').fill(units)
}

async function receiveLater(page: Page, item: string, units: string): Promise<void> {
  await scan(page, item, units)
  await page.getByRole('button', { name: 'Preview' }).click()
  await keepLater(page)
}

const keepLater = (page: Page) => page.getByRole('button', { name: 'Save and send later' }).click()

/** Does something to the page's database. */
const onDevice = (page: Page, act: string) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const request = ${act}
    request.onsuccess = () => resolve(request.result?.close())
    request.onerror = () => reject(request.error)
  })`)

describe('Receiving offline', { timeout: TEST_LIMIT_MS }, () => {
  test('receipts saved offline are sent in order and show their outcome; a refused one is fixed and sent again', async (context) => {
    await order('PO-1')
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-1')
    await page.getByText('40 open').waitFor()

    await page.context().setOffline(true)
    await page.getByText('Offline').waitFor()
    await scan(page, 'bolt', '15')
    await keepLater(page)
    await page.getByText('Not sent yet: 15').waitFor()
    await scan(page, 'nut', '11')
    await keepLater(page)
    await page.getByRole('link', { name: '2 changes saved on this device' }).waitFor()
    expect(await receivedOf('PO-1')).toEqual({ units: [0, 0], receipts: 0 })

    await page.context().setOffline(false)
    await page.getByText('25 open').waitFor()
    await page.getByRole('link', { name: '1 refused' }).click()
    const kept = page.getByRole('table', { name: 'Saved on this device' })
    await kept.getByText(/^Done: lot \d+$/).waitFor()
    await kept.getByText(/^Refused: .*11/).waitFor()
    expect(await receivedOf('PO-1')).toEqual({ units: [15, 0], receipts: 1 })
    const { body } = await world.client.api.inventory.listTransactions({ reference: 'PO-1', type: 'receive' })
    expect(body.value).toEqual([expect.objectContaining({ actor: ACTOR, units: 15 })])

    await page.getByRole('button', { name: 'Fix the receipt of 11 NUT' }).click()
    expect(await page.getByLabel('Units').inputValue()).toBe('11')
    await page.getByLabel('Units').fill('10')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    expect(await receivedOf('PO-1')).toEqual({ units: [15, 10], receipts: 2 })
    expect(await kept.getByText('Refused').count()).toBe(0)
    await page.getByRole('link', { name: 'All sent' }).waitFor()
  })

  test('a receipt whose response was lost keeps its key and takes effect once, even if the page is closed', async (context) => {
    await order('PO-2')
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-2')
    await scan(page, 'bolt', '7')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.route('**/console/api/Inventory/Receive', async (route) => {
      // It is sent outside the page, without what the browser says of the page.
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
      expect((await route.fetch({ headers })).status()).toBe(201)
      await route.abort()
    })
    await page.getByRole('region', { name: 'Line 1, BOLT' }).getByRole('button', { name: 'Receive' }).click()
    await keepLater(page)
    await page.getByRole('link', { name: '1 not sent yet' }).waitFor()
    expect(await receivedOf('PO-2')).toEqual({ units: [7, 0], receipts: 1 })

    const later = await page.context().newPage()
    await page.close()
    await later.goto(`${world.origin}/console/outbox`)
    await heading(later, 'Saved on this device').waitFor()
    await later.getByText(/^Done: lot \d+$/).waitFor()
    expect(await receivedOf('PO-2')).toEqual({ units: [7, 0], receipts: 1 })
  })

  test('a receipt saved with a double tap takes effect once', async (context) => {
    await order('PO-5')
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-5')
    await page.getByText('40 open').waitFor()
    await page.context().setOffline(true)
    await page.getByText('Offline').waitFor()
    await scan(page, 'bolt', '15')
    await page.getByRole('button', { name: 'Save and send later' }).dblclick()
    await page.getByText('Not sent yet: 15').waitFor()
    await page.getByRole('link', { name: '1 change saved on this device' }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('25 open').waitFor()
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await receivedOf('PO-5')).toEqual({ units: [15, 0], receipts: 1 })
  })

  test('a receipt that the device cannot save shows an error and stays in its form', async (context) => {
    await order('PO-6')
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-6')
    await page.getByText('40 open').waitFor()
    await page.context().setOffline(true)
    await page.getByText('Offline').waitFor()
    await scan(page, 'bolt', '15')
    // A database of a later version of the page.
    await onDevice(page, "indexedDB.open('console', 99)")
    await keepLater(page)
    await page.getByRole('alert').getByText('Couldn’t save on this device:').waitFor()
    expect(await page.getByLabel('Units').inputValue()).toBe('15')
    await onDevice(page, "indexedDB.deleteDatabase('console')")
    await keepLater(page)
    await page.getByRole('link', { name: '1 change saved on this device' }).waitFor()
  })

  test('a receipt saved by another person waits until that person signs in', async (context) => {
    await order('PO-3')
    await using window = await openWindow(context, world, phone)
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-3')
    await page.getByText('40 open').waitFor()
    const lost = await interrupt(page, /api.Inventory.Receive/, (route) => route.abort())
    await scan(page, 'nut', '3')
    await page.getByRole('button', { name: 'Preview' }).click()
    await keepLater(page)
    await page.getByRole('link', { name: '1 not sent yet' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Inventory').waitFor()
    lost.end()
    const other = await world.system.createClient()
    await window.signIn(other)
    await page.getByText(`Waiting for ${ACTOR} (${world.client.clientId}) to sign in`).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await window.signIn(world.client)
    await page.getByText(/^Done: lot \d+$/).waitFor()
    expect(await receivedOf('PO-3')).toEqual({ units: [0, 3], receipts: 1 })
  })

  test('a page reloaded offline shows the last data, saves a receipt, and later sends every saved receipt', async (context) => {
    await order('PO-4')
    await using network = await createTcpProxy(world.origin)
    const origin = network.url.replace(/\/$/, '')
    await using window = await openOwnWindow(context, { ...world, origin }, { ...phone, serviceWorkers: 'allow' })
    const { page } = window
    await window.openAs(world.client, '/receiving/PO-4')
    await page.getByText('40 open').waitFor()
    await page.evaluate('navigator.serviceWorker.ready')

    network.refuse()
    await receiveLater(page, 'bolt', '6')
    await page.getByText('Not sent yet: 6').waitFor()
    await page.reload()
    await page.getByText('Not sent yet: 6').waitFor()
    await receiveLater(page, 'nut', '4')
    await page.getByRole('link', { name: '2 not sent yet' }).waitFor()
    expect(await receivedOf('PO-4')).toEqual({ units: [0, 0], receipts: 0 })
    const kept = await page.evaluate(
      'caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))))',
    )
    expect(String(kept)).toMatch(/^\/console,/)
    expect(String(kept)).not.toMatch(/console\/(api|session)\b/)

    network.heal()
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await receivedOf('PO-4')).toEqual({ units: [6, 4], receipts: 2 })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in to Inventory').waitFor()
    network.refuse()
    await page.reload()
    await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
    expect(await page.getByText('PO-4').count()).toBe(0)
  })
})
