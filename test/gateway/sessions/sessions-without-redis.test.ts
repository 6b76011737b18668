import { expect, it } from 'vitest'
import { keep } from '../../support/keep.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { postSession, signIn, startSecondGateway } from '../../support/system/console.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem } from '../../support/system/system.ts'

it('without Redis sessions are 503, and the same cookie works when Redis is back', async () => {
  const system = keep(
    await startSystem({ services: ['auth', 'catalog', 'inventory', 'gateway'], consoleFolder: '/nowhere' }),
  )
  await registerBasics(system.call)
  const client = await system.createClient()
  const proxy = keep(await createTcpProxy(serverUrl('REDIS_URL')))
  const second = await startSecondGateway(system, { redisUrl: proxy.url })
  const user = await signIn(second, client)
  expect(user.signedIn.status).toBe(200)
  proxy.refuse()
  for (const answer of [
    await user.send('GET', '/session'),
    await user.send('GET', '/api/Warehouse'),
    await postSession(second, { ...client, actor: 'Ada' }),
  ]) {
    expect([answer.status, answer.body.error, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '1'])
  }
  proxy.heal()
  await expect.poll(async () => (await user.send('GET', '/session')).status, { timeout: 20_000 }).toBe(200)
})
