import { connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Broker, RpcRequest } from '../../../shared/messaging/broker.ts'
import { decodeFrame, encodeFrame } from '../../../shared/messaging/rpc/frame.ts'
import { callOver, probe } from '../../support/checks/probe.ts'
import { connectBroker } from '../../support/servers/amqp.ts'
import { startRabbitmq } from '../../support/servers/rabbitmq.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'

const WORDS = Array.from({ length: 40 }, (_, index) => `word ${index}`)

interface Taken {
  readonly word: unknown
  readonly queue: RpcRequest['queue']
  readonly redelivered: boolean | undefined
}

/** Serves the probe, and records what it takes; `hold` keeps answers back until they are let go. */
async function serveRecorded(broker: Broker, isPartitioned = true) {
  const taken: Taken[] = []
  let held: (() => void)[] | undefined
  const serving = await broker.serve(
    'probe',
    async ({ body, queue, redelivered }) => {
      taken.push({ word: JSON.parse(body.toString()).word, queue, redelivered })
      if (held) await new Promise<void>((resolve) => held?.push(resolve))
      return { body }
    },
    { isPartitioned },
  )
  return {
    taken,
    stop: () => serving[Symbol.asyncDispose](),
    hold() {
      held = []
    },
    letGo() {
      for (const go of held ?? []) go()
      held = undefined
    },
  }
}

/** Calls every word once. */
const callAll = (call: ReturnType<typeof callOver>, words = WORDS) =>
  Promise.all(words.map((word) => call(probe.change, { word })))

