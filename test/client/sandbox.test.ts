import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInventoryClient } from '../../client/src/index.ts'
import { anItem, unique } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'

let system: TestSystem
let owner: TestClient
beforeAll(async () => {
  system = await startSystem({ isSandbox: true })
  await registerBasics(system.call)
  owner = await system.createClient()
})
afterAll(() => system?.[Symbol.asyncDispose]())

test.each(['503', '429', '504-done', '504-lost', 'cut', 'slow=1s'])(
  'A receipt that meets %s once takes effect once, and the client gets its response',
  async (fault) => {
    const { shortID, partNo } = (await owner.api.catalog.createItem(anItem())).body
    const { clientId, clientSecret } = owner
    const client = createInventoryClient({ baseUrl: system.url, clientId, clientSecret })
    const { data, response } = await client.POST('/Inventory/Receive', {
      body: { itemID: shortID, units: 5, wid: 1, reasonCode: 10 },
      headers: { 'Idempotency-Key': unique('receipt'), 'X-Sandbox-Fault': `${fault};times=1` },
    })
    expect([response.status, data?.units]).toEqual([201, 5])
    const levels = await client.GET('/Inventory/StockLevels', { params: { query: { itemID: shortID } } })
    expect(levels.data?.value).toMatchObject([{ partNo, inStock: 5 }])
  },
)
