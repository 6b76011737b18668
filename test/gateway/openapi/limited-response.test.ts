import { expect, test } from 'vitest'
import { createResponseCheck } from '../../support/checks/response-check.ts'
import { createApi } from '../../support/system/api.ts'
import { startSystem } from '../../support/system/system.ts'

test('a request beyond the limit is answered as documented', async () => {
  const strict = await startSystem({ services: ['gateway'], rateLimitPerMinute: 1 })
  try {
    const { api: limited } = await strict.createClient()
    const check = createResponseCheck((await createApi(strict.url).raw('GET', '/openapi.json')).body)
    const reply = () => limited.raw('GET', '/Warehouse?page=x')
    expect((await reply()).status).toBe(400)
    const { status, headers, body } = await reply()
    expect(status).toBe(429)
    expect(check.differences('GET', '/Warehouse', { status, headers, body })).toEqual([])
    expect(check.errorBodies('GET', '/Warehouse', 429)).toEqual([body])
  } finally {
    await strict[Symbol.asyncDispose]()
  }
})
