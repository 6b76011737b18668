import { describe, expect, test } from 'vitest'
import { unique } from '../../support/records/factories.ts'
import { useWebhookWorld, verified } from './webhook-world.ts'

const { world, client } = await useWebhookWorld()

describe('A test', () => {
  test('is sent at once, signed, also to an inactive webhook, and logged', async () => {
    const receiver = await world.newReceiver()
    const { rec, secret } = await world.newWebhook(client, receiver.url, { active: false })
    const { status, body } = await client.api.notifications.testWebhook({ rec })
    expect(status).toBe(200)
    expect(body).toEqual({
      rec,
      webhookId: expect.stringMatching(`^msg_${rec}_test_`),
      status: 204,
      error: null,
      durationMs: expect.any(Number),
      delivered: true,
    })
    const [request] = receiver.received
    expect(request && verified(request, secret)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { rec },
    })
    expect(request?.headers['webhook-id']).toBe(body.webhookId)
    const log = (await client.api.notifications.listWebhookLog({ rec })).body
    expect(log).toMatchObject({
      totalCount: 1,
      value: [{ webhookId: body.webhookId, type: 'webhook.test', sequence: null, attempt: 1, outcome: 'delivered' }],
    })
  })

  test('that fails answers the reason, and switches nothing off', async () => {
    const receiver = await world.newReceiver((_, response) => response.writeHead(410).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    const refused = await client.api.notifications.testWebhook({ rec })
    expect(refused).toMatchObject({ status: 200, body: { status: 410, error: null, delivered: false } })
    await receiver[Symbol.asyncDispose]()
    const away = await client.api.notifications.testWebhook({ rec })
    expect(away.body).toMatchObject({ status: null, error: 'The connection failed: ECONNREFUSED.', delivered: false })
    expect((await client.api.notifications.getWebhook({ rec })).body).toMatchObject({
      active: true,
      failingSince: null,
    })
    const log = (await client.api.notifications.listWebhookLog({ rec, pageSize: 1 })).body
    expect(log).toMatchObject({ totalCount: 2, pageCount: 2, value: [{ outcome: 'failed', status: null }] })
  })

  test('goes to no address that is not public, although the name had a public one when the webhook was created', async () => {
    world.names.set('rebinding.example.com', ['203.0.114.1'])
    const { rec } = await world.newWebhook(client, 'https://rebinding.example.com/')
    for (const address of ['10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:10.0.0.1']) {
      world.names.set('rebinding.example.com', [address])
      expect((await client.api.notifications.testWebhook({ rec })).body).toMatchObject({
        status: null,
        error: 'The host has no address that deliveries may be sent to.',
        delivered: false,
      })
    }
  })

  test('with one key is sent once', async () => {
    const receiver = await world.newReceiver()
    const { rec } = await world.newWebhook(client, receiver.url)
    const headers = { 'Idempotency-Key': unique('key') }
    const first = await client.api.notifications.testWebhook({ rec }, { headers })
    expect((await client.api.notifications.testWebhook({ rec }, { headers })).body).toEqual(first.body)
    expect(receiver.received).toHaveLength(1)
  })
})
