import { afterEach, expect, test, vi } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { keep } from '../../../support/keep.ts'
import { type StockWorld, startStockWorld } from '../stock-world.ts'

afterEach(() => vi.useRealTimers())

/** Shifts the clock of all services, which run in this process; timers go on as before. */
function shiftClock(ms: number): void {
  const moment = Date.now() + ms
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(moment)
}

const MINUTE_MS = 60_000

async function reserveFor(world: StockWorld, itemID: string, units: number, ms: number, more = {}) {
  const expires = new Date(Date.now() + ms).toISOString()
  return world.call(inventory.createReservation, { itemID, units, wid: 1, expires, ...more })
}

test('without the sweep, a reservation counts up to its end and not from it on, in reads and writes', async () => {
  const world = keep(await startStockWorld([], { sweeps: false }))
  const itemID = await world.newItem()
  const { partNo, recNo } = await world.receive(itemID, 10)
  const short = await reserveFor(world, itemID, 4, MINUTE_MS, { recno: recNo, reference: 'CART-1' })
  const long = await reserveFor(world, itemID, 5, 2 * MINUTE_MS)
  shiftClock(MINUTE_MS - 5_000)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 9, available: 1 })
  shiftClock(5_000)
  const now = { inStock: 10, committed: 5, available: 5 }
  expect(await world.levelOf(partNo)).toMatchObject(now)
  expect(await world.levelOf(partNo, 1)).toMatchObject(now)
  const explained = await world.call(inventory.explainLevel, { itemID, wid: 1 })
  expect(explained).toMatchObject({ level: now, reservations: [{ reservationID: long.reservationID }] })
  const ended = { remaining: 0, state: 'Expired' }
  expect(await world.call(inventory.getReservation, short)).toMatchObject(ended)
  expect(await world.call(inventory.listReservations, { itemID, state: 'Active' })).toMatchObject({ totalCount: 1 })
  expect(await world.call(inventory.listReservations, { itemID, state: 'Expired' })).toMatchObject({ totalCount: 1 })
  const { reservationID } = short
  await expect(world.call(inventory.updateReservation, { reservationID, priority: 1 })).rejects.toMatchObject({
    message: `Reservation ${reservationID} is Expired.`,
  })
  const ledger = (type: 'expire') => world.call(inventory.listTransactions, { shortID: itemID, type })
  expect(await ledger('expire')).toMatchObject({ totalCount: 0 })

  // The lot is free again, also for others; the write records the end in its transaction.
  expect(await world.issue(itemID, 5)).toMatchObject({ lots: [{ recNo, units: 5 }] })
  expect(await ledger('expire')).toMatchObject({
    value: [{ reference: 'CART-1', units: 4, levels: [{ figure: 'committed', units: -4 }] }],
  })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, committed: 5, available: 0 })
  expect(await world.call(inventory.getReservation, short)).toMatchObject(ended)
  shiftClock(MINUTE_MS)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 0, available: 5 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('the end of a reservation can be moved or taken away', async () => {
  const world = keep(await startStockWorld([], { sweeps: false }))
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 10)
  const { reservationID } = await reserveFor(world, itemID, 4, MINUTE_MS)
  const endless = await reserveFor(world, itemID, 1, MINUTE_MS)
  const later = new Date(Date.now() + 3 * MINUTE_MS).toISOString()
  await world.call(inventory.updateReservation, { reservationID, expires: later })
  await world.call(inventory.updateReservation, { reservationID: endless.reservationID, expires: null })
  shiftClock(2 * MINUTE_MS)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 5 })
  const sooner = new Date(Date.now() + 30_000).toISOString()
  await world.call(inventory.updateReservation, { reservationID, expires: sooner })
  shiftClock(30_000)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 1 })
})

test('many that end at once are recorded over several writes, and none of them counts meanwhile', async () => {
  const world = keep(await startStockWorld([], { sweeps: false }))
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 100)
  await Promise.all(Array.from({ length: 70 }, () => reserveFor(world, itemID, 1, MINUTE_MS)))
  shiftClock(MINUTE_MS + 30_000)
  for (const left of [99, 98, 97]) {
    await world.issue(itemID, 1)
    expect(await world.levelOf(partNo)).toMatchObject({ committed: 0, available: left })
  }
  expect(await world.call(inventory.listTransactions, { shortID: itemID, type: 'expire' })).toMatchObject({
    totalCount: 70,
  })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('the sweep records the end in the ledger without any request, once', async () => {
  const world = keep(await startStockWorld())
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 10)
  await reserveFor(world, itemID, 4, 5_000)
  await reserveFor(world, itemID, 3, 6_000)
  const expired = () => world.call(inventory.listTransactions, { shortID: itemID, type: 'expire' })
  // Before the sweep's longest pause has passed: it has noticed when they end.
  await expect.poll(async () => (await expired()).totalCount).toBe(2)
  expect((await expired()).value.map(({ units, clientId }) => ({ units, clientId }))).toEqual(
    expect.arrayContaining([
      { units: 4, clientId: 'inventory' },
      { units: 3, clientId: 'inventory' },
    ]),
  )
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 0 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('a reservation that the reversal of an issue reopens ends when it says, also if another one has ended since', async () => {
  const world = keep(await startStockWorld([], { sweeps: false }))
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 10)
  await reserveFor(world, itemID, 1, MINUTE_MS)
  await reserveFor(world, itemID, 5, 3 * MINUTE_MS, { reference: 'CART-2' })
  const { transactionNo } = await world.issue(itemID, 5, { reference: 'CART-2' })
  shiftClock(2 * MINUTE_MS)
  await world.receive(itemID, 1)
  await world.call(inventory.reverse, { transactionNo })
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 5, available: 6 })
  shiftClock(2 * MINUTE_MS)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 0, available: 11 })
})
