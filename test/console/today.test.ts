import { expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { connectDatabase } from '../support/servers/database.ts'

const DAY_MS = 86_400_000

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
    await window.open('/')
    await window.signIn(world.client)
    const card = page.getByRole('link', { name: 'Old holds' })
    await card.getByText('2', { exact: true }).waitFor()
    await card.click()
    await page.getByRole('table', { name: 'Lots' }).getByText('GLUE').first().waitFor()
    expect(new URL(page.url()).search).toContain('hold=true')
    expectNoTrouble(window)
  },
  TEST_LIMIT_MS,
)
