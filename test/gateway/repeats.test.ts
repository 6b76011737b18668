import { beforeAll, expect, test } from 'vitest'
import { anItem, unique } from '../support/records/factories.ts'
import { shareSystemWithBasics } from '../support/shared/systems.ts'
import type { TestClient, TestSystem } from '../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await shareSystemWithBasics({ services: ['auth', 'catalog', 'inventory', 'gateway'] })
  client = await system.createClient()
})

test('a repeat is answered with the same bytes, whatever the service made the first response of (R4)', async () => {
  const { shortID } = (await client.api.catalog.createItem(anItem())).body
  const vendor = unique('VENDOR')
  await client.api.raw('POST', '/Vendor').send({ shortID: vendor, name: 'Vendor' }).expect(201)
  const lines = [{ shortID, units: 3.2, warehouse: 1 }]
  const writes = [
    ['/PurchaseOrder', { vendor, lines }],
    ['/WorkOrder', { description: 'Cabinet', lines }],
    ['/Inventory/Receive', { itemID: shortID, units: 1, wid: 1, reasonCode: 10 }],
  ] as const
  for (const [path, body] of writes) {
    const send = () => client.api.raw('POST', path).set('Idempotency-Key', `repeat-${path}`).send(body)
    const [first, repeat] = [await send(), await send()]
    expect(repeat.headers['idempotent-replayed']).toBe('true')
    expect({ status: repeat.status, text: repeat.text }).toEqual({ status: 201, text: first.text })
  }
})
