import { expect, test } from 'vitest'
import { families } from '../../../../../services/inventory/documents/families.ts'
import { publishEarlierDocuments } from '../../../../../services/inventory/documents/kit/publish-earlier.ts'
import { documentEvents } from '../../../../../services/inventory/documents/stock-hooks.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { DOCUMENTS_CHANGED } from '../../../../../shared/contract/notifications/document-payload.ts'
import type { OutgoingEvent } from '../../../../../shared/messaging/events/outbox.ts'
import { keep } from '../../../../support/keep.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startStockWorld } from '../../stock-world.ts'
import { startPurchaseWorld } from '../purchase/purchase-world.ts'
import { connectInventory } from '../renamed/planted-numbers.ts'

test('open orders of an earlier version are published for reports once, with their lines', async () => {
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
  const publish = () => publishEarlierDocuments(connection, families, { documentEvents, outbox })
  const marks = connection.collection<{ _id: string }>('publishedDocuments')
  await marks.deleteMany({})
  // As 1.3.0 left them, whose events nobody may have been bound for.
  await marks.insertMany(families.map(({ headersName }) => ({ _id: headersName, at: new Date() })))
  await publish()
  const facts = published.flatMap((event) => (event.subject === DOCUMENTS_CHANGED ? [event.payload.data] : []))
  expect(facts.flatMap(({ orders }) => orders.map(({ number }) => number)).toSorted()).toEqual([...numbers, soNo])
  const ofLines = facts.flatMap((one) => one.lines)
  expect(ofLines).toHaveLength(numbers.length + 1)
  expect(ofLines.at(-1)).toMatchObject({ family: 'purchase', version: 1, units: 3, done: 0, open: 3, price: null })
  published.length = 0
  await publish()
  expect(published).toEqual([])
})
