import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Message } from 'amqplib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eventQueues } from '../../../shared/contract/events.ts'
import { contract } from '../../../shared/contract/index.ts'
import { accountOf, createAccounts, createDefinitions } from '../../../shared/messaging/amqp/accounts.ts'
import { createAmqpBroker } from '../../../shared/messaging/amqp/amqp-broker.ts'
import { type RpcRequest, UnreadableEvent } from '../../../shared/messaging/broker.ts'
import { decodeFrame, encodeFrame } from '../../../shared/messaging/rpc/frame.ts'
import { runWith } from '../../ctl/ctl-world.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { type OwnRabbitmq, startRabbitmq } from '../../support/servers/rabbitmq.ts'
import { createKeys, toPublicKeysJson } from '../../support/system/keys.ts'

const system = 'inventory'
let rabbitmq: OwnRabbitmq
beforeAll(async () => {
  rabbitmq = await startRabbitmq({
    prepare(home) {
      const definitions = createDefinitions(system, (user) => `password of ${user}`)
      writeFileSync(join(home, 'definitions.json'), JSON.stringify(definitions))
      return []
    },
  })
})
afterAll(() => rabbitmq?.[Symbol.asyncDispose]())

function urlOf(process: string): string {
  const url = new URL(rabbitmq.url)
  url.username = accountOf(system, process)
  url.password = encodeURIComponent(`password of ${accountOf(system, process)}`)
  return url.href
}

async function brokerOf(process: string) {
  const { log, lines } = createCapturedLog()
  const broker = await createAmqpBroker({ url: urlOf(process), system, name: process, log })
  onTestFinished(() => broker[Symbol.asyncDispose]())
  return { broker, lines }
}

/** Connects with the account of a process; what it does then is refused with the reply code of AMQP 0-9-1. */
async function channelOf(process: string) {
  const model = await connect(urlOf(process))
  onTestFinished(() => model.close().catch(() => undefined))
  const channel = await model.createConfirmChannel()
  const closed = new Promise<number>((resolve) => channel.on('error', (error) => resolve(Object(error).code)))
  return { channel, closed }
}

const requestTo = (operation: string) => ({
  operation,
  context: { requestId: 'r', operationId: 'o', attempt: 'a', hasClientKey: false, deadline: Date.now() + 5_000 },
  body: Buffer.from('{}'),
})
const subject = 'inventory.received'
const event = { id: 'e1', subject, payload: { units: 1 } }