/** Calls every word until each is taken from the queue of a partition. */
async function partitioned(call: ReturnType<typeof callOver>, ...servers: { taken: Taken[] }[]) {
  await expect
    .poll(
      async () => {
        for (const { taken } of servers) taken.length = 0
        await callAll(call)
        return servers.every(({ taken }) => taken.length > 0 && taken.every(({ queue }) => queue === 'partition'))
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}

const wordsOf = ({ taken }: { taken: Taken[] }) => new Set(taken.map(({ word }) => word))

describe('partitioned calls over RabbitMQ', () => {
  let rabbitmq: Awaited<ReturnType<typeof startRabbitmq>>
  beforeAll(async () => {
    rabbitmq = await startRabbitmq()
  }, 120_000)
  afterAll(() => rabbitmq?.[Symbol.asyncDispose]())

  /** An asker and two servers with partitions; the first is behind a proxy. */
  async function askerAndTwo() {
    const system = uniqueSystem()
    const call = callOver((await connectBroker(system, rabbitmq.url)).broker)
    const proxy = await createTcpProxy(rabbitmq.url)
    onTestFinished(() => proxy[Symbol.asyncDispose]())
    const first = await serveRecorded((await connectBroker(system, proxy.url)).broker)
    const second = await serveRecorded((await connectBroker(system, rabbitmq.url)).broker)
    await partitioned(call, first, second)
    return { system, call, proxy, first, second }
  }

  test('calls with one key are taken by one process, and the keys are shared out', async () => {
    const { call, first, second } = await askerAndTwo()
    const owned = [wordsOf(first), wordsOf(second)]
    for (let round = 0; round < 3; round++) await callAll(call)
    expect([wordsOf(first), wordsOf(second)]).toEqual(owned)
    expect(owned.map(({ size }) => size).reduce((sum, size) => sum + size)).toBe(WORDS.length)
  })

  test('calls of one moment travel in few messages, when their keys have the same process', async () => {
    const system = uniqueSystem()
    const call = callOver((await connectBroker(system, rabbitmq.url)).broker)
    await serveRecorded((await connectBroker(system, rabbitmq.url)).broker, false)
    let messages = 0
    const connection = await connect(rabbitmq.url)
    onTestFinished(() => connection.close())
    const channel = await connection.createChannel()
    const { queue } = await channel.assertQueue('', { exclusive: true })
    await channel.consume(queue, (message) => {
      if (!message) return
      messages++
      const answers = decodeFrame<{ id: number }>(message.content).map(({ head: { id }, body }) => ({
        head: { id },
        body,
      }))
      channel.publish('', message.properties.replyTo, encodeFrame(answers), { appId: 'one' })
    })
    const exchange = `${system}.rpc.probe.partitions`
    await channel.assertExchange(exchange, 'x-consistent-hash')
    await channel.bindQueue(queue, exchange, '1')
    await expect.poll(() => callAll(call).then(() => messages)).toBeGreaterThan(0)
    await callAll(call)
    messages = 0
    expect(await callAll(call)).toEqual(WORDS.map((word) => ({ word })))
    expect(messages).toBe(WORDS.length / 8)
  })

  test('calls that a lost process had begun, and those that follow, are taken by another one at once', async () => {
    const { call, proxy, first, second } = await askerAndTwo()
    const lost = wordsOf(first)
    const kept = wordsOf(second)
    first.hold()
    first.taken.length = 0
    second.taken.length = 0
    const answers = callAll(call)
    await expect.poll(() => first.taken.length).toBe(lost.size)
    proxy.refuse()
    expect(await answers).toEqual(WORDS.map((word) => ({ word })))
    const moved = second.taken.filter(({ word }) => lost.has(word))
    expect(new Set(moved.map(({ queue, redelivered }) => `${queue} ${redelivered}`))).toEqual(
      new Set(['dead-lettered true']),
    )
    expect(second.taken.filter(({ word }) => kept.has(word)).every(({ redelivered }) => !redelivered)).toBe(true)
    expect(await callAll(call)).toEqual(WORDS.map((word) => ({ word })))
    // RabbitMQ deletes the queue of the lost process, and its partitions are shared out again.
    await partitioned(call, second)
    first.letGo()
  })

  test('a process that stops answers what it has taken, and nothing is delivered twice', async () => {
    const { call, first, second } = await askerAndTwo()
    const [word] = [...wordsOf(first)].map(String)
    first.hold()
    first.taken.length = 0
    const calls: Promise<unknown>[] = [callAll(call)]
    await expect.poll(() => first.taken.length).toBeGreaterThan(0)
    const stopped = first.stop()
    await expect
      .poll(() => {
        calls.push(callAll(call, [String(word)]))
        return wordsOf(second).has(word)
      })
      .toBe(true)
    first.letGo()
    await stopped
    await Promise.all(calls)
    expect([...first.taken, ...second.taken].filter(({ redelivered }) => redelivered)).toEqual([])
  })

  test('a process takes 64 messages of its partition and answers 16 at once; the others go to the shared queue', async () => {
    const { call, first, second } = await askerAndTwo()
    const [word = ''] = [...wordsOf(first)].map(String)
    const takenFrom = (queue: RpcRequest['queue']) =>
      [first, second].flatMap(({ taken }) => taken.filter((one) => one.queue === queue)).length
    for (const { taken } of [first, second]) taken.length = 0
    first.hold()
    const answers = Array.from({ length: 600 }, () => call(probe.change, { word }))
    await expect.poll(() => takenFrom('dead-lettered')).toBeGreaterThanOrEqual(600 - 64 * 8)
    expect(takenFrom('partition')).toBe(16 * 8)
    first.letGo()
    expect(await Promise.all(answers)).toHaveLength(600)
    expect(takenFrom('partition')).toBe(64 * 8)
  })

  test('calls go to the shared queue if no process has a partition', async () => {
    const { system, call, first, second } = await askerAndTwo()
    const other = await serveRecorded((await connectBroker(system, rabbitmq.url)).broker, false)
    await Promise.all([first.stop(), second.stop()])
    expect(await callAll(call)).toEqual(WORDS.map((word) => ({ word })))
    expect(new Set(other.taken.map(({ queue }) => queue))).toEqual(new Set(['shared']))
  })
})

test('without the plugin of RabbitMQ, all calls go to the shared queue, and the log names the plugin', async () => {
  await using rabbitmq = await startRabbitmq({ hasPlugins: false })
  const system = uniqueSystem()
  const asker = await connectBroker(system, rabbitmq.url)
  const server = await connectBroker(system, rabbitmq.url)
  const served = await serveRecorded(server.broker)
  const call = callOver(asker.broker)
  const isTold = ({ lines }: typeof asker) => lines.some(({ msg }) => msg.includes('rabbitmq_consistent_hash_exchange'))
  await expect.poll(() => callAll(call).then(() => [asker, server].map(isTold))).toEqual([true, true])
  expect(await callAll(call)).toEqual(WORDS.map((word) => ({ word })))
  expect(new Set(served.taken.map(({ queue }) => queue))).toEqual(new Set(['shared']))
  for (const { lines } of [asker, server]) {
    expect(lines.filter(({ msg }) => msg === 'RabbitMQ connected')).toHaveLength(2)
  }
})
