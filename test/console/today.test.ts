import { describe, expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { permissions } from '../../shared/contract/core/access.ts'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { connectDatabase } from '../support/servers/database.ts'

const DAY_MS = 86_400_000
const ZONE = 'America/New_York'

const world = useConsole()

test(
  'Today counts as old those holds that nobody has touched for a week, and leads to the lots on hold',
  async (context) => {
    const { api } = world.client
    await world.system.call(catalog.createItem, { shortID: 'GLUE', description: 'Glue' })
    const receive = async (hold: boolean) => {
      const { body } = await api.inventory.receive({ itemID: 'GLUE', units: 1, wid: 1, reasonCode: 10 })
      if (hold) await api.inventory.hold({ recno: body.recNo })
      return body.recNo
    }
    await receive(true)
    const untouched = [await receive(true), await receive(true), await receive(false)]
    const database = await connectDatabase(`${world.system.system}-inventory`)
    const modified = new Date(Date.now() - 8 * DAY_MS)
    await database.collection<{ _id: number }>('lots').updateMany({ _id: { $in: untouched } }, { $set: { modified } })

    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    const card = page.getByRole('link', { name: 'Old holds' })
    await card.getByText('2', { exact: true }).waitFor()
    await card.click()
    await page.getByRole('table', { name: 'Lots' }).getByText('GLUE').first().waitFor()
    expect(new URL(page.url()).search).toContain('hold=true')
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)

describe('West of UTC', { timeout: TEST_LIMIT_MS }, () => {
  test('what is due today is not late, and a day without a time is shown as that day', async (context) => {
    const { catalog, inventory } = world.client.api
    await catalog.createItem({ shortID: 'ROPE' })
    await inventory.createVendor({ shortID: 'ROPERY', name: 'The Ropery' })
    const day = (daysAgo: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() - daysAgo * DAY_MS)
    const lines = [{ shortID: 'ROPE', units: 1, warehouse: 1 }]
    for (const [poNo, daysAgo] of Object.entries({ 'PO-TODAY': 0, 'PO-BEFORE': 1 }))
      await inventory.createPurchaseOrder({ poNo, vendor: 'ROPERY', expectedDate: day(daysAgo), lines })
    const receipt = { itemID: 'ROPE', units: 1, wid: 1, reasonCode: 10, expires: '2040-01-31' }
    const { recNo } = (await inventory.receive(receipt)).body

    await using window = await openWindow(context, world, { timezoneId: ZONE })
    const { page } = window
    await window.openAs(world.client, '/receiving')
    const row = (poNo: string) => page.getByRole('row').filter({ hasText: poNo })
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short', year: 'numeric' })
    await row('PO-BEFORE').getByText('Late').waitFor()
    expect(await row('PO-TODAY').innerText()).toContain(shown.format(new Date(day(0))))
    expect(await row('PO-TODAY').getByText('Late').count()).toBe(0)

    await window.goTo('/')
    const card = page.getByRole('main').getByRole('link', { name: /^Late receipts/ })
    await card.getByText('1', { exact: true }).waitFor()
    await card.click()
    await row('PO-BEFORE').waitFor()
    await row('PO-TODAY').waitFor({ state: 'detached' })

    await window.goTo(`/lots/${recNo}`)
    await page.getByText('31 Jan 2040').waitFor()
    expectNoTrouble(window)
  })
})

test(
  'Today offers a new count to whoever counts or approves counts',
  async (context) => {
    const approver = await world.system.createClient({ permissions: [permissions.approveCounts] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(approver, '/')
    await page.getByRole('link', { name: 'New count' }).click()
    await heading(page, 'New count').waitFor()
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
