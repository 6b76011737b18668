import { connect } from 'amqplib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AmqpLinkOptions, closeConnection, createAmqpLink } from '../../../shared/messaging/amqp/amqp-link.ts'
import { createPartitions } from '../../../shared/messaging/amqp/partitions.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'

/** Class and method of AMQP 0-9-1: connection.open and connection.close. */
const CONNECTION_OPEN = Buffer.from([0, 10, 0, 40])
const CONNECTION_CLOSE = Buffer.from([0, 10, 0, 50])

/** A proxy of RabbitMQ; `sent` calls back for each chunk with these bytes that a client sends. */
async function openProxy() {
  const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const sent = (bytes: Buffer, onChunk: () => 'pass' | 'cut') =>
    proxy.filter((chunk, direction) => (direction === 'to-server' && chunk.includes(bytes) ? onChunk() : 'pass'))
  return { proxy, sent }
}

async function linkThroughProxy(options: Partial<AmqpLinkOptions> = {}) {
  const { proxy, sent } = await openProxy()
  const open = async () => {
    const link = await createAmqpLink({
      url: proxy.url,
      name: 'link',
      log: createCapturedLog().log,
      setup: async (opener) => void (await opener.channel()),
      onLost: () => undefined,
      ...options,
    })
    onTestFinished(() => link.close())
    return link
  }
  return { proxy, sent, open }
}

test('a connection that opens while its link is closed, and breaks then, does not end the process', async () => {
  const thrown = vi.fn<(error: Error) => void>()
  process.on('uncaughtException', thrown)
  onTestFinished(() => void process.off('uncaughtException', thrown))
  const { proxy, sent, open } = await linkThroughProxy()
  const link = await open()
  const closed = new Promise<void>((resolve, reject) =>
    sent(CONNECTION_OPEN, () => {
      link.close().then(resolve, reject)
      sent(CONNECTION_CLOSE, () => 'cut')
      return 'pass'
    }),
  )
  proxy.cut()
  await closed
  await expect.poll(() => proxy.connections).toBe(0)
  await (await (await linkThroughProxy()).open()).close()
  expect(thrown).not.toHaveBeenCalled()
})

test('channels that cannot be opened are tried again, even if their connection breaks while it closes', async () => {
  let tries = 0
  const { sent, open } = await linkThroughProxy({
    setup: async (opener) => {
      if (++tries === 1) throw new Error('No leader for the queue')
      await opener.channel()
    },
  })
  sent(CONNECTION_CLOSE, () => 'cut')
  const link = await open()
  expect([link.isUp, tries]).toEqual([true, 2])
  sent(CONNECTION_CLOSE, () => 'pass')
})

test('a connection that breaks while it closes is closed', async () => {
  const { proxy, sent } = await openProxy()
  sent(CONNECTION_CLOSE, () => 'cut')
  await closeConnection(await connect(proxy.url))
  expect(proxy.connections).toBe(0)
})

test('a connection that is closed is closed again at once', async () => {
  const model = await connect(serverUrl('RABBITMQ_URL'))
  await closeConnection(model)
  await closeConnection(model)
  await expect(model.createChannel()).rejects.toThrow('Connection closed')
})

test('an exchange is declared even if its connection breaks while it closes', async () => {
  const { proxy, sent } = await openProxy()
  sent(CONNECTION_CLOSE, () => 'cut')
  const partitions = createPartitions(proxy.url, uniqueSystem(), createCapturedLog().log)
  expect(await partitions.declare('probe')).toBe(true)
})
