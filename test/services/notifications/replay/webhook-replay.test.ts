import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Params } from '../../../../shared/contract/core/operation.ts'
import type { WebhookReplay, webhookReplays } from '../../../../shared/contract/notifications/webhook-replays.ts'
import type { ReceivedRequest } from '../../../support/receiver.ts'
import { anItem, aStockEvent } from '../../../support/records/factories.ts'
import { connectBroker } from '../../../support/servers/amqp.ts'
import type { TestClient } from '../../../support/system/system.ts'
import { messageOf, startWebhookWorld, useWebhookWorld, verified } from '../webhook-world.ts'

const { world, client } = await useWebhookWorld()
const { replayWebhook, getWebhookReplay, stopWebhookReplay, updateWebhook } = client.api.notifications

const sequenceOf = (request: ReceivedRequest) => messageOf(request).sequence
const sequencesOf = (requests: readonly ReceivedRequest[]) => requests.map(sequenceOf)
const idsOf = (requests: readonly ReceivedRequest[]) => requests.map(({ headers }) => headers['webhook-id'])
const inSequence = (sequences: readonly number[]) => sequences.toSorted((one, other) => one - other)

const start = async (input: Params<(typeof webhookReplays)['replayWebhook']>, { api }: TestClient = client) => {
  const { status, body } = await api.notifications.replayWebhook(input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The replay, once it is as expected. */
async function replayWith(rec: number, expected: Partial<WebhookReplay>, { api }: TestClient = client) {
  const read = async () => (await api.notifications.getWebhookReplay({ rec })).body
  await expect.poll(read, { timeout: 60_000 }).toMatchObject(expected)
  return read()
}

/** A webhook that has been sent so many changes; resolves to their sequences too. */
async function deliveredWebhook(count: number) {
  const receiver = await world.newReceiver()
  const webhook = await world.newWebhook(client, receiver.url)
  for (let receipt = 0; receipt < count; receipt++) await world.receive()
  const sequences = inSequence(sequencesOf(await receiver.take(count)))
  await world.logged(client, webhook.rec, count)
  const [first = 0, last = 0] = [sequences[0], sequences.at(-1)]
  return { receiver, ...webhook, sequences, first, last }
}

describe('A replay', () => {
  test('sends its range again in sequence, with the ids and bodies as before, signed, and is marked in the log', async () => {
    const { receiver, rec, secret, sequences, first } = await deliveredWebhook(5)
    const [, , , fourth = 0] = sequences
    const started = await start({ rec, fromSequence: first, toSequence: fourth })
    const range = { fromSequence: first, toSequence: fourth }
    const nothingYet = { delivered: 0, nextSequence: first, types: null, endedAt: null }
    expect(started).toEqual({ rec, ...range, ...nothingYet, status: 'running', startedAt: expect.any(String) })
    const ended = { ...range, status: 'done', delivered: 4, nextSequence: fourth + 1, endedAt: expect.any(String) }
    await replayWith(rec, ended as Partial<WebhookReplay>)

    const [before, again] = [receiver.received.slice(0, 5), receiver.received.slice(5)]
    expect(sequencesOf(again)).toEqual(sequences.slice(0, 4))
    for (const request of again) {
      const original = before.find((one) => sequenceOf(one) === sequenceOf(request))
      expect(request.body).toBe(original?.body)
      expect(request.headers['webhook-id']).toBe(`msg_${rec}_${sequenceOf(request)}`)
      expect(verified(request, secret)).toEqual(original && messageOf(original))
    }
    const log = await world.logged(client, rec, 9)
    expect(log.map(({ replay, attempt, outcome }) => [replay, attempt, outcome])).toEqual([
      ...Array.from({ length: 5 }, () => [false, 1, 'delivered']),
      ...Array.from({ length: 4 }, () => [true, 1, 'delivered']),
    ])
  })

  test('has what the webhook gets: its events, of the warehouses and types that its client may see, narrowed by types', async () => {
    const ofOne = await world.createClient({ warehouses: [1] })
    const since = (await client.api.notifications.listChanges({ since: 'latest' })).body.next
    for (const wid of [1, 2, 1]) await world.receive(wid)
    const { shortID } = (await client.api.catalog.createItem({ shortID: `R-${since}`, description: 'New' })).body
    await client.api.catalog.updateItem({ shortID, description: 'Other' })
    const visible = async () => (await ofOne.api.notifications.listChanges({ since })).body.value
    await expect.poll(async () => (await visible()).length, { timeout: 10_000 }).toBe(4)
    const wanted = (...types: string[]) =>
      visible().then((all) => all.filter(({ type }) => types.includes(type)).map(({ sequence }) => sequence))

    const receiver = await world.newReceiver()
    const events = ['inventory.received', 'item.updated'] as const
    const { rec } = await world.newWebhook(ofOne, receiver.url, { events: [...events] })
    await start({ rec, fromSequence: since + 1 }, ofOne)
    await replayWith(rec, { status: 'done', delivered: 3 }, ofOne)
    expect(sequencesOf(receiver.received)).toEqual(await wanted(...events))

    await start({ rec, fromSequence: since + 1, types: ['item.created', 'item.updated'] }, ofOne)
    await replayWith(rec, { status: 'done', delivered: 1, types: ['item.created', 'item.updated'] }, ofOne)
    expect(sequencesOf(receiver.received.slice(3))).toEqual(await wanted('item.updated'))
  })

  test('passes over many changes that its webhook does not get, and queues many that it gets in parts', async () => {
    const { broker } = await connectBroker(world.system.system)
    const since = (await client.api.notifications.listChanges({ since: 'latest' })).body.next
    const event = () => ({ id: randomUUID(), ...aStockEvent(1) })
    for (let part = 0; part < 7; part++) await broker.publish(Array.from({ length: 100 }, event))
    const end = async () => (await client.api.notifications.listChanges({ since: 'latest' })).body.next
    await expect.poll(end, { timeout: 20_000 }).toBe(since + 700)
    const { shortID } = (await client.api.catalog.createItem(anItem())).body
    await client.api.catalog.updateItem({ shortID, description: 'Last' })
    await expect.poll(end, { timeout: 20_000 }).toBe(since + 702)

    const receiver = await world.newReceiver()
    const { rec } = await world.newWebhook(client, receiver.url, { events: ['inventory.received', 'item.updated'] })
    await start({ rec, fromSequence: since + 1, types: ['item.updated'] })
    await replayWith(rec, { status: 'done', delivered: 1, nextSequence: since + 703 })
    await start({ rec, fromSequence: since + 591 })
    await replayWith(rec, { status: 'done', delivered: 111 })
    const range = Array.from({ length: 110 }, (_, index) => since + 591 + index)
    expect(sequencesOf(receiver.received)).toEqual([since + 702, ...range, since + 702])
  }, 120_000)

  test('waits for no new delivery, and no new delivery for it', async () => {
    // So long that what is not answered is still under way at the end.
    const patient = await startWebhookWorld({ timeoutMs: 60_000 })
    try {
      const owner = await patient.createClient()
      const receiver = await patient.newReceiver()
      const { rec } = await patient.newWebhook(owner, receiver.url)
      for (let receipt = 0; receipt < 2; receipt++) await patient.receive()
      const old = sequencesOf(await receiver.take(2))

      receiver.respond = (request, response) => {
        if (!old.includes(sequenceOf(request))) response.writeHead(204).end()
      }
      await start({ rec, fromSequence: Math.min(...old), toSequence: Math.max(...old) }, owner)
      await receiver.take(3)
      await patient.receive()
      expect(old).not.toContain(sequencesOf(await receiver.take(4))[3])
      expect(await patient.logged(owner, rec, 3)).toHaveLength(3)
      await owner.api.notifications.stopWebhookReplay({ rec })

      const other = await patient.newReceiver((request, response) => {
        if (old.includes(sequenceOf(request))) response.writeHead(204).end()
      })
      const { rec: second } = await patient.newWebhook(owner, other.url)
      for (let receipt = 0; receipt < 10; receipt++) await patient.receive()
      // All that there is room for: none of them is answered.
      await other.take(8)
      await start({ rec: second, fromSequence: Math.min(...old), toSequence: Math.max(...old) }, owner)
      await replayWith(second, { status: 'done', delivered: 2 }, owner)
      expect(other.received).toHaveLength(10)
    } finally {
      await patient.clear()
      await patient[Symbol.asyncDispose]()
    }
  }, 60_000)

  test('is the only one of its webhook until it is stopped, and says where to go on', async () => {
    const { receiver, rec, first, last, sequences } = await deliveredWebhook(3)
    let release = () => {}
    receiver.respond = (_, response) => {
      release = () => response.writeHead(204).end()
    }
    await start({ rec, fromSequence: first })
    await receiver.take(4)
    const second = await replayWebhook({ rec, fromSequence: last })
    const conflict = { error: 'conflict', message: `A replay to webhook ${rec} is running already.` }
    expect(second).toMatchObject({ status: 409, body: conflict })

    const stopped = await stopWebhookReplay({ rec })
    const expected = { status: 'stopped', nextSequence: first, delivered: 0, endedAt: expect.any(String) }
    expect(stopped).toMatchObject({ status: 200, body: expected })
    expect((await getWebhookReplay({ rec })).body).toEqual(stopped.body)
    expect((await stopWebhookReplay({ rec })).body).toEqual(stopped.body)
    receiver.respond = (_, response) => response.writeHead(204).end()
    release()
    await start({ rec, fromSequence: last })
    await replayWith(rec, { status: 'done', fromSequence: last })
    expect(sequencesOf(receiver.received.slice(3))).toEqual([sequences[0], sequences[2]])
  })

  test('repeats what fails under its id and goes on meanwhile', async () => {
    const { receiver, rec, first, last, sequences } = await deliveredWebhook(3)
    let refusals = 0
    receiver.respond = (request, response) => {
      const isRefused = sequenceOf(request) === first && refusals++ < 2
      response.writeHead(isRefused ? 500 : 204).end()
    }
    await start({ rec, fromSequence: first, toSequence: last })
    await replayWith(rec, { status: 'done', delivered: 3, nextSequence: last + 1 })
    const again = receiver.received.slice(3)
    expect(sequencesOf(again).slice(0, 2)).toEqual(sequences.slice(0, 2))
    expect(idsOf(again).filter((id) => id === `msg_${rec}_${first}`)).toHaveLength(3)
    const log = await world.logged(client, rec, 8)
    const ofFirst = log.filter(({ sequence, replay }) => sequence === first && replay)
    expect(ofFirst.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'delivered'],
    ])

    // Resend counts the attempts of the delivery on, not those of the replay.
    await client.api.notifications.resendWebhookDelivery({ rec, webhookId: `msg_${rec}_${first}` })
    const resent = (await world.logged(client, rec, 9)).at(-1)
    expect(resent).toMatchObject({ sequence: first, attempt: 2, replay: false })
  })

  test('has failed when its webhook is switched off, and is gone with it', async () => {
    const { receiver, rec, first, last } = await deliveredWebhook(2)
    receiver.respond = (_, response) => response.writeHead(500).end()
    await start({ rec, fromSequence: first })
    await receiver.take(4)
    await updateWebhook({ rec, active: false })
    await replayWith(rec, { status: 'failed', delivered: 0, nextSequence: first })
    const inactive = { status: 409, body: { message: `Webhook ${rec} is not active.` } }
    expect(await replayWebhook({ rec, fromSequence: first })).toMatchObject(inactive)
    await updateWebhook({ rec, active: true })
    expect((await getWebhookReplay({ rec })).body).toMatchObject({ status: 'failed', toSequence: last })

    receiver.respond = (_, response) => response.writeHead(410).end()
    await start({ rec, fromSequence: first })
    await replayWith(rec, { status: 'failed' })
    await world.webhookWith(client, rec, { active: false, switchedOff: 'The receiver answered 410 Gone.' })

    receiver.respond = (_, response) => response.writeHead(500).end()
    await updateWebhook({ rec, active: true })
    await start({ rec, fromSequence: first })
    await client.api.notifications.deleteWebhook({ rec })
    expect(await getWebhookReplay({ rec })).toMatchObject({ status: 404 })
  })

  test('belongs to the client of its webhook', async () => {
    const { rec, first } = await deliveredWebhook(1)
    const unused = { status: 404, body: { message: `Webhook ${rec} has had no replay.` } }
    expect(await getWebhookReplay({ rec })).toMatchObject(unused)
    expect(await stopWebhookReplay({ rec })).toMatchObject(unused)
    await start({ rec, fromSequence: first })
    await replayWith(rec, { status: 'done' })
    const { api } = await world.createClient()
    const missing = { status: 404, body: { message: `Webhook ${rec} does not exist.` } }
    expect(await api.notifications.replayWebhook({ rec, fromSequence: first })).toMatchObject(missing)
    expect(await api.notifications.getWebhookReplay({ rec })).toMatchObject(missing)
    expect(await api.notifications.stopWebhookReplay({ rec })).toMatchObject(missing)
  })
})
