import { Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { decodeFrame, encodeFrame } from '../../../shared/messaging/rpc/frame.ts'
import { callOver, probe, refusal, serveProbe } from '../../support/checks/probe.ts'
import { connectBroker, openChannel, takeMessages } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'

/** An asker and a server of the probe on RabbitMQ, each with connections of its own. */
async function askerAndServer(handlers: Parameters<typeof serveProbe>[1] = {}) {
  const system = uniqueSystem()
  const asker = await connectBroker(system)
  const server = await connectBroker(system)
  const served = await serveProbe(server.broker, handlers)
  return { system, asker, server, served, call: callOver(asker.broker) }
}

/** An asker without anybody to answer. */
async function askerAlone() {
  const system = uniqueSystem()
  const { broker, lines } = await connectBroker(system)
  return { system, lines, call: callOver(broker) }
}

describe('calls over RabbitMQ', () => {
  test('a call is answered with the output of its operation', async () => {
    const { call } = await askerAndServer()
    expect(await call(probe.look, { word: 'bolt' })).toEqual({ word: 'bolt' })
  })

  test('a call alone is one write of its asker, and one of its server, with the acknowledgement', async () => {
    const { call } = await askerAndServer()
    await call(probe.look, { word: 'connected' })
    const sizes: number[] = []
    const { _write: writeOne, _writev: writeMany } = Socket.prototype
    vi.spyOn(Socket.prototype, '_write').mockImplementation(function (this: Socket, chunk, ...rest) {
      sizes.push(chunk.length)
      return writeOne.call(this, chunk, ...rest)
    })
    vi.spyOn(Socket.prototype, '_writev').mockImplementation(function (this: Socket, chunks, ...rest) {
      sizes.push(Number.POSITIVE_INFINITY)
      return writeMany?.call(this, chunks, ...rest)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    for (let made = 0; made < 10; made++) await call(probe.look, { word: 'alone' })
    expect(sizes.filter((size) => size > HEARTBEAT_BYTES)).toHaveLength(20)
  })

  test('replies that together are too long for a message come in several; one that is too long does not affect the others', async () => {
    const { call } = await askerAndServer({ look: async ({ word }) => ({ word: 'x'.repeat(Number(word)) }) })
    const sizes = [4_000_000, 4_000_000, 4_000_000, 4_000_000, 4_000_000, 16_500_000, 5]
    // 40 MB take a busy machine longer than a read usually may.
    const deadline = Date.now() + 30_000
    const answers = await Promise.allSettled(
      sizes.map((size) => call(probe.look, { word: String(size) }, { deadline })),
    )
    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.word.length : answer.reason.code)),
    ).toEqual(sizes.with(5, 0).map((size) => size || 'bad_request'))
  }, 40_000)

  test('a call to a service without a process is refused at once, because it cannot have had an effect', async () => {
    const { call } = await askerAlone()
    const error = await refusal(call(probe.change, { word: 'bolt' }))
    expect(error.code).toBe('service_unavailable')
  })

  test('a call to a service that has stopped is refused as soon as RabbitMQ has forgotten its queue (R10)', async () => {
    const { call, served } = await askerAndServer()
    await served[Symbol.asyncDispose]()
    await expect
      .poll(async () => (await refusal(call(probe.look, { word: 'x' }, { deadline: Date.now() + 200 }))).cause, {
        timeout: 10_000,
      })
      .toMatchObject({ message: 'The service is absent' })
  })

  test('a service whose queue is full refuses at once', async () => {
    const { system, call } = await askerAlone()
    const channel = await openChannel()
    await channel.assertQueue(`${system}.rpc.probe`, {
      autoDelete: true,
      maxLength: 1,
      arguments: { 'x-overflow': 'reject-publish' },
    })
    channel.sendToQueue(`${system}.rpc.probe`, Buffer.from('in the way'))
    await channel.checkQueue(`${system}.rpc.probe`)
    const error = await refusal(call(probe.change, { word: 'bolt' }))
    expect(error.code).toBe('service_unavailable')
    expect(error.cause).toMatchObject({ message: 'The queue of probe is full' })
    await channel.deleteQueue(`${system}.rpc.probe`)
  })

  test('a call whose deadline has passed is never published', async () => {
    let calls = 0
    const { call } = await askerAndServer({
      change: async ({ word }) => {
        calls++
        return { word }
      },
    })
    const error = await refusal(call(probe.change, { word: 'late' }, { deadline: Date.now() - 1 }))
    expect(error.code).toBe('service_unavailable')
    await call(probe.change, { word: 'in time' })
    expect(calls).toBe(1)
  })

  test('a write that is not answered in time ends with an unknown outcome, a read with none', async () => {
    const never = () => new Promise<never>(() => undefined)
    const { call } = await askerAndServer({ look: never, change: never })
    const context = { deadline: Date.now() + 300 }
    const [read, write] = await Promise.all([
      refusal(call(probe.look, { word: 'x' }, context)),
      refusal(call(probe.change, { word: 'x' }, context)),
    ])
    expect([read.code, write.code]).toEqual(['service_unavailable', 'outcome_unknown'])
  })

  test('64 calls of one moment travel in 8 messages, and each gets its own reply', async () => {
    const { system, call } = await askerAlone()
    let messages = 0
    await takeMessages(system, 'probe', ({ content, properties }, channel) => {
      messages++
      const answers = decodeFrame<{ id: number }>(content).map(({ head: { id }, body }) => ({ head: { id }, body }))
      channel.sendToQueue(properties.replyTo, encodeFrame(answers.reverse()))
    })
    const words = Array.from({ length: 64 }, (_, index) => ({ word: `word ${index}` }))
    expect(await Promise.all(words.map((word) => call(probe.look, word)))).toEqual(words)
    expect(messages).toBe(8)
  })

  test('more calls than may be under way are refused at once, and the others are answered', async () => {
    const { call } = await askerAndServer()
    const calls = Array.from({ length: 2_100 }, () => call(probe.look, { word: 'x' }))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2_000)
    expect(await call(probe.look, { word: 'again' })).toEqual({ word: 'again' })
  })

  test('a request that wants its reply in a queue of somebody else is not answered', async () => {
    const { system, call, served } = await askerAndServer()
    const channel = await openChannel()
    const { queue } = await channel.assertQueue('', { exclusive: true })
    const context = {
      requestId: 'r',
      deadline: Date.now() + 5_000,
      operationId: 'o',
      hasClientKey: false,
      attempt: 'a',
    }
    const forged = encodeFrame([
      { head: { id: 1, operation: 'probe.look', context }, body: Buffer.from('{"word":"x"}') },
    ])
    for (const replyTo of [queue, 'amq.rabbitmq.reply-to.forged', '']) {
      channel.sendToQueue(`${system}.rpc.probe`, forged, { replyTo })
    }
    expect(await call(probe.look, { word: 'still here' })).toEqual({ word: 'still here' })
    expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 0 })
    expect(served.lines.filter(({ level }) => level >= 50)).toEqual([])
  })

  test('what is no frame of calls does a service no harm', async () => {
    const { system, call, server } = await askerAndServer()
    const channel = await openChannel()
    for (const content of broken) channel.sendToQueue(`${system}.rpc.probe`, content, { replyTo: `${system}.reply.x` })
    expect(await call(probe.look, { word: 'after' })).toEqual({ word: 'after' })
    expect(server.lines.filter(({ msg }) => msg === 'RabbitMQ connected')).toHaveLength(2)
  })

  test('what is no frame of replies does an asker no harm', async () => {
    const { system, call, lines } = await askerAlone()
    await takeMessages(system, 'probe', ({ content, properties: { replyTo } }, channel) => {
      const [call] = decodeFrame<{ id: number }>(content)
      for (const garbage of broken) channel.sendToQueue(replyTo, garbage)
      if (call) channel.sendToQueue(replyTo, encodeFrame([{ head: { id: call.head.id }, body: call.body }]))
    })
    expect(await call(probe.look, { word: 'after' })).toEqual({ word: 'after' })
    expect(lines.filter(({ msg }) => msg === 'RabbitMQ connected')).toHaveLength(2)
  })
})

/** AMQP 0-9-1, section 4.2.3. */
const HEARTBEAT_BYTES = 8
const broken = [
  Buffer.from(''),
  Buffer.from('no frame at all'),
  Buffer.from([0, 0, 0, 9, 1]),
  encodeFrame([{ head: null, body: Buffer.from('x') }]),
  encodeFrame([{ head: { id: 1_000_000 }, body: Buffer.from('x') }]),
  encodeFrame([{ head: 'text', body: Buffer.from('') }]),
]
