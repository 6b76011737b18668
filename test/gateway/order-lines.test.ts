import { beforeAll, expect, test } from 'vitest'
import { shareSystem } from '../support/shared/systems.ts'
import type { TestClient, TestSystem } from '../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await shareSystem({ services: ['auth', 'gateway'] })
  client = await system.createClient()
})

const orderWith = (count: number) => ({
  ...{ vendor: 'BOLTCO', customer: 'HANSE', description: 'Cabinet' },
  lines: Array.from({ length: count }, () => ({ shortID: 'BOLT-M6-30', units: 1, warehouse: 1 })),
})

test.each(['/PurchaseOrder', '/ShippingOrder', '/WorkOrder'])(
  'POST %s takes 500 lines, and refuses 501 in the specified form',
  async (path) => {
    const { status, body } = await client.api.raw('POST', path).send(orderWith(501))
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        statusCode: 400,
        error: 'validation_error',
        message: 'Model validation failed.',
        details: { lines: ['The field lines must have at most 500 lines.'] },
      },
    })
    // Behind all checks of the gateway: inventory is not running here.
    expect((await client.api.raw('POST', path).send(orderWith(500))).status).toBe(503)
  },
)
