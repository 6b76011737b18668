import { afterEach, expect, test, vi } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { keep } from '../../../../support/keep.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

afterEach(() => vi.useRealTimers())

const MINUTE_MS = 60_000
const soon = { timeout: 30_000 }
/** Shifts the clock of all services, which run in this process; timers go on as before. */
function shiftClock(ms: number): void {
  const moment = Date.now() + ms
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(moment)
}

/** Time for a test to do what comes before an end. */
const SOON_MS = 8_000

/** An order of 5 units from a lot of 5 that expires in a minute, or in so many milliseconds. */
async function anOrderOfExpiring(world: StockWorld, ms = MINUTE_MS) {
  const itemID = await world.newItem()
  const expires = new Date(Date.now() + ms).toISOString()
  const { recNo, partNo } = await world.receive(itemID, 5, { expires })
  const party = { shortID: unique('CUST'), name: 'Hanse Automation' }
  const { shortID: customer } = await world.call(inventory.createCustomer, party)
  const lines = [{ itemID, units: 5, wid: 1 }]
  const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines })
  const linesOf = async () => (await world.call(inventory.listShippingOrderLines, { soNo })).value
  return { itemID, recNo, partNo, soNo, linesOf }
}

test('a lot that expires backorders what was allocated from it, and says so; what comes in then is allocated', async () => {
  const world = keep(await startStockWorld(['notifications']))
  const { itemID, soNo, linesOf } = await anOrderOfExpiring(world, SOON_MS)
  expect(await linesOf()).toMatchObject([{ committed: 5, backordered: 0 }])
  const short = [{ reason: 'expired', reference: '', units: 5 }]
  // Before the sweep's longest pause has passed: it has noticed when the lot ends.
  await expect.poll(linesOf).toMatchObject([{ committed: 0, backordered: 5, short }])
  const told = async () => (await world.call(notifications.listChanges, { since: 0 })).value
  const line = { lineNo: 1, shortID: itemID, warehouse: 1, units: 5 }
  const data = { soNo, status: 'Open', tracking: null, reason: 'expired', lines: [line] }
  const expected = expect.arrayContaining([expect.objectContaining({ type: 'shippingOrder.backordered', data })])
  await expect.poll(told, soon).toEqual(expected)
  await world.receive(itemID, 2)
  await expect.poll(linesOf, soon).toMatchObject([{ committed: 2, backordered: 3 }])
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('without the sweep, nothing is promised or issued from a lot that has expired, and a pack names it', async () => {
  const world = keep(await startStockWorld([], { sweeps: false, allocator: 'off' }))
  const { itemID, recNo, soNo, linesOf } = await anOrderOfExpiring(world)
  await world.receive(itemID, 3)
  shiftClock(MINUTE_MS)
  expect(await linesOf()).toMatchObject([{ committed: 5 }])
  const pack = { soNo, lines: [{ lineNo: 1, units: 5 }] }
  await expect(world.call(inventory.packShippingOrder, pack)).rejects.toMatchObject({
    code: 'conflict',
    message: `Insufficient stock: requested 5, available 3. Lot ${recNo} is expired.`,
  })
  const refusal = { code: 'conflict', message: 'Insufficient stock: requested 1, available 0.' }
  await expect(world.issue(itemID, 1)).rejects.toMatchObject(refusal)
  const reserve = { itemID, wid: 1, units: 1 }
  await expect(world.call(inventory.createReservation, reserve)).rejects.toMatchObject(refusal)
})

test('a lot that is held gives its orders to other lots, and one whose expiry is put off fills them at once', async () => {
  const world = keep(await startStockWorld([], { sweeps: false }))
  const { itemID, recNo, partNo, linesOf } = await anOrderOfExpiring(world)
  await world.call(inventory.amend, { recno: recNo, expires: '2020-01-01' })
  await expect.poll(linesOf, soon).toMatchObject([{ committed: 0, backordered: 5 }])
  await world.call(inventory.amend, { recno: recNo, expires: '2099-01-01' })
  await expect.poll(linesOf, soon).toMatchObject([{ committed: 5, backordered: 0 }])
  const lines = [{ itemID, units: 4, wid: 1 }]
  const { shortID: customer } = await world.call(inventory.createCustomer, {
    shortID: unique('CUST'),
    name: unique('Hanse'),
  })
  const byLot = await world.call(inventory.createShippingOrder, { customer, lines, allocate: 'lots' })
  const linesByLot = async () => (await world.call(inventory.listShippingOrderLines, { soNo: byLot.soNo })).value
  const { recNo: first } = await world.receive(itemID, 4)
  await expect.poll(linesByLot, soon).toMatchObject([{ committed: 4 }])
  await world.receive(itemID, 4)
  await world.call(inventory.hold, { recno: first })
  await expect.poll(linesByLot, soon).toMatchObject([{ committed: 4, backordered: 0 }])
  expect(await linesOf()).toMatchObject([{ committed: 5 }])
  expect(await world.levelOf(partNo)).toMatchObject({ available: 0 })
  expect(await world.reconcile()).toMatchObject({ differences: [], negative: [] })
})
