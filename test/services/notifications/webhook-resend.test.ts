import { expect, test } from 'vitest'
import { useWebhookWorld, verified } from './webhook-world.ts'

const { world, client } = await useWebhookWorld()
const { resendWebhookDelivery } = client.api.notifications

test('A delivery of the log is sent again under its id, signed, and counted on in the log', async () => {
  const receiver = await world.newReceiver()
  const { rec, secret } = await world.newWebhook(client, receiver.url)
  await world.receive()
  const [first] = await receiver.take(1)
  const [logged] = await world.logged(client, rec, 1)
  const webhookId = logged?.webhookId ?? ''

  const { status, body } = await resendWebhookDelivery({ rec, webhookId })
  expect([status, body]).toEqual([200, { rec, webhookId, status: 'queued' }])
  const [, second] = await receiver.take(2)
  expect(second?.headers['webhook-id']).toBe(webhookId)
  expect(first && second && verified(second, secret)).toEqual(first && verified(first, secret))
  const log = await world.logged(client, rec, 2)
  expect(log.map(({ attempt, outcome }) => [attempt, outcome]).toSorted()).toEqual([
    [1, 'delivered'],
    [2, 'delivered'],
  ])
})

test('One that waits for its next attempt is sent now, once', async () => {
  const receiver = await world.newReceiver((_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end())
  const { rec } = await world.newWebhook(client, receiver.url)
  await world.receive()
  await receiver.take(1)
  const [logged] = await world.logged(client, rec, 1)
  receiver.respond = (_, response) => response.writeHead(204).end()
  await client.api.notifications.updateWebhook({ rec, active: true })
  await resendWebhookDelivery({ rec, webhookId: logged?.webhookId ?? '' })
  await receiver.take(2)
  const log = await world.logged(client, rec, 2)
  expect(log.map(({ outcome }) => outcome).toSorted()).toEqual(['delivered', 'failed'])
  expect(receiver.received).toHaveLength(2)
})

test('Only deliveries of the own log are sent again, and only to a webhook that is active', async () => {
  const receiver = await world.newReceiver()
  const { rec } = await world.newWebhook(client, receiver.url)
  const tested = (await client.api.notifications.testWebhook({ rec })).body
  for (const webhookId of [tested.webhookId, `msg_${rec}_999999`]) {
    const answer = await resendWebhookDelivery({ rec, webhookId })
    expect(answer).toMatchObject({
      status: 404,
      body: { message: `The log of webhook ${rec} has no delivery ${webhookId}.` },
    })
  }
  await world.receive()
  const log = await world.logged(client, rec, 2)
  const webhookId = log.find(({ sequence }) => sequence !== null)?.webhookId ?? ''
  const stranger = await world.createClient()
  expect((await stranger.api.notifications.resendWebhookDelivery({ rec, webhookId })).status).toBe(404)
  await client.api.notifications.updateWebhook({ rec, active: false })
  expect(await resendWebhookDelivery({ rec, webhookId })).toMatchObject({ status: 409 })
})
