import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { validSeeds } from '../../../services/notifications/webhooks/endpoints/webhook-secrets.ts'
import { MAX_WEBHOOKS } from '../../../shared/contract/notifications/webhooks.ts'
import type { ReceivedRequest } from '../../support/receiver.ts'
import { unique } from '../../support/records/factories.ts'
import { unchecked } from '../../support/system/api.ts'
import { messageOf, untilDone, useWebhookWorld, verified } from './webhook-world.ts'

const url = 'https://shop.example.com/changes'

const { world, client } = await useWebhookWorld()

describe('A webhook', () => {
  test('is created, shown, changed and deleted; its secret is shown once', async () => {
    const { notifications } = client.api
    const { status, secret, ...made } = await world.newWebhook(client, url, {
      events: ['item.created', 'item.created'],
    })
    expect(status).toBe('created')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toEqual({
      rec: expect.any(Number),
      name: 'Shop',
      url,
      events: ['item.created'],
      payloadMode: 'full',
      active: true,
      switchedOff: null,
      failingSince: null,
      created: expect.any(String),
      modified: made.created,
    })
    const { rec } = made
    expect((await notifications.getWebhook({ rec })).body).toEqual(made)
    expect((await notifications.listWebhooks({})).body).toMatchObject({ totalCount: 1, value: [made] })

    const changes = { name: 'Store', payloadMode: 'id', active: false, events: ['item.updated'] } as const
    expect(await notifications.updateWebhook({ rec, ...changes, events: [...changes.events] })).toMatchObject({
      status: 200,
      body: { rec, status: 'updated' },
    })
    const changed = (await notifications.getWebhook({ rec })).body
    expect((await notifications.updateWebhook({ rec, ...changes, events: [...changes.events] })).body).toEqual({
      rec,
      status: 'unchanged',
    })
    expect((await notifications.getWebhook({ rec })).body).toEqual(changed)
    expect(changed).toMatchObject({ ...made, ...changes, modified: expect.any(String) })
    expect(changed.modified > made.modified).toBe(true)

    expect((await notifications.deleteWebhook({ rec })).body).toEqual({ rec, status: 'deleted' })
    const missing = { status: 404, body: { error: 'not_found', message: `Webhook ${rec} does not exist.` } }
    expect(await notifications.getWebhook({ rec })).toMatchObject(missing)
    expect(await notifications.updateWebhook({ rec, name: 'x' })).toMatchObject(missing)
    expect(await notifications.deleteWebhook({ rec })).toMatchObject(missing)
    expect(await notifications.testWebhook({ rec })).toMatchObject(missing)
    expect(await notifications.rotateWebhookSecret({ rec })).toMatchObject(missing)
    expect(await notifications.listWebhookLog({ rec })).toMatchObject(missing)
  })

  test('is visible to no other client', async () => {
    const { rec } = await world.newWebhook(client, url)
    const { notifications } = (await world.createClient()).api
    expect((await notifications.listWebhooks({})).body.value).toEqual([])
    expect((await notifications.getWebhook({ rec })).status).toBe(404)
    expect((await notifications.updateWebhook({ rec, url: 'https://thief.example.com/' })).status).toBe(404)
    expect((await notifications.deleteWebhook({ rec })).status).toBe(404)
    expect((await notifications.testWebhook({ rec })).status).toBe(404)
    expect((await notifications.rotateWebhookSecret({ rec })).status).toBe(404)
    expect((await notifications.listWebhookLog({ rec })).status).toBe(404)
    expect((await client.api.notifications.getWebhook({ rec })).body).toMatchObject({ url })
  })

  test(`is one of ${MAX_WEBHOOKS} at most, however many are created at once`, async () => {
    const other = await world.createClient()
    const input = { name: 'Shop', url, events: ['item.created' as const] }
    const asked = Array.from({ length: MAX_WEBHOOKS + 5 }, () =>
      untilDone(() => other.api.notifications.createWebhook(input)),
    )
    const answers = await Promise.all(asked)
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(MAX_WEBHOOKS).fill(201), ...Array(5).fill(409)])
    const full = await other.api.notifications.createWebhook(input)
    expect(full).toMatchObject({ status: 409, body: { message: `A client has at most ${MAX_WEBHOOKS} webhooks.` } })
    const { value, totalCount } = (await other.api.notifications.listWebhooks({ pageSize: 250 })).body
    expect(totalCount).toBe(MAX_WEBHOOKS)
    await other.api.notifications.deleteWebhook({ rec: value[3]?.rec ?? 0 })
    expect((await other.api.notifications.createWebhook(input)).status).toBe(201)
  })

  test('that is requested twice with one key is created once, with one secret', async () => {
    const headers = { 'Idempotency-Key': unique('key') }
    const input = { name: 'Shop', url, events: ['item.created' as const] }
    const { notifications, inventory } = (await world.createClient()).api
    const first = await notifications.createWebhook(input, { headers })
    const again = await notifications.createWebhook(input, { headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await notifications.listWebhooks({})).body.totalCount).toBe(1)
    const { secret: _, ...shown } = first.body
    expect((await inventory.getOperation({ key: headers['Idempotency-Key'] })).body).toMatchObject({
      operation: 'notifications.createWebhook',
      statusCode: 201,
      answer: shown,
    })
    const { answer } = (await inventory.getOperation({ key: headers['Idempotency-Key'] })).body
    expect(Object.keys(Object(answer)).toSorted()).toEqual(Object.keys(shown).toSorted())
  })

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'nothing',
      {},
      {
        name: 'The name field is required.',
        url: 'The url field is required.',
        events: 'The events field is required.',
      },
    ],
    ...[
      ...[
        'http://shop.example.com/',
        'ftp://shop.example.com/',
        'shop.example.com',
        '/changes',
        'https://',
        'nonsense',
      ],
      ...['https://user:secret@shop.example.com/', 'https://user@shop.example.com/', 'https://shop.example.com/#part'],
      ...['http://10.0.0.1/', 'http://127.0.0.1.example.com/', 'http://localhost.example.com/', 'javascript:alert(1)'],
    ].map((bad): [string, Record<string, unknown>, Record<string, string>] => [
      bad,
      { url: bad },
      { url: 'The field url must be an https URL without credentials and fragment.' },
    ]),
    ['no event', { events: [] }, { events: 'The field events must name at least one event type.' }],
    [
      'an unknown event',
      { events: ['inventory.vanished'] },
      { events: expect.stringMatching(/^The field events must be one of inventory.received, /) },
    ],
    ['another mode', { payloadMode: 'half' }, { payloadMode: 'The field payloadMode must be one of full, id.' }],
  ])('with %s is refused', async (_what, bad, expected) => {
    const good = Object.keys(bad).length === 0 ? {} : { name: 'Shop', url, events: ['item.created'] }
    const { status, body } = await client.api.notifications.createWebhook(unchecked({ ...good, ...bad }))
    expect(status).toBe(400)
    expect(body.details).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, message]) => [field, [message]])),
    )
  })
})