describe('The account of a process', () => {
  test('suffices for calls, partitioned calls and events', async () => {
    const [{ broker: gateway }, { broker: inventory }] = [await brokerOf('gateway'), await brokerOf('inventory')]
    const { broker: notifications } = await brokerOf('notifications')
    const answer = async ({ queue }: RpcRequest) => ({ body: Buffer.from(String(queue)) })
    await inventory.serve('inventory', answer, { isPartitioned: true })
    const queueOf = async (partitionKey?: string) =>
      (await gateway.request('inventory', { ...requestTo('inventory.receive'), partitionKey })).body.toString()
    expect(await queueOf()).toBe('shared')
    await expect.poll(() => queueOf('item')).toBe('partition')
    const received: unknown[] = []
    await notifications.subscribe(
      'notifications.changes',
      [subject],
      async ({ payload }) => void received.push(payload),
    )
    await inventory.publish([event])
    await expect.poll(() => received).toEqual([event.payload])
  })

  test('of the operator suffices to see dead letters and to have them handled', async () => {
    const { broker: inventory } = await brokerOf('inventory')
    const { broker: notifications } = await brokerOf('notifications')
    let tries = 0
    await notifications.subscribe('notifications.changes', [subject], async () => {
      if (++tries === 1) throw new UnreadableEvent('not yet')
    })
    await inventory.publish([event])
    const folder = mkdtempSync(join(tmpdir(), 'ctl-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const key = join(folder, 'operator.key')
    const keys = createKeys()('operator')
    writeFileSync(key, keys.key.export({ type: 'pkcs8', format: 'pem' }))
    const ctl = (verb: string) =>
      runWith({ RABBITMQ_URL: urlOf('ctl'), OPERATOR_KEY_FILE: key, PUBLIC_KEYS: toPublicKeysJson(keys) }, [
        'dead-letter',
        verb,
        '--queue',
        'notifications.changes',
        '--json',
      ])
    await expect
      .poll(() => ctl('list'), { timeout: 20_000 })
      .toMatchObject({ exitCode: 0, stdout: expect.stringContaining('e1') })
    await expect.poll(() => ctl('repeat')).toMatchObject({ exitCode: 0, stdout: '{"repeated":1}\n' })
    await expect.poll(() => tries).toBe(2)
  })

  test('cannot take the messages of another one (S5)', async () => {
    const { broker: inventory } = await brokerOf('inventory')
    await inventory.serve('inventory', async () => ({ body: Buffer.from('') }))
    for (const queue of ['inventory.rpc.inventory', 'inventory.notifications.changes']) {
      const { channel: taker } = await channelOf('catalog')
      await expect(taker.consume(queue, () => undefined)).rejects.toThrow('403')
      const { channel: thief } = await channelOf('catalog')
      await expect(thief.bindQueue(queue, 'amq.fanout', '')).rejects.toThrow('403')
      const { channel: vandal } = await channelOf('catalog')
      await expect(vandal.deleteQueue(queue)).rejects.toThrow('403')
    }
    const { channel } = await channelOf('catalog')
    await expect(channel.assertQueue('inventory.rpc.auth')).rejects.toThrow('403')
  })

  test('cannot publish events in the name of another one, nor without a name (S5)', async () => {
    const { broker: notifications, lines } = await brokerOf('notifications')
    const handled: string[] = []
    await notifications.subscribe('notifications.changes', [subject], async ({ id }) => void handled.push(id))

    const { channel: impostor, closed } = await channelOf('catalog')
    impostor.publish('', 'inventory.notifications.changes', Buffer.from('[]'), { userId: 'inventory-inventory' })
    expect(await closed).toBe(406)

    const { channel } = await channelOf('catalog')
    const send = (id: string, options: object) =>
      channel.sendToQueue('inventory.notifications.changes', Buffer.from(JSON.stringify([{ ...event, id }])), options)
    send('under its own name', { userId: 'inventory-catalog' })
    send('without a name', {})
    await channel.waitForConfirms()
    const { broker: inventory } = await brokerOf('inventory')
    await inventory.publish([{ ...event, id: 'genuine' }])
    await expect.poll(() => handled).toEqual(['genuine'])
    const refusals = lines.filter(({ msg }) => msg === 'An event that cannot be handled is in the dead-letter queue')
    expect(refusals).toHaveLength(2)

    const { channel: auth, closed: refused } = await channelOf('auth')
    auth.publish('inventory.events', subject, Buffer.from('[]'))
    expect(await refused).toBe(403)
  })
})

describe('A reply', () => {
  /** Asks auth; another process sends a reply to the reply queue with these properties first. */
  const askWhileAnother = async (process: string, properties: object) => {
    const { broker: gateway, lines } = await brokerOf('gateway')
    const { channel } = await channelOf(process)
    const { channel: reader } = await channelOf('auth')
    await reader.assertQueue('inventory.rpc.auth', {
      durable: true,
      expires: 2_000,
      maxLength: 2_000,
      arguments: { 'x-overflow': 'reject-publish' },
    })
    const answer = gateway.request('auth', requestTo('auth.getTokenVerification'))
    const call = await new Promise<Message>((resolve) =>
      reader.consume('inventory.rpc.auth', (message) => message && resolve(message), { noAck: true }),
    )
    const [{ head } = { head: { id: 0 } }] = decodeFrame<{ id: number }>(call.content)
    const reply = (text: string) => encodeFrame([{ head: { id: head.id }, body: Buffer.from(text) }])
    channel.sendToQueue(call.properties.replyTo, reply('first'), properties)
    await channel.waitForConfirms()
    reader.sendToQueue(call.properties.replyTo, reply('genuine'), { userId: 'inventory-auth' })
    return { body: (await answer).body.toString(), lines }
  }

  test.each<[string, string, object]>([
    ['another service', 'catalog', { userId: 'inventory-catalog' }],
    ['a sender without a name', 'catalog', {}],
  ])('of %s is dropped, and the genuine one is taken (S5)', async (_, process, properties) => {
    const { body, lines } = await askWhileAnother(process, properties)
    expect(body).toBe('genuine')
    expect(lines.filter(({ msg }) => msg === 'Dropped a message that is no reply')).toHaveLength(1)
  })
})

test('the definitions that deploy/setup fills in are those of this table', () => {
  const file = new URL('../../../deploy/rabbitmq/definitions.json', import.meta.url)
  const made = `${JSON.stringify(
    createDefinitions(system, (user) => `@${user}@`),
    null,
    2,
  )}\n`
  if (process.env.UPDATE_README) writeFileSync(file, made)
  expect(readFileSync(file, 'utf8')).toBe(made)
})

test('no queue of events drops what was delivered often: RabbitMQ applies the policy to each of them and to no other queue', async () => {
  const [policy] = createDefinitions(system, () => 'x').policies
  expect(policy?.definition['delivery-limit']).toBeGreaterThanOrEqual(1_000_000)
  const { channel } = await channelOf('notifications')
  const queues = Object.values(eventQueues).map((queue) => `${system}.${queue}`)
  const declared = queues.filter((queue) => queue.includes('.notifications.'))
  for (const queue of declared)
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await channel.assertQueue(`${system}.rpc.notifications`)
  const applied = await rabbitmq.listQueues('name', 'policy')
  const expected = (name: string) => (declared.includes(name) ? policy?.name : '')
  expect(applied.filter(({ name }) => declared.includes(String(name)))).toHaveLength(2)
  expect(applied).toEqual(applied.map(({ name }) => ({ name, policy: expected(String(name)) })))
  expect(queues.every((queue) => new RegExp(policy?.pattern ?? '').test(queue))).toBe(true)
})

test('each process has an account, and each service alone takes from its queues', () => {
  const accounts = createAccounts(system)
  const names = ['gateway', ...Object.keys(contract), 'ctl', 'scaler']
  expect(accounts.map(({ user }) => user)).toEqual(names.map((name) => accountOf(system, name)))
  const readersOf = (queue: string) =>
    accounts.filter(({ read }) => new RegExp(read).test(queue)).map(({ user }) => user)
  for (const service of Object.keys(contract)) {
    expect(readersOf(`inventory.rpc.${service}`)).toEqual([accountOf(system, service)])
    expect(readersOf(`inventory.reply.${service}.x`)).toEqual([accountOf(system, service)])
  }
  expect(createDefinitions(system, () => 'x').users.every(({ tags }) => tags === '')).toBe(true)
})
