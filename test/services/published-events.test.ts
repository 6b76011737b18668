import { expect, test, vi } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { events } from '../../shared/contract/events.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { createAmqpBroker } from '../../shared/messaging/amqp/amqp-broker.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'
import { aMove, anItem, aReceipt } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { serverUrl, startSystem } from '../support/system/system.ts'

// No repeating task ever runs, so the sweep of the outbox publishes nothing: what arrives was sent by the write itself.
vi.mock('../../shared/process/repeating-task.ts', () => ({
  createRepeatingTask: () => ({ wake: () => undefined, [Symbol.asyncDispose]: async () => undefined }),
}))

test('each write publishes its own events, without the sweep of the outbox', async () => {
  await using system = await startSystem({ services: ['catalog', 'inventory'] })
  const { log } = createCapturedLog()
  const url = serverUrl('RABBITMQ_URL')
  await using broker = await createAmqpBroker({ url, system: system.system, name: 'listener', log })
  const arrived: string[] = []
  await broker.subscribe('test.published', Object.keys(events), async ({ subject }) => void arrived.push(subject))

  const { call } = await system.createClient()
  await registerBasics(system.call)
  const { shortID } = await call(catalog.createItem, anItem())
  await expect.poll(() => arrived.toSorted(), { timeout: 20_000 }).toEqual(['catalog.item.changed', 'item.created'])
  await call(inventory.receive, aReceipt({ itemID: shortID }))
  await expect.poll(() => arrived.at(-1), { timeout: 20_000 }).toBe('inventory.received')
  await call(inventory.move, aMove({ itemID: shortID }))
  await expect.poll(() => arrived.at(-1), { timeout: 20_000 }).toBe('inventory.moved')
})