test('the spellings of other clients are accepted: the record in the path of a PUT, lower case, events in one string', async () => {
  const receiver = await world.newReceiver()
  const { body } = await client.api
    .raw('POST', '/Webhook')
    .send({ name: 'Shop', url: receiver.url, events: 'item.created, inventory.received,item.created' })
  expect(body).toMatchObject({ events: ['item.created', 'inventory.received'], status: 'created' })
  const path = `/Webhook/${body.rec}`
  const updated = await client.api.raw('PUT', path).send({ rec: body.rec, name: 'Store', events: 'item.updated' })
  expect(updated).toMatchObject({ status: 200, body: { rec: body.rec, status: 'updated' } })
  expect((await client.api.notifications.getWebhook({ rec: body.rec })).body).toMatchObject({
    name: 'Store',
    url: receiver.url,
    events: ['item.updated'],
  })
  expect(await client.api.raw('PUT', path).send({ rec: body.rec + 1, name: 'Other' })).toMatchObject({
    status: 400,
    body: { details: { rec: ['The field rec must be that of the path.'] } },
  })
  expect(await client.api.raw('POST', `${path}/test`)).toMatchObject({ status: 200, body: { delivered: true } })
  const log = await client.api.raw('GET', `${path}/log?pageSize=1`)
  expect(log).toMatchObject({ status: 200, body: { totalCount: 1, value: [{ type: 'webhook.test' }] } })
  for (const events of ['', ' , ', 'inventory.vanished'])
    expect(await client.api.raw('PUT', path).send({ events })).toMatchObject({
      status: 400,
      body: { details: { events: [expect.any(String)] } },
    })
  expect(await client.api.raw('PUT', `${path}/test`)).toMatchObject({ status: 501, headers: { allow: 'POST' } })
  await client.api.notifications.deleteWebhook({ rec: body.rec })
})

test('a secret is replaced without a gap: the old one and the new one verify', async () => {
  const receiver = await world.newReceiver()
  const { rec, secret: old } = await world.newWebhook(client, receiver.url)
  const { status, body } = await client.api.notifications.rotateWebhookSecret({ rec })
  expect(status).toBe(200)
  expect(body).toEqual({
    rec,
    secret: expect.stringMatching(/^whsec_/),
    previousValidUntil: expect.any(String),
    status: 'rotated',
  })
  expect(body.secret).not.toBe(old)
  await world.receive()
  const [during] = await receiver.take(1)
  for (const secret of [old, body.secret])
    expect(during && verified(during, secret)).toEqual(during && messageOf(during))
})

test('each replaced secret signs until its own end; a fourth would be too many', async () => {
  const receiver = await world.newReceiver()
  const { rec, secret } = await world.newWebhook(client, receiver.url)
  const secrets = [secret]
  const ends: string[] = []
  const rotate = () => client.api.notifications.rotateWebhookSecret({ rec })
  for (let times = 0; times < 3; times++) {
    const { body } = await rotate()
    secrets.push(body.secret)
    ends.push(body.previousValidUntil)
    world.pass(6 * 3_600_000)
  }
  expect(ends.toSorted()).toEqual(ends)
  let count = 0
  /** Which of the secrets sign now. */
  const signing = async () => {
    await world.receive()
    const message = (await receiver.take(++count)).at(-1)
    const given = String(message?.headers['webhook-signature']).split(' ')
    const isGiven = secrets.map((one) => given.includes(message ? signatureOf(message, one) : ''))
    expect(isGiven.filter(Boolean)).toHaveLength(given.length)
    return isGiven
  }
  expect(await signing()).toEqual([true, true, true, true])
  const message = `Webhook ${rec} signs with 3 old secrets until ${ends[0]}.`
  expect(await rotate()).toMatchObject({ status: 409, body: { message } })
  world.pass(6 * 3_600_000)
  expect(await signing()).toEqual([false, true, true, true])
  world.pass(6 * 3_600_000)
  expect(await signing()).toEqual([false, false, true, true])
  expect((await rotate()).status).toBe(200)
})

test('what an earlier version stored of a replaced secret is valid until its end', () => {
  const record = { seed: 'new', previousSeed: 'old', previousUntil: new Date(1_000) }
  expect(validSeeds(record, 999)).toEqual(['new', 'old'])
  expect(validSeeds(record, 1_000)).toEqual(['new'])
})

/** The signature of a message by a secret, whenever it was made: the library accepts no message of tomorrow. */
function signatureOf({ headers, body }: ReceivedRequest, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
