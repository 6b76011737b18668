import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { keep } from '../../../../support/keep.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

const REASONS = { reasonIn: 10, reasonOut: 20 }
const adjust = (itemID: string, expected: number, counted: number, spot = 'A-01') =>
  world.call(inventory.adjust, { itemID, wid: 1, spot, expected, counted, reasonCode: 20 })

/** Counts an item at one spot or several, and posts the count. */
async function count(itemID: string, counted: Readonly<Record<string, number>>) {
  const { countNo } = await world.call(inventory.createCount, { wid: 1, items: [itemID] })
  for (const [spot, units] of Object.entries(counted))
    await world.call(inventory.countLine, { countNo, itemID, spot, counted: units })
  await world.call(inventory.submitCount, { countNo, uncounted: 'skip' })
  // Another client than the one that counted.
  await world.system.call(inventory.approveCount, { countNo })
  return world.call(inventory.postCount, { countNo, ...REASONS })
}

/** What finds that the units of a spot are not there. */
const lose = {
  adjustment: (itemID: string, expected: number, counted: number) => adjust(itemID, expected, counted),
  count: (itemID: string, _: number, counted: number) => count(itemID, { 'A-01': counted }),
  batch: (itemID: string, expected: number, counted: number) => {
    const line = { action: 'adjust', itemID, wid: 1, spot: 'A-01', expected, counted, reasonCode: 20 }
    return world.call(inventory.batch, { mode: 'atomic', lines: [line] })
  },
} as const
const ways = Object.keys(lose) as (keyof typeof lose)[]
const ledgerOf = async (itemID: string) => (await world.call(inventory.listTransactions, { itemID })).value
const pack = (soNo: string, units: number, lineNo = 1) =>
  world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo, units }] })
const isRight = { differences: [], negative: [] }

test.each(ways)('what is lost by %s is backordered in the same transaction, and the line says why', async (way) => {
  const { itemID, partNo } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 4 }])
  await lose[way](itemID, 5, 1)
  const short = [{ reason: 'lost', reference: '', units: 3 }]
  expect(await world.linesOf(soNo)).toMatchObject([{ units: 4, committed: 1, backordered: 3, short }])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 1, committed: 1, available: 0 })
  expect((await ledgerOf(itemID)).slice(0, 2)).toMatchObject([
    { type: 'unreserve', reference: soNo, line: 1, units: 3, remark: 'Backordered: lost' },
    { type: 'issue', units: 4 },
  ])
  await pack(soNo, 1)
  expect(await world.reconcile()).toMatchObject(isRight)
})

test.each(ways)(
  'of reserved lots, what %s finds missing of the lot is backordered, lowest priority first',
  async (way) => {
    const { itemID, recNo } = await world.anItemWith(6)
    const byLots = (priority: number) => world.create([{ itemID, units: 2 }], { allocate: 'lots', priority })
    const [high, low] = [await byLots(9), await byLots(1)]
    await world.receive(itemID, 7, { spot: 'B-01' })
    await lose[way](itemID, 6, 3)
    expect(await world.linesOf(high.soNo)).toMatchObject([{ committed: 2, backordered: 0, short: [] }])
    const short = expect.arrayContaining([{ reason: 'lost', reference: '', units: 1 }])
    expect(await world.linesOf(low.soNo)).toMatchObject([{ committed: 1, backordered: 1, short }])
    expect((await world.lotsOf(itemID)).find((lot) => lot.recNo === recNo)).toMatchObject({ units: 3 })
    await world.call(inventory.allocateShippingOrder, { soNo: low.soNo })
    expect(await world.linesOf(low.soNo)).toMatchObject([{ committed: 2, backordered: 0, short: [] }])
    await Promise.all([pack(high.soNo, 2), pack(low.soNo, 2)])
    expect(await world.reconcile()).toMatchObject(isRight)
  },
)

const PACKED = 'Packed at the spot: 3. Ship or unpack them first.'
const unpack = (soNo: string, units: number) =>
  world.call(inventory.unpackShippingOrder, { soNo, lines: [{ lineNo: 1, units }] })

test.each(['adjustment', 'batch'] as const)('%s of packed units is refused until they are unpacked', async (way) => {
  const { itemID } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 4 }])
  await pack(soNo, 3)
  const message = `Insufficient stock: requested 4, available 2. ${PACKED}`
  await expect(lose[way](itemID, 5, 1)).rejects.toMatchObject({
    code: 'conflict',
    message: way === 'batch' ? `lines[0]: ${message}` : message,
  })
  expect(await world.linesOf(soNo)).toMatchObject([{ packed: 3, committed: 1, backordered: 0 }])
  await unpack(soNo, 3)
  await lose[way](itemID, 5, 1)
  expect(await world.linesOf(soNo)).toMatchObject([{ packed: 0, committed: 1, backordered: 3 }])
  expect(await world.reconcile()).toMatchObject(isRight)
})

test('packed units block the line of a count until they are unpacked', async () => {
  const { itemID } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 4 }])
  await pack(soNo, 3)
  const { countNo, status } = await count(itemID, { 'A-01': 1 })
  expect(status).toBe('Partial')
  const blocked = `4 units are missing, 2 can be taken. ${PACKED}`
  expect((await world.call(inventory.getCount, { countNo })).lines).toMatchObject([{ state: 'Blocked', blocked }])
  await unpack(soNo, 3)
  expect(await world.call(inventory.postCount, { countNo, ...REASONS })).toMatchObject({ status: 'Posted' })
  expect(await world.linesOf(soNo)).toMatchObject([{ packed: 0, committed: 1, backordered: 3 }])
  expect(await world.reconcile()).toMatchObject(isRight)
})

