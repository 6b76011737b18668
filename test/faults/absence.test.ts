import { expect, test } from 'vitest'
import { anItem } from '../support/records/factories.ts'
import { startSystem } from '../support/system/system.ts'

test('a write to an absent service is answered 503 without waiting for the deadline (R10)', async () => {
  await using system = await startSystem({ services: ['gateway'] })
  const { api } = await system.createClient()
  const { status, body, headers } = await api.catalog.createItem(anItem())
  // After the deadline the response would be 504, because a service might have received the call.
  expect(status).toBe(503)
  expect(body).toMatchObject({ error: 'service_unavailable' })
  expect(headers).toHaveProperty('retry-after')
  expect((await api.catalog.listItems({})).status).toBe(503)
})
