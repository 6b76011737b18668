import { afterAll, beforeAll, expect, test } from 'vitest'
import { unique } from '../../support/records/factories.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway', 'catalog', 'inventory', 'notifications'] })
})
afterAll(() => system[Symbol.asyncDispose]())

test('the outcome of a write on clients is found by its key, without the secret', async () => {
  const { api } = await system.createClient()
  const clientId = unique('made').toLowerCase()
  const [made, replaced] = [unique('key'), unique('key')]
  const byKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })
  const outcomeOf = async (key: string) => (await api.inventory.getOperation({ key })).body
  const { clientSecret: _, ...shown } = (await api.auth.registerClient({ clientId, permissions: [] }, byKey(made))).body
  const outcome = { key: made, status: 'applied', operation: 'auth.registerClient', statusCode: 201, answer: shown }
  expect(await outcomeOf(made)).toEqual(outcome)
  await api.auth.replaceClientSecret({ clientId }, byKey(replaced))
  expect(await outcomeOf(replaced)).toMatchObject({ status: 'applied', answer: { clientId } })
  expect(Object.keys(Object((await outcomeOf(replaced)).answer))).toEqual(['clientId'])
})
