import { expect, onTestFinished, test } from 'vitest'
import { unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { startWebhookWorld } from './webhook-world.ts'

test('a test that was sent answers its result, also if the database is away before its record is written', async () => {
  const proxy = await createTcpProxy(serverUrl('MONGODB_URI'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const world = await startWebhookWorld({ mongoUri: proxy.url })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const client = await world.createClient()
  const receiver = await world.newReceiver((_, response) => {
    proxy.refuse()
    response.writeHead(204).end()
  })
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const { rec } = await world.newWebhook(client, receiver.url)
  for (const headers of [{}, { 'Idempotency-Key': unique('key') }]) {
    const sent = receiver.received.length
    const { status, body } = await client.api.notifications.testWebhook({ rec }, { headers })
    proxy.heal()
    expect(receiver.received).toHaveLength(sent + 1)
    expect({ status, body }).toMatchObject({ status: 200, body: { rec, status: 204, delivered: true } })
    await expect.poll(async () => (await client.api.notifications.getWebhook({ rec })).status).toBe(200)
  }
  expect(world.system.logLines).toContainEqual(
    expect.objectContaining({ rec, msg: 'A test was sent; the record of it could not be written' }),
  )
})
