import { expect, test } from 'vitest'
import { createInventoryClient } from '../../client/src/index.ts'
import { anIssue, anItem, aReceipt } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem } from '../support/system/system.ts'

test('the client misses no record of a list while others leave it (R19)', async () => {
  await using system = await startSystem({ services: ['auth', 'catalog', 'inventory', 'gateway'] })
  await registerBasics(system.call)
  const { clientId, clientSecret, api } = await system.createClient()
  const client = createInventoryClient({ baseUrl: system.url, clientId, clientSecret })
  const { shortID: itemID } = (await api.catalog.createItem(anItem())).body
  for (const units of [1, 2, 3, 4, 5]) await api.inventory.receive(aReceipt({ itemID, units }))
  const units: number[] = []
  for await (const lot of client.paginate('/Inventory', { query: { itemID, active: true, pageSize: 2 } })) {
    units.push(lot.units)
    await api.inventory.issue(anIssue({ itemID, units: lot.units, recno: lot.recNo }))
  }
  expect(units).toEqual([5, 4, 3, 2, 1])
})
