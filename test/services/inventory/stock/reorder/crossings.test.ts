import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type ReorderWorld, startReorderWorld } from './reorder-world.ts'

let world: ReorderWorld
beforeAll(async () => {
  // Reservations end without a record, as they may at any time.
  world = await startReorderWorld({ sweeps: false })
})
afterAll(() => world[Symbol.asyncDispose]())

const MINIMUM = { minimum: 10, reorderTo: 30, leadDays: 7 }

/** An item with units in warehouse 1 and a minimum of 10. */
async function anItemWith(units: number) {
  const shortID = await world.newItem()
  const { partNo, recNo } = await world.receive(shortID, units)
  await world.put(shortID, MINIMUM)
  const positions = async () => {
    const events = await world.eventsOf('item.belowMinimum', shortID)
    return events.map(({ position }) => position)
  }
  return { shortID, partNo, recno: recNo, positions }
}

test('an issue that takes the position below the minimum makes one event, and another one after it has risen', async () => {
  const { shortID, partNo, positions } = await anItemWith(15)
  await world.issue(shortID, 5)
  expect(await positions()).toEqual([])
  await world.issue(shortID, 0.5)
  expect(await world.eventsOf('item.belowMinimum', shortID)).toEqual([
    { partNo, shortID, wid: 1, position: 9.5, ...MINIMUM },
  ])
  await world.issue(shortID, 3)
  await world.receive(shortID, 1)
  await world.issue(shortID, 1)
  expect(await positions()).toEqual([9.5])
  await world.receive(shortID, 3.5)
  await world.issue(shortID, 2)
  expect(await positions()).toEqual([9.5, 8])
})

test('a crossing is reported when units are no longer on order, and not when they are received', async () => {
  const { shortID, positions } = await anItemWith(10)
  const vendor = (await world.call(inventory.createVendor, { shortID: unique('V'), name: 'Vendor' })).shortID
  const order = async (units: number) => {
    const lines = [{ shortID, units, warehouse: 1 }]
    return (await world.call(inventory.createPurchaseOrder, { vendor, lines })).poNo
  }
  const [canceled, finalized, changed] = [await order(5), await order(6), await order(7)]
  await world.receive(shortID, 2, { reference: finalized, line: 1 })
  await world.issue(shortID, 12)
  expect(await world.position(shortID)).toBe(16)
  expect(await positions()).toEqual([])
  await world.call(inventory.cancelPurchaseOrder, { poNo: canceled })
  await world.call(inventory.updatePurchaseOrder, { poNo: changed, lines: [{ lineNo: 1, units: 5 }] })
  expect(await positions()).toEqual([9])
  await world.call(inventory.updatePurchaseOrder, { poNo: changed, lines: [{ lineNo: 1, units: 10 }] })
  await world.call(inventory.finalizePurchaseOrder, { poNo: finalized })
  expect(await positions()).toEqual([9])
  await world.call(inventory.cancelPurchaseOrder, { poNo: changed })
  expect(await positions()).toEqual([9, 0])
})

test('what another system no longer has ordered makes an event', async () => {
  const { shortID, positions } = await anItemWith(4)
  const line = { kind: 'onOrder', reference: unique('PO'), line: 1, itemID: shortID, wid: 1 } as const
  await world.system.call(inventory.putOrderLine, { ...line, units: 8 })
  expect(await positions()).toEqual([4])
  await world.system.call(inventory.putOrderLine, { ...line, units: 5 })
  expect(await positions()).toEqual([4, 9])
})

test('a crossing is reported for a reservation, a hold and a move to another warehouse, and not for a move within the warehouse', async () => {
  const { shortID, recno, positions } = await anItemWith(15)
  await world.put(shortID, { wid: 2, minimum: 3, reorderTo: 3 })
  expect(await positions()).toEqual([0])
  const { reservationID } = await world.call(inventory.createReservation, { itemID: shortID, wid: 1, units: 6 })
  expect(await positions()).toEqual([0, 9])
  await world.call(inventory.releaseReservation, { reservationID })
  const held = await world.call(inventory.hold, { recno, units: 7 })
  expect(await positions()).toEqual([0, 9, 8])
  await world.call(inventory.release, { recno: held.recNo })
  await world.move(shortID, 14, { toSpot: 'ELSEWHERE' })
  expect(await positions()).toEqual([0, 9, 8])
  await world.move(shortID, 6, { shipToWid: 2 })
  expect(await positions()).toEqual([0, 9, 8, 9])
  expect(await world.eventsOf('item.belowMinimum', shortID)).toMatchObject([
    { wid: 2 },
    { wid: 1 },
    { wid: 1 },
    { wid: 1 },
  ])
})

test('a minimum that is set above the position makes an event, unless the position was below it before', async () => {
  const { shortID, positions } = await anItemWith(15)
  await world.put(shortID, { minimum: 15, reorderTo: 30 })
  expect(await positions()).toEqual([])
  await world.put(shortID, { minimum: 16, reorderTo: 30 })
  expect(await positions()).toEqual([15])
  await world.put(shortID, { minimum: 16, reorderTo: 40 })
  await world.put(shortID, { minimum: 20, reorderTo: 40 })
  expect(await positions()).toEqual([15])
  await world.put(shortID, { minimum: null })
  await world.issue(shortID, 10)
  expect(await positions()).toEqual([15])
  await world.put(shortID, MINIMUM)
  expect(await positions()).toEqual([15, 5])
})

test('the lines of a batch report crossings as separate requests would', async () => {
  const { shortID, positions } = await anItemWith(12)
  const key = { itemID: shortID, wid: 1 }
  const [issue, receive] = [
    { action: 'issue', ...key, units: 4, reasonCode: 20 } as const,
    { action: 'receive', ...key, units: 4, reasonCode: 10 } as const,
  ]
  await world.call(inventory.batch, { mode: 'atomic', lines: [issue, receive, issue, issue] })
  expect(await positions()).toEqual([8, 8])
})

test('a dry run and a refused write report no crossing', async () => {
  const { shortID, positions } = await anItemWith(12)
  const issue = { itemID: shortID, wid: 1, units: 4, reasonCode: 20 }
  await world.call(inventory.previewIssue, { ...issue, dryRun: true })
  await world.call(inventory.previewBatch, { dryRun: true, mode: 'atomic', lines: [{ action: 'issue', ...issue }] })
  const tooMany = { action: 'issue', ...issue, units: 1_000 } as const
  const refused = world.call(inventory.batch, { mode: 'atomic', lines: [{ action: 'issue', ...issue }, tooMany] })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  expect(await positions()).toEqual([])
})

test('units of a reservation that has ended count as free, recorded or not', async () => {
  const { shortID, recno, partNo, positions } = await anItemWith(15)
  const expires = new Date(Date.now() + 1_000).toISOString()
  await world.call(inventory.createReservation, { itemID: shortID, wid: 1, units: 6, expires })
  expect(await positions()).toEqual([9])
  await expect.poll(() => world.levelOf(partNo), { timeout: 10_000 }).toMatchObject({ available: 15 })
  const { recNo: held } = await world.call(inventory.hold, { recno, units: 6 })
  expect(await positions()).toEqual([9, 9])
  await world.call(inventory.release, { recno: held })
  // Records the end too.
  await world.issue(shortID, 7)
  expect(await positions()).toEqual([9, 9, 8])
})
