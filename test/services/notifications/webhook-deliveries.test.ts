import { createHmac } from 'node:crypto'
import mongoose from 'mongoose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EXPORT_BATCH } from '../../../shared/contract/core/paging.ts'
import { receiverCertificate } from '../../support/receiver-certificate.ts'
import { serverUrl } from '../../support/system/system.ts'
import { messageOf, numbersOf, startWebhookWorld, useWebhookWorld, verified } from './webhook-world.ts'

const { world, client } = await useWebhookWorld()

describe('A delivery', () => {
  test('is made once for each entry of the ledger, signed, with the data of the feed', async () => {
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
      replay: false,
    })
    expect(receiver.received).toHaveLength(3)
  })

  test('is not made for what was in the feed before its webhook, or while it was not active', async () => {
    // The changes before have not been looked at when the webhook is made, and when it is active again.
    await using slow = await startWebhookWorld({ lookMs: 5_000 })
    const owner = await slow.createClient()
    const before = await slow.receive()
    const inFeed = async () => {
      const { value } = (await owner.api.notifications.listChanges({ since: 0 })).body
      return value.map(({ data }) => Object(data).transactionNo)
    }
    await expect.poll(inFeed, { timeout: 10_000 }).toContain(before)
    const receiver = await slow.newReceiver()
    const { rec } = await slow.newWebhook(owner, receiver.url)
    const after = await slow.receive()
    expect(numbersOf(await receiver.take(1))).toEqual([after])
    await owner.api.notifications.updateWebhook({ rec, active: false })
    const meanwhile = await slow.receive()
    await expect.poll(inFeed, { timeout: 10_000 }).toContain(meanwhile)
    await owner.api.notifications.updateWebhook({ rec, active: true })
    const again = await slow.receive()
    expect(numbersOf(await receiver.take(2))).toEqual([after, again])
    await slow.clear()
  })

  test('goes over TLS to a receiver whose certificate is trusted', async () => {
    const receiver = await world.newReceiver(undefined, receiverCertificate)
    expect(receiver.url).toMatch(/^https:/)
    const { secret } = await world.newWebhook(client, receiver.url)
    const transactionNo = await world.receive()
    const [request] = await receiver.take(1)
    expect(request && verified(request, secret).data).toMatchObject({ transactionNo })
  })

  test('carries a signature that can be computed with the secret, and not with another one', async () => {
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

  test('holds only ids with payload mode id', async () => {
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

  test('that fails is repeated under the same id, and delays no other', async () => {
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
    const wanted = { rec, sort: 'nextAttempt', direction: 'DESC' }
    const latestFirst = (await client.api.notifications.listWebhookLog(wanted)).body.value
    expect(latestFirst.map(({ nextAttempt }) => nextAttempt)).toEqual([
      ...ofFirst
        .slice(0, 3)
        .map(({ nextAttempt }) => nextAttempt)
        .reverse(),
      null,
      null,
    ])
    expect(new Set(ofFirst.map(({ webhookId }) => webhookId)).size).toBe(1)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
    for (const request of receiver.received) verified(request, secret)
    expect(new Set(numbersOf(receiver.received))).toEqual(new Set([first, second]))
    await world.webhookWith(client, rec, { failingSince: null })
  })

  test('starts in the sequence of the feed', async () => {
    // A failing receiver gets one at a time, so deliveries arrive in the sequence in which they start.
    const receiver = await world.newReceiver((_, response) => response.writeHead(500).end())
    const { rec } = await world.newWebhook(client, receiver.url)
    await world.receive()
    await world.webhookWith(client, rec, { failingSince: expect.any(String) })
    await Promise.all(Array.from({ length: 12 }, () => world.receive()))
    const arrived = () => [...new Set(receiver.received.map((request) => messageOf(request).sequence))]
    await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(13)
    expect(arrived()).toEqual(arrived().toSorted((one, other) => one - other))
  })

  test('is paused as long as a busy receiver asks, and so are those after it', async () => {
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

test('a slow receiver delays no delivery to a fast one', async () => {
  // So long that the fast one gets everything while the first deliveries to the slow one still wait.
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

test('the log of a webhook is exported whole, to its client alone', async () => {
  const receiver = await world.newReceiver()
  const { rec } = await world.newWebhook(client, receiver.url)
  await client.api.notifications.testWebhook({ rec })
  const dbName = `${world.system.system}-notifications`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  onTestFinished(() => database.close())
  const attempts = database.collection<{ _id?: mongoose.Types.ObjectId; rec: number; webhookId: string }>(
    'webhook_attempts',
  )
  const { _id, ...first } = (await attempts.findOne({ rec })) ?? expect.fail('The test was not logged')
  const copies = Array.from({ length: EXPORT_BATCH }, (_, index) => ({ ...first, webhookId: `copy ${index}` }))
  await attempts.insertMany(copies)
  const get = (token: string) => {
    const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${token}` }
    return fetch(`${world.system.url}/Webhook/${rec}/Log`, { headers })
  }
  const lines = (await (await get(client.token)).text()).trimEnd().split('\n')
  expect(JSON.parse(lines.pop() ?? '')).toMatchObject({ end: true, count: EXPORT_BATCH + 1 })
  const all = [first, ...copies].map(({ webhookId }) => webhookId)
  expect(lines.map((line) => JSON.parse(line).webhookId)).toEqual(all)
  expect((await get((await world.createClient()).token)).status).toBe(404)
})
