import { expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { interrupt } from '../support/console/interruption.ts'

const EXPIRED = 3
/** With those that have expired, more than a page of the list has. */
const LATER = 250

const world = useConsole()

test(
  'the histogram counts more lots than a page has; when it cannot be read it says so, and the list beside it works',
  async (context) => {
    await world.system.call(catalog.createItem, { shortID: 'GLUE', description: 'Glue' })
    const receipt = { action: 'receive', itemID: 'GLUE', units: 1, wid: 1, reasonCode: 10 }
    const lines = [...Array(EXPIRED).fill('2020-01-01'), ...Array(LATER).fill('2099-01-01')].map((expires) => ({
      ...receipt,
      expires,
    }))
    expect((await world.client.api.inventory.batch({ mode: 'atomic', lines })).status).toBe(200)
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()

    const counts = '**/console/api/Inventory/Expiring?*before=*'
    const json = { statusCode: 500, error: 'internal_error', message: 'The test broke this.' }
    const broken = await interrupt(page, counts, (route) => route.fulfill({ status: 500, json }))
    await window.goTo('/expiry')
    const alert = page.getByRole('alert').filter({ hasText: 'The test broke this.' })
    await alert.waitFor()
    await page.getByRole('table', { name: 'Lots with an expiry date' }).getByText('GLUE').first().waitFor()

    broken.end()
    await alert.getByRole('button', { name: 'Try again' }).click()
    const lotsIn = (bucket: string) => page.getByRole('row').filter({ hasText: bucket }).getByRole('cell').innerText()
    await page.getByRole('rowheader', { name: 'Expired', exact: true }).waitFor()
    expect([await lotsIn('360 days or more'), await lotsIn('0–29 days')]).toEqual([String(LATER), '0'])
    expectNoTrouble(window, '500 GET /console/api/Inventory/Expiring')
  },
  TEST_LIMIT_MS,
)
