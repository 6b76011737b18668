import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { hasEarlierRabbitmq, startEarlierRabbitmq } from '../../../local/servers/earlier-rabbitmq.ts'
import { startServers } from '../../../local/servers/servers.ts'
import { createDataFolder } from '../../support/servers/data-folder.ts'
import { serverUrl } from '../../support/servers/server-url.ts'

const QUORUM = { 'x-queue-type': 'quorum' }
const queues = [
  { queue: 's.notifications.changes', args: { ...QUORUM, 'x-single-active-consumer': true } },
  { queue: 's.notifications.changes.dead-letter', args: QUORUM },
]

async function open(url: string) {
  const model = await connect(url)
  return { channel: await model.createConfirmChannel(), close: () => model.close() }
}

test('the first start moves waiting messages and their bindings from an earlier version’s RabbitMQ 3 to today’s RabbitMQ (R15)', async (context) => {
  context.skip(!hasEarlierRabbitmq(), 'no earlier version has been started on this machine')
  const dataDir = createDataFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const options = { dataDir, report: () => undefined }
  {
    await using earlier = await startEarlierRabbitmq(options)
    const { channel, close } = await open(earlier.url)
    await channel.assertExchange('s.events', 'topic', { durable: true })
    for (const { queue, args } of queues) {
      await channel.assertQueue(queue, { durable: true, arguments: args })
      for (const body of ['first', 'second'])
        channel.sendToQueue(queue, Buffer.from(body), { persistent: true, userId: 'guest', headers: { error: body } })
    }
    await channel.bindQueue('s.notifications.changes', 's.events', '#.received.#')
    await channel.waitForConfirms()
    await close()
  }

  const given = { MONGODB_URI: serverUrl('MONGODB_URI'), REDIS_URL: serverUrl('REDIS_URL') }
  const servers = await startServers({ ...options, given })
  onTestFinished(() => servers.stop())
  const { channel, close } = await open(servers.urls.RABBITMQ_URL)
  channel.publish('s.events', '.received.', Buffer.from('third'), { persistent: true })
  await channel.waitForConfirms()
  const found: Record<string, unknown[]> = {}
  for (const { queue, args } of queues) {
    await channel.assertQueue(queue, { durable: true, arguments: args })
    const messages: unknown[] = []
    await channel.consume(queue, (message) => {
      const { content, properties } = message ?? {}
      messages.push([content?.toString(), properties?.userId, properties?.headers?.error])
    })
    found[queue] = messages
  }
  const both = [
    ['first', 'guest', 'first'],
    ['second', 'guest', 'second'],
  ]
  await expect
    .poll(() => found)
    .toEqual({
      's.notifications.changes': [...both, ['third', undefined, undefined]],
      's.notifications.changes.dead-letter': both,
    })
  await close()
  expect(['mnesia', 'earlier'].filter((name) => existsSync(join(dataDir, 'rabbitmq', name)))).toEqual([])
}, 300_000)
