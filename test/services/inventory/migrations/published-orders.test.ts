import { expect, test } from 'vitest'
import { documentEvents } from '../../../../services/inventory/documents/stock-hooks.ts'
import { publishedOrders } from '../../../../services/inventory/migrations/2.0.0-published-orders.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { DOCUMENTS_CHANGED } from '../../../../shared/contract/notifications/document-payload.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { keep } from '../../../support/keep.ts'
import { migrated } from '../../../support/migrated.ts'
import { unique } from '../../../support/records/factories.ts'
import { startPurchaseWorld } from '../documents/purchase/purchase-world.ts'
import { startStockWorld } from '../stock-world.ts'
import { connectInventory } from './planted-numbers.ts'

test('open orders are published for reports, with their lines', async () => {
  const world = keep(await startPurchaseWorld([], startStockWorld))
  const itemID = await world.newItem()
  const lines = [{ shortID: itemID, warehouse: 1, units: 3 }]
  const numbers = []
  // More than one command reads.
  for (let index = 0; index < 51; index++) numbers.push((await world.create(lines)).poNo)
  const closed = await world.create(lines)
  await world.ofOrder(closed.poNo).cancel()
  const customer = await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })
  const { soNo } = await world.call(inventory.createShippingOrder, {
    customer: customer.shortID,
    lines: [{ shortID: itemID, wid: 1, units: 2 }],
  })

  const connection = await connectInventory(world)
  const published: OutgoingEvent[] = []
  const outbox = { add: (events: readonly OutgoingEvent[]) => void published.push(...events) } as never
  const migration = publishedOrders({ connection, documentEvents, outbox })
  const count = numbers.length + 1
  expect([await migration.count(), await migrated(migration)]).toEqual([count, count])
  const facts = published.flatMap((event) => (event.subject === DOCUMENTS_CHANGED ? [event.payload.data] : []))
  expect(facts.flatMap(({ orders }) => orders.map(({ number }) => number)).toSorted()).toEqual([...numbers, soNo])
  const ofLines = facts.flatMap((one) => one.lines)
  expect(ofLines).toHaveLength(numbers.length + 1)
  expect(ofLines[0]).toMatchObject({ family: 'purchase', version: 1, units: 3, done: 0, open: 3, price: null })
  // As a run goes on that was killed behind the first batch.
  expect(await migrated(migration, `0/${numbers[49]}`)).toBe(2)
  expect(await migrated(migration, `1/${soNo}`)).toBe(0)
})
