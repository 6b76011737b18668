import { describe, expect, test } from 'vitest'
import { keep } from '../../support/keep.ts'
import { unique } from '../../support/records/factories.ts'
import { startSystem } from '../../support/system/system.ts'
import { useWebhookWorld } from './webhook-world.ts'

const url = 'https://shop.example.com/changes'

const { world, client } = await useWebhookWorld()

describe('A webhook that can never be delivered', () => {
  const privateName = 'erp.example.com'
  const refusals: [string, string][] = [
    ...['10.0.0.1', '169.254.169.254', '0.0.0.0', '[fd00::1]', '[::ffff:a00:1]'].map((host): [string, string] => [
      `https://${host}/`,
      `must lead to a public address; ${host} is not public.`,
    ]),
    ['https://2852039166/', 'must lead to a public address; 169.254.169.254 is not public.'],
    [`https://${privateName}/`, `must lead to a public address; ${privateName} has none.`],
    ['https://shop.invalid/', 'must lead to a public address; shop.invalid has none.'],
    ['https://shop.onion/', 'must lead to a public address; shop.onion has none.'],
  ]

  test.each(refusals)('%s is refused when it is created or changed, with the reason', async (bad, message) => {
    world.names.set(privateName, ['10.0.0.1', 'fd00::1'])
    const { notifications } = client.api
    const { rec } = await world.newWebhook(client, url)
    const refusal = {
      status: 400,
      body: { error: 'validation_error', details: { url: [`The field url ${message}`] } },
    }
    expect(await notifications.createWebhook({ name: 'Shop', url: bad, events: ['item.created'] })).toMatchObject(
      refusal,
    )
    expect(await notifications.updateWebhook({ rec, name: 'Store', url: bad })).toMatchObject(refusal)
    expect((await notifications.listWebhooks({})).body.value).toMatchObject([{ rec, name: 'Shop', url }])
  })

  test('by http is refused where the operator does not allow the loopback', async () => {
    const system = keep(
      await startSystem({ services: ['notifications', 'gateway'], webhooks: { allowedNetworks: '' } }),
    )
    const { api } = await system.createClient()
    const input = { name: 'Shop', url: 'http://127.0.0.1:8000/', events: ['item.created' as const] }
    expect(await api.notifications.createWebhook(input)).toMatchObject({
      status: 400,
      body: {
        details: {
          url: [
            'The field url must be an https URL; http is for development on the loopback, if the operator allows it.',
          ],
        },
      },
    })
  })

  test('is not one whose name has no address yet, or a public address among others', async () => {
    world.names.set('mixed.example.com', ['10.0.0.1', '203.0.114.1'])
    for (const host of ['not-yet.example.com', 'mixed.example.com'])
      expect(await world.newWebhook(client, `https://${host}/`)).toMatchObject({ status: 'created' })
  })

  test('does not change the response to a repeated request', async () => {
    world.names.set('moved.example.com', ['203.0.114.1'])
    const headers = { 'Idempotency-Key': unique('key') }
    const input = { name: 'Shop', url: 'https://moved.example.com/', events: ['item.created' as const] }
    const first = await client.api.notifications.createWebhook(input, { headers })
    world.names.set('moved.example.com', ['10.0.0.1'])
    const again = await client.api.notifications.createWebhook(input, { headers })
    expect(again).toMatchObject({ status: 201, body: first.body })
    await client.api.notifications.deleteWebhook({ rec: first.body.rec })
  })
})
