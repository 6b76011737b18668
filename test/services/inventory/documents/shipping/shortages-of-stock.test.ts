import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

/** What a lot no longer is: to be had. */
const takeAway = {
  held: (recno: number) => world.call(inventory.hold, { recno }),
  expired: (recno: number) => world.call(inventory.amend, { recno, expires: '2020-01-01' }),
} as const
const reasons = ['held', 'expired'] as const
const ledgerOf = async (reference: string, type: 'unreserve') =>
  (await world.call(inventory.listTransactions, { reference, type })).value

test.each(reasons)(
  'a lot that is %s backorders what was allocated from it, in the same transaction',
  async (reason) => {
    const { itemID, partNo, recNo } = await world.anItemWith(5)
    const { soNo } = await world.create([{ itemID, units: 5 }])
    await takeAway[reason](recNo)
    expect(await world.linesOf(soNo)).toMatchObject([
      { units: 5, committed: 0, backordered: 5, short: [{ reason, reference: '', units: 5 }] },
    ])
    expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, committed: 0 })
    expect(await ledgerOf(soNo, 'unreserve')).toMatchObject([
      { units: 5, line: 1, remark: `Backordered: ${reason}`, levels: [{ figure: 'committed', units: -5 }] },
    ])
    expect(await world.reconcile()).toMatchObject({ differences: [], negative: [] })
  },
)

test.each(reasons)('of lots reserved by number, only those that are %s are backordered', async (reason) => {
  const { itemID, recNo } = await world.anItemWith(3)
  await world.receive(itemID, 4)
  const { soNo } = await world.create([{ itemID, units: 6 }], { allocate: 'lots' })
  await takeAway[reason](recNo)
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 3, backordered: 3 }])
  expect(await world.call(inventory.allocateShippingOrder, { soNo })).toMatchObject({ soNo })
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 4, backordered: 2 }])
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4 }] })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('the lowest priority loses first, then the newest order; what is left is still there for the others', async () => {
  const { itemID, recNo } = await world.anItemWith(4)
  await world.receive(itemID, 6)
  const order = (units: number, orderDate: string, priority = 0) =>
    world.create([{ itemID, units }], { orderDate, priority })
  const urgent = await order(3, '2026-03-01', 9)
  const older = await order(3, '2026-01-01')
  const newer = await order(3, '2026-02-01')
  await world.call(inventory.hold, { recno: recNo, units: 2 })
  const committed = async () =>
    Promise.all([urgent, older, newer].map(async ({ soNo }) => (await world.linesOf(soNo))[0]?.committed))
  expect(await committed()).toEqual([3, 3, 2])
  await world.call(inventory.hold, { recno: recNo })
  expect(await committed()).toEqual([3, 3, 0])
  for (const { soNo } of [urgent, older])
    await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 3 }] })
  expect(await world.reconcile()).toMatchObject({ differences: [], negative: [] })
})

test('a reservation that belongs to no order stays, and takes its share of what is missing by its priority', async () => {
  const { itemID, partNo, recNo } = await world.anItemWith(4)
  await world.receive(itemID, 4)
  const reserve = { itemID, wid: 1, units: 4, priority: 5 }
  const { reservationID } = await world.call(inventory.createReservation, reserve)
  const [low, high] = [
    await world.create([{ itemID, units: 2 }]),
    await world.create([{ itemID, units: 2 }], { priority: 9 }),
  ]
  await world.call(inventory.hold, { recno: recNo })
  expect(await world.linesOf(low.soNo)).toMatchObject([{ committed: 0, backordered: 2 }])
  expect(await world.linesOf(high.soNo)).toMatchObject([{ committed: 2, backordered: 0 }])
  const reservation = { state: 'Active', remaining: 4 }
  expect(await world.call(inventory.getReservation, { reservationID })).toMatchObject(reservation)
  expect(await world.levelOf(partNo)).toMatchObject({ available: -2 })
  const cause = '4 units are on hold, 4 units are promised by reservations that belong to no order'
  expect(await world.reconcile()).toMatchObject({
    differences: [],
    negative: [{ partNo, wid: 1, available: -2, cause }],
  })
  await world.call(inventory.release, { recno: recNo })
  expect(await world.levelOf(partNo)).toMatchObject({ available: 2 })
})

