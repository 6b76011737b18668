import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '../../shared/contract/auth.ts'
import type { ReceivedRequest } from '../support/receiver.ts'
import type { TestClient } from '../support/system.ts'
import { messageOf, startWebhookWorld, verified, type WebhookWorld } from './webhook-world.ts'

const DAY = 86_400_000

let world: WebhookWorld
let client: TestClient
beforeAll(async () => {
  world = await startWebhookWorld()
  client = await world.createClient()
})
afterEach(() => world.clear())
afterAll(() => world[Symbol.asyncDispose]())

const numbersOf = (requests: readonly ReceivedRequest[]) => requests.map((one) => messageOf(one).data.transactionNo)

describe('A delivery', () => {
  test('is made once for each entry of the ledger, signed, with what the feed says of it', async () => {
    const receiver = await world.newReceiver()
    const { rec, secret } = await world.newWebhook(client, receiver.url)
    const numbers = [await world.receive(), await world.receive(2), await world.receive()]
    const requests = await receiver.take(3)
    const messages = requests.map((request) => verified(request, secret))
    expect(messages.map(({ data }) => data.transactionNo).toSorted()).toEqual(numbers.toSorted())

    const since = Math.min(...messages.map(({ sequence }) => sequence)) - 1
    const { value } = (await client.api.notifications.listChanges({ since })).body
    for (const { sequence, type, timestamp, id, data } of messages) {
      expect(value).toContainEqual({ sequence, type, at: timestamp, id, data })
      expect(data.lots).toMatchObject([{ unitsBefore: 0, unitsAfter: 1 }])
    }
    const log = await world.logged(client, rec, 3)
    expect(log).toHaveLength(3)
    expect(log).toContainEqual({
      at: expect.any(String),
      webhookId: `msg_${rec}_${messages[0]?.sequence}`,
      status: 204,
      error: null,
      durationMs: expect.any(Number),
      type: 'inventory.received',
      sequence: messages[0]?.sequence,
      attempt: 1,
      outcome: 'delivered',
      nextAttempt: null,
    })
    expect(receiver.received).toHaveLength(3)
  })

  test('carries a signature that anybody can compute who knows the secret, and nobody else', async () => {
    const receiver = await world.newReceiver()
    const { secret } = await world.newWebhook(client, receiver.url)
    await world.receive()
    const [request] = await receiver.take(1)
    if (!request) throw new Error('There is no request')
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    expect(key).toHaveLength(32)
    const computed = createHmac('sha256', key).update(`${id}.${timestamp}.${request.body}`).digest('base64')
    expect(signature).toBe(`v1,${computed}`)
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(300)
    expect(() => verified({ ...request, body: `${request.body} ` }, secret)).toThrow()
    const { secret: other } = await world.newWebhook(client, receiver.url, { active: false })
    expect(() => verified(request, other)).toThrow()
  })

  test('holds only ids if the webhook wants no more', async () => {
    const receiver = await world.newReceiver()
    await world.newWebhook(client, receiver.url, {
      payloadMode: 'id',
      events: ['inventory.received', 'item.updated', 'alias.created'],
    })
    const transactionNo = await world.receive()
    const [request] = await receiver.take(1)
    expect(request && messageOf(request)).toEqual({
      type: 'inventory.received',
      timestamp: expect.any(String),
      sequence: expect.any(Number),
      id: expect.any(String),
      data: { transactionNo, partNo: expect.any(Number), itemID: expect.any(String), recNos: [expect.any(Number)] },
    })
    const itemID = String(request && messageOf(request).data.itemID)
    await client.api.catalog.updateItem({ shortID: itemID, description: 'Another' })
    await client.api.catalog.putAlias({ shortID: itemID, alias: `${itemID}-A` })
    const [, ...catalog] = await receiver.take(3)
    expect(catalog.map((one) => messageOf(one).data)).toEqual(
      expect.arrayContaining([
        { partNo: expect.any(Number), shortID: itemID },
        { alias: `${itemID}-A`, shortID: itemID },
      ]),
    )
  })

  test('that fails is tried again under the same id, and holds up no other', async () => {
    let refusals = 0
    const receiver = await world.newReceiver((request, response) => {
      const isFirst = messageOf(request).sequence === messageOf(receiver.received[0] ?? request).sequence
      const refuse = isFirst && refusals++ < 3
      response.writeHead(refuse ? 500 : 200).end()
    })
    const { rec, secret } = await world.newWebhook(client, receiver.url)
    const first = await world.receive()
    await receiver.take(1)
    const second = await world.receive()
    const log = await world.logged(client, rec, 5)
    const ofFirst = log.filter(({ sequence }) => sequence === log[0]?.sequence)
    expect(ofFirst.map(({ attempt, status, outcome }) => [attempt, status, outcome])).toEqual([
      [1, 500, 'failed'],
      [2, 500, 'failed'],
      [3, 500, 'failed'],
      [4, 200, 'delivered'],
    ])
    expect(ofFirst.map(({ nextAttempt, at }) => nextAttempt !== null && nextAttempt > at)).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(new Set(ofFirst.map(({ webhookId }) => webhookId)).size).toBe(1)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
    for (const request of receiver.received) verified(request, secret)
    expect(new Set(numbersOf(receiver.received))).toEqual(new Set([first, second]))
    await world.webhookWith(client, rec, { failingSince: null })
  })

  test('starts in the order of the feed', async () => {
    // To a receiver that fails they go one at a time, so that the order in which they start is the one in which they come.
    const receiver = await world.newReceiver((_, response) => response.writeHead(500).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    await world.receive()
    await world.webhookWith(client, rec, { failingSince: expect.any(String) })
    await Promise.all(Array.from({ length: 12 }, () => world.receive()))
    const arrived = () => [...new Set(receiver.received.map((request) => messageOf(request).sequence))]
    await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(13)
    expect(arrived()).toEqual(arrived().toSorted((one, other) => one - other))
  })

  test('is put off as long as a busy receiver asks, and so are those after it', async () => {
    const receiver = await world.newReceiver((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    await world.receive()
    const [first] = await world.logged(client, rec, 1)
    expect(Date.parse(first?.nextAttempt ?? '') - Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(3_600_000)
    receiver.respond = (_, response) => response.writeHead(200).end()
    const other = await world.newReceiver()
    await world.newWebhook(client, other.url)
    await world.receive()
    await other.take(1)
    expect(receiver.received).toHaveLength(1)
    world.pass(3_601_000)
    await receiver.take(3)
  })
})

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
    // What came while it was off is not made up for; GET /Changes has it.
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

  test('is given a day for each delivery, then it is given up', async () => {
    const receiver = await world.newReceiver((_, response) => response.writeHead(500).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    await world.receive()
    await world.logged(client, rec, 1)
    world.pass(DAY)
    await expect
      .poll(async () => (await world.logged(client, rec, 1)).at(-1))
      .toMatchObject({ outcome: 'given up', nextAttempt: null })
    const tried = receiver.received.length
    receiver.respond = (_, response) => response.writeHead(200).end()
    const next = await world.receive()
    expect(numbersOf(await receiver.take(tried + 1)).at(-1)).toBe(next)
  })

  test("is told of its own client's warehouses only, and of lots in them", async () => {
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
    // It is tried several times a second, until the loss is heard (decision 10: within 5 seconds).
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

test('a slow receiver delays none to a quick one', async () => {
  // So long that the quick one must be through while the slow one still keeps its first callers waiting.
  const patient = await startWebhookWorld({ timeoutMs: 60_000 })
  try {
    const owner = await patient.createClient()
    let open = 0
    const slow = await patient.newReceiver(() => open++)
    const quick = await patient.newReceiver()
    const stuck = await patient.newWebhook(owner, slow.url)
    await patient.newWebhook(owner, quick.url)
    await Promise.all(Array.from({ length: 30 }, () => patient.receive()))
    await quick.take(30)
    expect(open).toBeGreaterThan(0)
    expect(open).toBeLessThanOrEqual(8)
    expect(await patient.logged(owner, stuck.rec, 0)).toEqual([])
  } finally {
    await patient.clear()
    await patient[Symbol.asyncDispose]()
  }
}, 60_000)
