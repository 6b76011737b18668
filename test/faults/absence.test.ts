import { expect, test } from 'vitest'
import { anItem } from '../support/factories.ts'
import { startSystem } from '../support/system.ts'

test('a write to a service that is not there is certainly not done: it has not waited for the deadline (R10)', async () => {
  await using system = await startSystem({ services: ['gateway'] })
  const { api } = await system.createClient()
  const { status, body, headers } = await api.catalog.createItem(anItem())
  // One that had waited for its deadline would be 504, as somebody might have seen it.
  expect(status).toBe(503)
  expect(body).toMatchObject({ error: 'service_unavailable' })
  expect(headers).toHaveProperty('retry-after')
  expect((await api.catalog.listItems({})).status).toBe(503)
})
