import { expect, test } from 'vitest'
import { readBatch, toBatches } from '../../../shared/messaging/amqp/event-batch.ts'
import { type EventMessage, MAX_MESSAGE_BYTES, UnreadableEvent } from '../../../shared/messaging/broker.ts'
import { connectBroker } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'

const readAll = (events: readonly EventMessage[]) =>
  toBatches(events).map(({ routingKey, body }) => ({ routingKey, body, events: readBatch(body) }))
const anEvent = (id: number, subject: string) => ({ id: String(id), subject, payload: { id } })

test('events of several subjects travel as one message, in their sequence', () => {
  const events = ['a.b', 'c.d', 'a.b'].map((subject, id) => anEvent(id, subject))
  expect(readAll(events)).toMatchObject([{ routingKey: 'a.b.c.d', events }])
})

test('a message has at most 100 events, and a routing key of at most 255 bytes', () => {
  const many = Array.from({ length: 250 }, (_, id) => anEvent(id, 'a.b'))
  expect(readAll(many).map(({ events }) => events.length)).toEqual([100, 100, 50])
  const various = Array.from({ length: 30 }, (_, id) => anEvent(id, `subject.number-${id + 10}`))
  const batches = readAll(various)
  expect(batches.flatMap(({ events }) => events)).toEqual(various)
  expect(batches.map(({ routingKey }) => routingKey.length <= 255)).toEqual([true, true, true])
})

test('a message has at most 15 MiB, unless one event has more', () => {
  const sizes = [7, 7, 7, 16, 1, 1]
  const events = sizes.map((size, id) => ({ ...anEvent(id, 'a.b'), payload: 'é'.repeat(size * 2 ** 19) }))
  const batches = readAll(events)
  expect(batches.map((batch) => batch.events.map(({ id }) => id))).toEqual([['0', '1'], ['2'], ['3'], ['4', '5']])
  expect(batches.map(({ body }) => body.length <= MAX_MESSAGE_BYTES)).toEqual([true, true, false, true])
})

test('events that are together larger than RabbitMQ takes a message arrive', async () => {
  const { broker } = await connectBroker(uniqueSystem())
  const seen: string[] = []
  await broker.subscribe('one', ['inventory.received'], async ({ id }) => void seen.push(id))
  const events = [0, 1, 2, 3].map((id) => ({ ...anEvent(id, 'inventory.received'), payload: 'x'.repeat(5_000_000) }))
  await broker.publish(events)
  await expect.poll(() => seen).toEqual(['0', '1', '2', '3'])
})

test('a body that no publisher of events makes cannot be read', () => {
  for (const body of ['', '{}', '[{"id":1}]']) expect(() => readBatch(Buffer.from(body)), body).toThrow(UnreadableEvent)
})

test('each queue gets those events of a message that it wants, in their sequence', async () => {
  const { broker } = await connectBroker(uniqueSystem())
  const seen = { received: [] as string[], both: [] as string[] }
  const note = (list: string[]) => async (event: { id: string }) => void list.push(event.id)
  await broker.subscribe('one', ['inventory.received'], note(seen.received))
  await broker.subscribe('other', ['inventory.moved', 'inventory.received'], note(seen.both))
  const subjects = ['inventory.received', 'inventory.moved', 'inventory.issued', 'inventory.received']
  await broker.publish(subjects.map((subject, id) => anEvent(id, subject)))
  await expect.poll(() => seen).toEqual({ received: ['0', '3'], both: ['0', '1', '3'] })
})

test('an event that cannot be handled holds up no others of its message', async () => {
  const { broker, lines } = await connectBroker(uniqueSystem())
  const seen: string[] = []
  await broker.subscribe('one', ['inventory.received'], async ({ id }) => {
    if (id === '1') throw new UnreadableEvent('This one')
    seen.push(id)
  })
  await broker.publish([0, 1, 2].map((id) => anEvent(id, 'inventory.received')))
  await expect.poll(() => seen).toEqual(['0', '2'])
  await expect.poll(() => lines.filter(({ level }) => level >= 50)).toHaveLength(1)
})