test('packed units of a lot on hold stay packed; unpacked, they are backordered', async () => {
  const { itemID, recNo } = await world.anItemWith(5)
  const { itemID: other } = await world.anItemWith(1)
  const { soNo } = await world.create([
    { itemID, units: 5 },
    { itemID: other, units: 1 },
  ])
  const lines = [{ lineNo: 1, units: 3 }]
  await world.call(inventory.packShippingOrder, { soNo, lines })
  await world.call(inventory.hold, { recno: recNo })
  const [, untouched] = await world.linesOf(soNo)
  expect(await world.linesOf(soNo)).toMatchObject([{ packed: 3, committed: 0, backordered: 2 }, { committed: 1 }])
  await world.call(inventory.unpackShippingOrder, { soNo, lines })
  expect(await world.linesOf(soNo)).toMatchObject([{ packed: 0, committed: 0, backordered: 5 }, untouched])
  expect(await world.reconcile()).toMatchObject({ differences: [], negative: [] })
})

test('the lines of a batch before and after a hold see what it backordered', async () => {
  const { itemID, recNo } = await world.anItemWith(5)
  await world.receive(itemID, 1)
  const { soNo } = await world.create([{ itemID, units: 5 }])
  const lines = [
    { action: 'hold', recno: recNo },
    { action: 'issue', itemID, wid: 1, units: 1, reasonCode: 20 },
  ]
  const refused = { message: 'lines[1]: Insufficient stock: requested 1, available 0.' }
  await expect(world.call(inventory.batch, { mode: 'atomic', lines })).rejects.toMatchObject(refused)
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 5, backordered: 0 }])
  await world.call(inventory.batch, { mode: 'atomic', lines: lines.slice(0, 1) })
  expect(await world.linesOf(soNo)).toMatchObject([{ committed: 1, backordered: 4 }])
})

test('an issue that names no promise leaves the units that orders are to get, whatever has expired', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 5, { expires: '2020-01-01' })
  await world.receive(itemID, 5)
  await world.create([{ itemID, units: 4 }])
  await expect(world.issue(itemID, 2)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Insufficient stock: requested 2, available 1.',
  })
  await world.issue(itemID, 1)
})

const leaving = {
  issue: (itemID: string, units: number, recno?: number) => world.issue(itemID, units, { recno }),
  move: (itemID: string, units: number, recno?: number) =>
    world.move(itemID, units, { recno, shipToWid: 2, toSpot: undefined }),
  transit: (itemID: string, units: number, recno?: number) =>
    world.call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines: [{ itemID, units, recno }] }),
} as const

test.each(Object.keys(leaving) as (keyof typeof leaving)[])(
  '%s that names a lot leaves the units that orders are to get, and may take what has expired',
  async (way) => {
    const itemID = await world.newItem()
    const { recNo: expired } = await world.receive(itemID, 5, { expires: '2020-01-01' })
    const { recNo: good } = await world.receive(itemID, 5)
    const { soNo } = await world.create([{ itemID, units: 4 }])
    await expect(leaving[way](itemID, 2, good)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Insufficient stock: requested 2, available 1.'),
    })
    await leaving[way](itemID, 1, good)
    await leaving[way](itemID, 5, expired)
    await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4 }] })
    expect(await world.reconcile()).toMatchObject({ differences: [], negative: [] })
  },
)

test('two lines of a transit do not take together what orders are to get', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 5, { expires: '2020-01-01' })
  const [one, other] = [await world.receive(itemID, 3), await world.receive(itemID, 3)]
  await world.create([{ itemID, units: 4 }])
  const lines = [one, other].map(({ recNo }) => ({ itemID, units: 2, recno: recNo }))
  await expect(world.call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines })).rejects.toMatchObject({
    message: expect.stringContaining('Insufficient stock: requested 4, available 2. Promised: 4 to SO-'),
  })
})

test('a pack says that a lot is on hold or in transit', async () => {
  const { itemID } = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID, units: 5 }])
  const { recNo: held } = await world.receive(itemID, 1)
  await world.call(inventory.hold, { recno: held })
  await world.receive(itemID, 2, { wid: 2 })
  const { lots } = await world.move(itemID, 2, { wid: 2, shipToWid: 1, toSpot: undefined, transit: true })
  const inTransit = lots[0]?.recNo ?? 0
  const pack = (recno: number) =>
    world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 5, recno }] })
  await expect(pack(held)).rejects.toMatchObject({ code: 'conflict', message: `Lot ${held} is on hold.` })
  await expect(pack(inTransit)).rejects.toMatchObject({ code: 'conflict', message: `Lot ${inTransit} is in transit.` })
})
