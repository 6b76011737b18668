import { expect, onTestFinished, test } from 'vitest'
import { auth } from '../../shared/contract/auth.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'
import { createApi } from '../support/system/api.ts'
import { startSystem } from '../support/system/system.ts'

test('no message through RabbitMQ and no log line contains a secret of a client or a webhook (S5)', async () => {
  const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const passed: Buffer[] = []
  proxy.filter((chunk) => {
    passed.push(chunk)
    return 'pass'
  })
  const services = ['auth', 'notifications', 'gateway'] as const
  const system = await startSystem({ rabbitUrl: proxy.url, services: [...services], logLevel: 'trace' })
  onTestFinished(() => system[Symbol.asyncDispose]())

  const { clientId } = await system.createClient()
  const operationId = 'a-rotation-that-is-repeated'
  const rotate = () => system.call(auth.rotateClientSecret, { clientId }, { operationId, hasClientKey: true })
  const { client_secret } = await rotate()
  expect((await rotate()).client_secret).toBe(client_secret)
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret }
  const from = passed.length
  const { body } = await createApi(system.url).raw('POST', '/Token').type('form').send(grant)
  expect(Buffer.concat(passed.slice(from)).toString('latin1')).not.toContain(body.access_token)

  const { auth: management, notifications } = createApi(system.url, body.access_token)
  const made = (await management.registerClient({ clientId: 'made', permissions: [11] })).body
  const replaced = (await management.replaceClientSecret({ clientId: 'made' })).body
  const webhook = { name: 'Shop', url: 'https://127.0.0.1/hook', events: ['inventory.received' as const] }
  const created = await notifications.createWebhook(webhook)
  const rotated = await notifications.rotateWebhookSecret({ rec: created.body.rec })

  const ofClients = [client_secret, made.clientSecret, replaced.clientSecret]
  const secrets = [...ofClients, created.body.secret, rotated.body.secret]
  const texts = [Buffer.concat(passed).toString('latin1'), JSON.stringify(system.logLines)]
  for (const secret of secrets) {
    expect(secret).toMatch(/.{40}/)
    for (const text of texts) expect(text).not.toContain(secret)
  }
  for (const { name } of [auth.rotateClientSecret, auth.issueToken]) expect(texts[0]).toContain(name)
})
