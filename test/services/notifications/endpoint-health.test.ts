import { describe, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { numbersOf, useWebhookWorld } from './webhook-world.ts'

const DAY = 86_400_000

const { world, client } = await useWebhookWorld()

describe('A webhook', () => {
  test('is switched off by 410, with the reason, and on again by its client', async () => {
    const receiver = await world.newReceiver((_, response) => response.writeHead(410).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    await world.receive()
    await world.webhookWith(client, rec, { active: false, switchedOff: 'The receiver answered 410 Gone.' })
    expect(await world.logged(client, rec, 1)).toMatchObject([{ status: 410, outcome: 'given up', nextAttempt: null }])
    const other = await world.newReceiver()
    await world.newWebhook(client, other.url)
    await world.receive()
    await other.take(1)
    receiver.respond = (_, response) => response.writeHead(200).end()
    await client.api.notifications.updateWebhook({ rec, active: true })
    await world.webhookWith(client, rec, { active: true, switchedOff: null })
    const wanted = await world.receive()
    // Changes from while it was off are not delivered later; GET /Changes has them.
    expect(numbersOf((await receiver.take(2)).slice(1))).toEqual([wanted])
  })

  test('is switched off when it fails after seven days of failure', async () => {
    const receiver = await world.newReceiver((_, response) => response.writeHead(500).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    for (let day = 1; day <= 7; day++) {
      await world.receive()
      await world.logged(client, rec, receiver.received.length + 1)
      expect((await client.api.notifications.getWebhook({ rec })).body).toMatchObject({
        active: true,
        switchedOff: null,
      })
      world.pass(DAY)
    }
    await world.receive()
    await world.webhookWith(client, rec, {
      active: false,
      switchedOff: 'Every attempt has failed on 7 days.',
      failingSince: expect.any(String),
    })
  })

  test('gets attempts of each delivery for a day, then the delivery is given up', async () => {
    const receiver = await world.newReceiver((_, response) => response.writeHead(500).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    await world.receive()
    // From then on there is one attempt at a time: the clock ends no claim beside which another attempt could start.
    await world.webhookWith(client, rec, { failingSince: expect.any(String) })
    world.pass(DAY)
    await expect
      .poll(async () => (await world.logged(client, rec, 1)).at(-1))
      .toMatchObject({ outcome: 'given up', nextAttempt: null })
    const tried = receiver.received.length
    receiver.respond = (_, response) => response.writeHead(200).end()
    const next = await world.receive()
    expect(numbersOf(await receiver.take(tried + 1)).at(-1)).toBe(next)
  })

  test("gets changes of its client's warehouses only, with the lots in them", async () => {
    const narrow = await world.createClient({ warehouses: [2] })
    const receiver = await world.newReceiver()
    await world.newWebhook(narrow, receiver.url)
    await world.receive(1)
    const visible = await world.receive(2)
    expect(numbersOf(await receiver.take(1))).toEqual([visible])
    const wide = await world.newReceiver()
    await world.newWebhook(client, wide.url)
    await world.receive(1)
    await wide.take(1)
    expect(receiver.received).toHaveLength(1)
  })

  test.each([
    ['is disabled', (clientId: string) => world.system.call(auth.disableClient, { clientId })],
    [
      'may no longer have webhooks',
      (clientId: string) => world.system.call(auth.updateGroup, { name: clientId, permissions: [11] }),
    ],
    [
      'may no longer read',
      (clientId: string) => world.system.call(auth.updateGroup, { name: clientId, permissions: [370] }),
    ],
    [
      'has lost the warehouse',
      (clientId: string) => world.system.call(auth.updateClient, { clientId, warehouses: [3] }),
    ],
  ])('gets nothing more when its client %s, not even what waits', async (_what, takeAway) => {
    const former = await world.createClient({ permissions: [11, 370] })
    const receiver = await world.newReceiver((_, response) => response.writeHead(500).end())
    await world.newWebhook(former, receiver.url)
    await world.receive()
    await receiver.take(1)
    await takeAway(former.clientId)
    // It is attempted several times a second, until the change of rights takes effect (docs/decisions/access.md#10:
    // within 5 seconds).
    let seen = 0
    const isQuiet = () => {
      const quiet = seen === receiver.received.length
      seen = receiver.received.length
      return quiet
    }
    await expect.poll(isQuiet, { interval: 1_000, timeout: 10_000 }).toBe(true)
    const before = receiver.received.length
    const other = await world.newReceiver()
    await world.newWebhook(client, other.url)
    await world.receive()
    await other.take(1)
    expect(receiver.received).toHaveLength(before)
  })
})
