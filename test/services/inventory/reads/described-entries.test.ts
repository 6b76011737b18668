import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { inventory, type LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { MAX_EVENTS, notifications } from '../../../../shared/contract/notifications/notifications.ts'
import { type StockWorld, shareStockWorld } from '../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld(['notifications'])
})

type Entry = z.output<typeof LedgerEntry>

/** The entries of an item as its events carry them, once there are `count` of them. */
async function eventsOf(shortID: string, count: number): Promise<Entry[]> {
  const read = async () => {
    const { value } = await world.system.call(notifications.readEvents, { since: 0, limit: MAX_EVENTS })
    // Events of stock, whose data is an entry.
    const entries = value.filter(({ type }) => type.startsWith('inventory.')).map(({ data }) => data as Entry)
    return entries.filter(({ itemID }) => itemID === shortID)
  }
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBe(count)
  return (await read()).sort((one, other) => one.transactionNo - other.transactionNo)
}

test('an event says what its lots are worth and how old they are, and an entry is described later as its event was', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 10, { price: 1.5, expires: '2031-01-31' })
  const before = await world.move(itemID, 2, { toSpot: 'B' })
  await world.call(inventory.amend, { recno: recNo, price: 2, received: '2026-01-31' })
  const between = await world.move(itemID, 3, { recno: recNo, toSpot: 'C' })
  await world.call(inventory.amend, { recno: recNo, price: null, expires: null })
  await world.call(inventory.amend, { recno: before.recNo, price: 9 })
  await world.issue(itemID, 1, { recno: recNo })

  const events = await eventsOf(itemID, 7)
  const factsOf = (lot: number) =>
    events.flatMap(({ lots }) => lots.filter((step) => step.recNo === lot).map(({ facts }) => facts?.price))
  expect(factsOf(recNo)).toEqual([1.5, 1.5, 2, 2, null, null])
  expect(factsOf(before.recNo)).toEqual([1.5, 9])
  expect(factsOf(between.recNo)).toEqual([2])
  expect(events[3]?.lots).toMatchObject([
    { recNo, facts: { received: '2026-01-31T00:00:00.000Z', expires: '2031-01-31T00:00:00.000Z' } },
    { recNo: between.recNo, facts: { received: '2026-01-31T00:00:00.000Z', expires: '2031-01-31T00:00:00.000Z' } },
  ])

  const transactionNos = [...events.map(({ transactionNo }) => transactionNo), 2_000_000_000]
  const { value } = await world.system.call(inventory.describeEntries, { transactionNos })
  expect(value).toEqual(events)
})

test('no client reads events in full or descriptions of entries, and its own responses do not have what only services get', async () => {
  const itemID = await world.newItem()
  const { transactionNo } = await world.receive(itemID, 1, { price: 3 })
  const forbidden = { code: 'forbidden' }
  const { call } = world
  await expect(call(notifications.readEvents, { since: 0, limit: 1 })).rejects.toMatchObject(forbidden)
  await expect(call(inventory.describeEntries, { transactionNos: [transactionNo] })).rejects.toMatchObject(forbidden)
  await eventsOf(itemID, 1)
  const { value } = await call(notifications.listChanges, { since: 0, limit: 1_000 })
  expect(JSON.stringify(value)).toContain(itemID)
  expect(JSON.stringify(value)).not.toMatch(/"facts":|"wids":/)
})