test('a reservation of a lot that belongs to no order loses what the lot has lost; one of any lot stays', async () => {
  const { itemID, partNo, recNo } = await world.anItemWith(4)
  const reserve = (units: number, recno?: number) =>
    world.call(inventory.createReservation, { itemID, wid: 1, units, recno, reference: 'JOB-7', line: 2 })
  const ofLot = await reserve(3, recNo)
  await adjust(itemID, 4, 2)
  expect(await ledgerOf(itemID)).toMatchObject([
    { type: 'unreserve', reference: 'JOB-7', line: 2, units: 1, remark: 'Released: lost' },
    { type: 'issue', units: 2 },
    ...[{ type: 'reserve' }, { type: 'receive' }],
  ])
  const read = ({ reservationID }: { reservationID: number }) => world.call(inventory.getReservation, { reservationID })
  expect(await read(ofLot)).toMatchObject({ state: 'Active', remaining: 2 })
  expect(await world.levelOf(partNo)).toMatchObject({ available: 0, committed: 2 })
  await world.receive(itemID, 5, { spot: 'B-01' })
  const ofAny = await reserve(5)
  await adjust(itemID, 2, 0)
  await adjust(itemID, 5, 1, 'B-01')
  expect([await read(ofLot), await read(ofAny)]).toMatchObject([
    { state: 'Released', remaining: 0 },
    { state: 'Active', remaining: 5 },
  ])
  expect(await world.levelOf(partNo)).toMatchObject({ available: -4 })
  const cause = '5 units are promised by reservations that belong to no order'
  expect(await world.reconcile()).toMatchObject({ differences: [], negative: [{ partNo, available: -4, cause }] })
  await world.receive(itemID, 4)
})

test('what nobody was promised is lost first, and what is on hold last; a spot that is empty can be posted', async () => {
  const { itemID, partNo, recNo: held } = await world.anItemWith(2)
  await world.call(inventory.hold, { recno: held })
  const { recNo: reserved } = await world.receive(itemID, 3, { expires: '2090-01-01' })
  const { recNo: free } = await world.receive(itemID, 4)
  const { soNo } = await world.create([{ itemID, units: 3 }], { allocate: 'lots' })
  expect(await adjust(itemID, 9, 5)).toMatchObject({ lots: [{ recNo: free, units: 0 }] })
  expect(await adjust(itemID, 5, 3)).toMatchObject({ lots: [{ recNo: reserved, units: 1 }] })
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 1, backordered: 2 }])
  await count(itemID, { 'A-01': 0 })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 0, onHold: 0, committed: 0, available: 0 })
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 0, backordered: 3 }])
  expect(await world.reconcile()).toMatchObject(isRight)
})

test('units that a count finds at another spot stay promised', async () => {
  const { itemID } = await world.anItemWith(5)
  const soft = await world.create([{ itemID, units: 2 }])
  const { itemID: other } = await world.anItemWith(3)
  const byLots = await world.create([{ itemID: other, units: 3 }], { allocate: 'lots' })
  await count(itemID, { 'A-01': 1, 'B-01': 4 })
  await count(other, { 'A-01': 0, 'B-01': 3 })
  expect(await world.linesOf(soft.soNo)).toMatchObject([{ committed: 2, backordered: 0 }])
  expect(await world.linesOf(byLots.soNo)).toMatchObject([{ committed: 3, backordered: 0 }])
  expect(await world.reconcile()).toMatchObject(isRight)
})

test('an event names the loss, and the allocator looks for other stock at once', async () => {
  const own = keep(await startStockWorld(['notifications'], { sweeps: false }))
  const itemID = await own.newItem()
  const { partNo } = await own.receive(itemID, 5)
  const party = { shortID: unique('CUST'), name: 'Hanse Automation' }
  const { shortID: customer } = await own.call(inventory.createCustomer, party)
  const lines = [{ itemID, units: 5, wid: 1 }]
  const { soNo } = await own.call(inventory.createShippingOrder, { customer, lines, allocate: 'lots' })
  await own.receive(itemID, 2, { spot: 'B-01' })
  await own.call(inventory.adjust, { itemID, wid: 1, spot: 'A-01', expected: 5, counted: 0, reasonCode: 20 })
  const linesOf = async () => (await own.call(inventory.listShippingOrderLines, { soNo })).value
  const short = [{ reason: 'lost', reference: '', units: 3 }]
  await expect.poll(linesOf, { timeout: 30_000 }).toMatchObject([{ committed: 2, backordered: 3, short }])
  const told = async () => (await own.call(notifications.listChanges, { since: 0 })).value
  const line = { lineNo: 1, shortID: itemID, warehouse: 1, units: 5 }
  const data = { soNo, status: 'Open', tracking: null, reason: 'lost', lines: [line] }
  const expected = expect.arrayContaining([expect.objectContaining({ type: 'shippingOrder.backordered', data })])
  await expect.poll(told, { timeout: 30_000 }).toEqual(expected)
  expect(await own.levelOf(partNo)).toMatchObject({ available: 0 })
  expect(await own.reconcile()).toMatchObject(isRight)
})
