import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planIssue } from '../../../../../services/inventory/stock/movements/issue.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { toQuantity, toStored } from '../../../../../shared/quantity.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'
import { anIssue, aReceipt } from '../../../../support/records/factories.ts'
import { aDatabase } from '../../../../support/servers/database.ts'
import { createMemoryBroker } from '../../../../support/servers/memory-broker.ts'
import { anEngine, anItemRecord } from '../engine/engine-world.ts'
import { type ReorderWorld, startReorderWorld } from './reorder-world.ts'

let world: ReorderWorld
beforeAll(async () => {
  world = await startReorderWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const RACING = 8
const ROUNDS = 5
const racing = (write: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: RACING }, (_, index) => write(index)))

test('of concurrent issues that take the position below the minimum, exactly one reports the crossing, each time', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 14)
  await world.put(shortID, { minimum: 10, reorderTo: 20 })
  for (let round = 1; round <= ROUNDS; round++) {
    await racing(() => world.issue(shortID, 1))
    expect(await world.eventsOf('item.belowMinimum', shortID)).toHaveLength(round)
    await racing(() => world.receive(shortID, 1))
    expect(await world.eventsOf('item.belowMinimum', shortID)).toHaveLength(round)
  }
  const events = await world.eventsOf('item.belowMinimum', shortID)
  expect(events.map(({ position }) => position)).toEqual(Array(ROUNDS).fill(9))
})

test('a minimum that is set while the stock falls below it makes one event', async () => {
  const items = await racing(async () => {
    const shortID = await world.newItem()
    await world.receive(shortID, 12)
    await Promise.all([world.put(shortID, { minimum: 10, reorderTo: 20 }), world.issue(shortID, 5)])
    return shortID
  })
  for (const shortID of items)
    expect(await world.eventsOf('item.belowMinimum', String(shortID))).toMatchObject([{ position: 7 }])
})

test('of concurrent writes in several processes, exactly one reports a crossing', async () => {
  const database = aDatabase()
  const broker = createMemoryBroker()
  const [partNo, item] = [7, anItemRecord(7)]
  const told: number[] = []
  let issued = 0
  await broker.subscribe('test', ['item.belowMinimum', 'inventory.issued'], async ({ subject, payload }) => {
    if (subject === 'inventory.issued') issued++
    else told.push(Object(payload).data.position)
  })
  const engines = [await anEngine({ database, broker }), await anEngine({ database, broker })]
  const engineOf = (index: number) => (engines[index % engines.length] ?? engines[0])?.stock
  const write = (index: number, kind: 'receive' | 'issue', units: number) => {
    const entry = toEntry(inventory[kind], {}, aContext({ operationId: randomUUID() }))
    const given = { itemID: item.shortID, units, wid: 1 }
    return engineOf(index)?.change<unknown>([partNo], entry, (stock, numbers) =>
      kind === 'receive'
        ? planReceive({ ...inventory.receive.input.parse(aReceipt(given)), units }, item, stock, numbers)
        : planIssue({ ...inventory.issue.input.parse(anIssue(given)), units }, item, stock, numbers),
    )
  }
  await write(0, 'receive', 14)
  const ten = toStored(toQuantity(10))
  const levels = { minimum: ten, reorderTo: ten, leadDays: null }
  const entry = toEntry(inventory.putReorderPoint, {}, aContext({ operationId: randomUUID() }))
  await engineOf(0)?.change([partNo], entry, async () => ({
    entries: [],
    reorder: [{ partNo, wid: 1, levels }],
    result: undefined,
  }))
  for (let round = 1; round <= ROUNDS; round++) {
    await racing(async (index) => write(index, 'issue', 1))
    await expect.poll(() => issued, { timeout: 5_000 }).toBe(RACING * round)
    await broker.idle()
    expect(told).toEqual(Array(round).fill(9))
    await racing(async (index) => write(index, 'receive', 1))
  }
})
