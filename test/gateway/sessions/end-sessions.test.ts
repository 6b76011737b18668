import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { gateway } from '../../../shared/contract/gateway.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { originOf, signIn, startSecondGateway } from '../../support/system/console.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'], consoleFolder: '/nowhere' })
})
afterAll(() => system[Symbol.asyncDispose]())

test('the operator ends sessions of a client or a person at every gateway; who signs in again has another one', async () => {
  const [one, other] = [await system.createClient(), await system.createClient()]
  const second = await startSecondGateway(system)
  const origin = originOf(system)
  const users = [
    await signIn(origin, one, 'Ada'),
    await signIn(second, one, 'Grace'),
    await signIn(second, other, 'Ada'),
    await signIn(origin, other, 'Grace'),
  ]
  const statuses = () => Promise.all(users.map(async ({ send }) => (await send('GET', '/session')).status))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await system.call(gateway.endSessions, { clientId: one.clientId })
  expect(await statuses()).toEqual([401, 401, 200, 200])
  await system.call(gateway.endSessions, { actor: 'Ada' })
  expect(await statuses()).toEqual([401, 401, 401, 200])
  expect((await signIn(origin, one, 'Ada')).signedIn.status).toBe(200)
})

test('an ended session that is asked for again stays ended when its mark has gone', async () => {
  const client = await system.createClient()
  const { send } = await signIn(originOf(system), client, 'Ada')
  await system.call(gateway.endSessions, { clientId: client.clientId })
  expect((await send('GET', '/session')).status).toBe(401)
  const redis = new Redis(serverUrl('REDIS_URL'))
  onTestFinished(() => redis.disconnect())
  const marks = await redis.keys(`${system.system}:console:ended:*`)
  expect(marks.length).toBeGreaterThan(0)
  await redis.del(...marks)
  expect((await send('GET', '/session')).status).toBe(401)
})

test('neither a client nor a request without a name ends sessions', async () => {
  const client = await system.createClient()
  await expect(client.call(gateway.endSessions, { clientId: client.clientId })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(system.call(gateway.endSessions, {})).rejects.toMatchObject({ code: 'validation_error' })
})
