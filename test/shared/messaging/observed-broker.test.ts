import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Broker } from '../../../shared/messaging/broker.ts'
import { observeBroker } from '../../../shared/messaging/observed-broker.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'

const received = { id: 'a', subject: 'inventory.received', payload: {} }
const events = [received, { ...received, id: 'b' }, { ...received, id: 'c', subject: 'inventory.moved' }]

async function countsAfterPublishing(publish: Broker['publish']): Promise<unknown> {
  const registry = new Registry()
  const broker = observeBroker({ ...createMemoryBroker(), publish }, registry)
  await broker.publish(events).catch(() => undefined)
  const metric = await registry.getSingleMetric('inventory_events_published_total')?.get()
  return metric?.values.map(({ labels, value }) => ({ ...labels, value }))
}

test('events are counted by subject, published or failed together', async () => {
  const counts = (outcome: string) => [
    { subject: 'inventory.received', outcome, value: 2 },
    { subject: 'inventory.moved', outcome, value: 1 },
  ]
  expect(await countsAfterPublishing(async () => undefined)).toEqual(counts('ok'))
  expect(await countsAfterPublishing(() => Promise.reject(new Error('RabbitMQ is gone')))).toEqual(counts('failed'))
})
