import { expect, onTestFinished, test } from 'vitest'
import { subscribe } from '../../../shared/messaging/events/subscribe.ts'
import { aStockEvent } from '../../support/records/factories.ts'
import { connectBroker, openChannel } from '../../support/servers/amqp.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'

const anEvent = (transactionNo: number) => ({ id: `event ${transactionNo}`, ...aStockEvent(transactionNo) })

/** A list of what was handled, and a promise for the moment when so much was. */
function recorder() {
  const seen: number[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    seen,
    record({ data }: { data: { transactionNo: number } }) {
      seen.push(data.transactionNo)
      for (const { resolve } of waiting.filter(({ count }) => seen.length >= count)) resolve()
    },
    reached: (count: number) =>
      seen.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.push({ count, resolve })
          }),
  }
}

async function proxied(system: string) {
  const proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { proxy, ...(await connectBroker(system, proxy.url)) }
}

test('an event reaches every queue that wants its subject, and one process of each', async () => {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system)
  const stock = recorder()
  const other = recorder()
  const reports = recorder()
  await subscribe(broker, 'stock', 'inventory.received', async (event) => stock.record(event))
  await subscribe(broker, 'stock', 'inventory.received', async (event) => other.record(event))
  await subscribe(broker, 'reports', 'inventory.received', async (event) => reports.record(event))
  for (let number = 1; number <= 20; number++) await broker.publish([anEvent(number)])
  await reports.reached(20)
  await expect.poll(() => stock.seen.length + other.seen.length).toBe(20)
  expect([...stock.seen, ...other.seen].sort((one, two) => one - two)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
})

test('a queue no longer gets the events of subjects that an earlier version has bound', async () => {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system)
  const nothing = async () => undefined
  const earlier = await broker.subscribe('stock', ['inventory.received'], nothing)
  await earlier[Symbol.asyncDispose]()
  const former = ['inventory.received', 'inventory.moved']
  const later = await broker.subscribe('stock', ['inventory.issued'], nothing, { former })
  await later[Symbol.asyncDispose]()
  await broker.publish([anEvent(1)])
  await broker.publish([{ ...anEvent(2), subject: 'inventory.issued' }])
  const channel = await openChannel()
  const got: string[] = []
  const take = async () => {
    const message = await channel.get(`${system}.stock`, { noAck: true })
    if (message) got.push(message.fields.routingKey)
    return got.length
  }
  await expect.poll(take).toBe(1)
  expect(got).toEqual(['inventory.issued'])
})

test('an event that could not be handled is handled again until it is', async () => {
  const { broker } = await connectBroker(uniqueSystem())
  const handled = recorder()
  let failures = 0
  await subscribe(broker, 'stock', 'inventory.received', async (event) => {
    if (failures++ < 2) throw new Error('not now')
    handled.record(event)
  })
  await broker.publish([anEvent(1)])
  await handled.reached(1)
  expect(handled.seen).toEqual([1])
})

test('an event that is not what the contract says is set aside, and holds up no others', async () => {
  const { broker, lines } = await connectBroker(uniqueSystem())
  const handled = recorder()
  await subscribe(broker, 'stock', 'inventory.received', async (event) => handled.record(event))
  for (let number = 1; number <= 20; number++) {
    await broker.publish([{ id: `bad ${number}`, subject: 'inventory.received', payload: { transactionNo: 'x' } }])
  }
  await broker.publish([anEvent(1)])
  await handled.reached(1)
  // Each is logged once its dead-letter queue has it, which the good event need not wait for.
  await expect.poll(() => lines.filter(({ level }) => level >= 50)).toHaveLength(20)
})

test('an event is delivered again when the process that handled it is gone before it was done', async () => {
  const system = uniqueSystem()
  const crashing = await proxied(system)
  const { broker } = await connectBroker(system)
  const begun = recorder()
  const handled = recorder()
  await subscribe(crashing.broker, 'stock', 'inventory.received', async (event) => {
    begun.record(event)
    await new Promise<never>(() => undefined)
  })
  await broker.publish([anEvent(1)])
  await begun.reached(1)
  await subscribe(broker, 'stock', 'inventory.received', async (event) => handled.record(event))
  crashing.proxy.refuse()
  await handled.reached(1)
  expect([begun.seen, handled.seen]).toEqual([[1], [1]])
})

test('an event whose handling is given up at a stop is handled by the next process', async () => {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system)
  const begun = recorder()
  const handled = recorder()
  const stopped = await subscribe(broker, 'stock', 'inventory.received', async (event) => {
    begun.record(event)
    throw new Error('not now')
  })
  await broker.publish([anEvent(1)])
  await begun.reached(1)
  await stopped[Symbol.asyncDispose]()
  await broker[Symbol.asyncDispose]()
  const next = await connectBroker(system)
  await subscribe(next.broker, 'stock', 'inventory.received', async (event) => handled.record(event))
  await handled.reached(1)
  expect(handled.seen).toEqual([1])
})

test('events published while the subscriber is away wait for it', async () => {
  const system = uniqueSystem()
  const away = await proxied(system)
  const { broker } = await connectBroker(system)
  const handled = recorder()
  await subscribe(away.broker, 'stock', 'inventory.received', async (event) => handled.record(event))
  away.proxy.refuse()
  await expect.poll(() => away.lines.some(({ msg }) => msg === 'RabbitMQ cannot be reached')).toBe(true)
  await broker.publish([anEvent(1)])
  away.proxy.heal()
  await handled.reached(1)
  expect(handled.seen).toEqual([1])
})

test('the queue of a subscriber is a quorum queue', async () => {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system)
  await subscribe(broker, 'stock', 'inventory.received', async () => undefined)
  const channel = await openChannel()
  channel.on('error', () => undefined)
  await expect(channel.assertQueue(`${system}.stock`, { durable: true })).rejects.toThrow("'quorum'")
})

test('publishing without a connection fails, and so does publishing while it breaks', async () => {
  const { broker, proxy } = await proxied(uniqueSystem())
  proxy.freeze()
  const publishing = broker.publish([anEvent(1)])
  const failing = expect(publishing).rejects.toThrow()
  proxy.refuse()
  await failing
  await expect(broker.publish([anEvent(2)])).rejects.toThrow()
  proxy.heal()
})
