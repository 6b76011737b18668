import { expect, test } from 'vitest'
import { readBatch, toBatches } from '../../../shared/messaging/amqp/event-batch.ts'
import { UnreadableEvent } from '../../../shared/messaging/broker.ts'
import { connectBroker } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'

const anEvent = (id: number, subject: string) => ({ id: String(id), subject, payload: { id } })

test('events of several subjects travel as one message, in their sequence', () => {
  const events = ['a.b', 'c.d', 'a.b'].map((subject, id) => anEvent(id, subject))
  expect(toBatches(events)).toMatchObject([{ routingKey: 'a.b.c.d', events }])
})

test('a message has at most 100 events, and a routing key of at most 255 bytes', () => {
  const many = Array.from({ length: 250 }, (_, id) => anEvent(id, 'a.b'))
  expect(toBatches(many).map(({ events }) => events.length)).toEqual([100, 100, 50])
  const various = Array.from({ length: 30 }, (_, id) => anEvent(id, `subject.number-${id + 10}`))
  const batches = toBatches(various)
  expect(batches.flatMap(({ events }) => events)).toEqual(various)
  expect(batches.map(({ routingKey }) => routingKey.length <= 255)).toEqual([true, true, true])
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
  expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1)
})
