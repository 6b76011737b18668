import { beforeAll, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../../../shared/messaging/rpc/call.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startStockWorld } from '../../stock-world.ts'
import { startTransitWorld, type TransitWorld } from './transit-world.ts'

let world: TransitWorld
/** Clients of one warehouse each. */
let source: Call
let destination: Call
let stranger: Call
beforeAll(async () => {
  world = await startTransitWorld(startStockWorld)
  const clientOf = async (wid: number) => (await world.system.createClient({ warehouses: [wid] })).call
  source = await clientOf(1)
  destination = await clientOf(2)
  stranger = await clientOf(3)
})

const invalid = (field: string) => ({ code: 'validation_error', details: { [field]: [expect.any(String)] } })
const conflict = (message: string) => ({ code: 'conflict', message })
const forbidden = { code: 'forbidden' }

/** A transit of 5 units that is on its way. */
async function aTransit() {
  const { itemID, partNo } = await world.anItemWith(8)
  const { slip, lines } = await world.ship([{ itemID, units: 5 }])
  return { itemID, partNo, slip, recno: lines[0]?.lots[0]?.recNo ?? 0 }
}

test('what cannot be shipped is refused, and nothing is changed', async () => {
  const { itemID, partNo } = await world.anItemWith(8)
  const held = await world.receive(itemID, 2)
  await world.call(inventory.hold, { recno: held.recNo })
  const shipping = (lines: Parameters<typeof world.ship>[0], more: Parameters<typeof world.ship>[1] = {}) =>
    expect(world.ship(lines, more)).rejects
  await shipping([{ itemID, units: 1 }], { shipToWid: 1 }).toMatchObject(invalid('shipToWid'))
  await shipping([{ itemID, units: 1 }], { shipToWid: 4711 }).toMatchObject(invalid('shipToWid'))
  await shipping([{ itemID: 'NO-SUCH', units: 1 }]).toMatchObject(invalid('lines[0].itemID'))
  await shipping([{ itemID, units: 0 }]).toMatchObject(invalid('lines[0].units'))
  await shipping([]).toMatchObject(invalid('lines'))
  await shipping([{ itemID, units: 1, recno: 4_711_000 }]).toMatchObject(invalid('lines[0].recno'))
  const two = [6, 3].map((units) => ({ itemID, units }))
  await shipping(two).toMatchObject(conflict('Line 2: Insufficient stock: requested 3, available 2.'))
  const slip = unique('SLIP')
  await world.ship([{ itemID, units: 1 }], { slip })
  await shipping([{ itemID, units: 1 }], { slip }).toMatchObject(conflict(`There is a transit ${slip} already.`))
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 9, onHold: 2 })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ aSN: 1 })
})

test('what is reserved in the source warehouse is not shipped', async () => {
  const { itemID } = await world.anItemWith(5)
  await world.call(inventory.createReservation, { itemID, wid: 1, units: 4 })
  await expect(world.ship([{ itemID, units: 2 }])).rejects.toMatchObject(
    conflict('Line 1: Insufficient stock: requested 2, available 1.'),
  )
})

test('more than is in transit is neither received nor returned; unknown slips, lines, lots and reasons are reported', async () => {
  const { slip } = await aTransit()
  const receiving = (line: Partial<Parameters<typeof world.receiveOf>[1][number]>) =>
    expect(world.receiveOf(slip, [{ lineNo: 1, accepted: 1, ...line }])).rejects
  await receiving({ accepted: 6 }).toMatchObject(conflict(`Transit ${slip} line 1: in transit 5, receiving 6.`))
  await receiving({ accepted: 3, rejected: 3, reasonCode: 20 }).toMatchObject({ code: 'conflict' })
  await receiving({ lineNo: 2 }).toMatchObject(invalid('lines[0].lineNo'))
  await receiving({ recno: 4_711_000 }).toMatchObject(invalid('lines[0].recno'))
  await receiving({ rejected: 1 }).toMatchObject(invalid('lines[0].reasonCode'))
  await receiving({ rejected: 1, reasonCode: 4711 }).toMatchObject(invalid('lines[0].reasonCode'))
  await receiving({ accepted: 0 }).toMatchObject(invalid('lines[0].accepted'))
  await expect(world.giveBack(slip, [{ lineNo: 1, units: 6 }])).rejects.toMatchObject(
    conflict(`Transit ${slip} line 1: in transit 5, returning 6.`),
  )
  await expect(world.close(slip, 4711)).rejects.toMatchObject(invalid('reasonCode'))
  // What is lost goes out: a reason of direction in is refused.
  await expect(world.close(slip, 10)).rejects.toMatchObject(invalid('reasonCode'))
  const missing = { code: 'not_found', message: 'There is no transit TR-4711.' }
  await expect(world.transit('TR-4711')).rejects.toMatchObject(missing)
  await expect(world.close('TR-4711')).rejects.toMatchObject(missing)
  expect(await world.transit(slip)).toMatchObject({ status: 'In Transit', lines: [{ inTransit: 5 }] })
})

test('a transit that has ended takes no further request, so nothing is received twice', async () => {
  const { slip } = await aTransit()
  const all = [{ lineNo: 1, accepted: 5 }]
  await world.receiveOf(slip, all)
  const received = conflict(`Transit ${slip} is received.`)
  await expect(world.receiveOf(slip, all)).rejects.toMatchObject(received)
  await expect(world.giveBack(slip, [{ lineNo: 1, units: 1 }])).rejects.toMatchObject(received)
  await expect(world.close(slip)).rejects.toMatchObject(received)
  await expect(world.cancel(slip)).rejects.toMatchObject(received)
  const closed = await aTransit()
  await world.close(closed.slip)
  await expect(world.receiveOf(closed.slip, all)).rejects.toMatchObject(conflict(`Transit ${closed.slip} is closed.`))
})

test('units in transit are not moved, issued, held or released', async () => {
  const { itemID, recno } = await aTransit()
  await expect(world.move(itemID, 1, { wid: 2, recno })).rejects.toMatchObject({ code: 'conflict' })
  await expect(world.issue(itemID, 1, { wid: 2, recno })).rejects.toMatchObject({ code: 'conflict' })
  for (const operation of [inventory.hold, inventory.release])
    await expect(world.call(operation, { recno })).rejects.toMatchObject(conflict(`Lot ${recno} is not in stock.`))
})

test('both ends read a transit; the source ships and returns, the destination receives and closes (403)', async () => {
  const { itemID, slip } = await aTransit()
  const lines = [{ itemID, units: 1 }]
  const ofSlip = async (call: Call) => (await call(inventory.listTransits, { shortID: itemID })).totalCount
  for (const call of [source, destination]) {
    expect(await call(inventory.getTransit, { slip })).toMatchObject({ slip })
    expect(await ofSlip(call)).toBe(1)
  }
  await expect(stranger(inventory.getTransit, { slip })).rejects.toMatchObject(forbidden)
  expect(await ofSlip(stranger)).toBe(0)
  for (const outside of [{ wid: 1 }, { shipToWid: 1 }, { warehouse: 1 }, { wid: 4711 }])
    await expect(destination(inventory.listTransits, outside)).rejects.toMatchObject(forbidden)
  const receipt = { slip, lines: [{ lineNo: 1, accepted: 1 }] }
  for (const call of [source, stranger]) {
    await expect(call(inventory.receiveTransit, receipt)).rejects.toMatchObject(forbidden)
    await expect(call(inventory.closeTransit, { slip, reasonCode: 20 })).rejects.toMatchObject(forbidden)
  }
  for (const call of [destination, stranger]) {
    await expect(call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines })).rejects.toMatchObject(forbidden)
    const back = { slip, lines: [{ lineNo: 1, units: 1 }] }
    await expect(call(inventory.returnTransit, back)).rejects.toMatchObject(forbidden)
    await expect(call(inventory.cancelTransit, { slip })).rejects.toMatchObject(forbidden)
  }
  expect(await source(inventory.shipTransit, { wid: 1, shipToWid: 2, lines })).toMatchObject({ status: 'In Transit' })
  expect(await destination(inventory.receiveTransit, receipt)).toMatchObject({ status: 'Partial' })
  expect(await source(inventory.returnTransit, { slip, lines: [{ lineNo: 1, units: 1 }] })).toMatchObject({
    lines: [{ returned: 1, inTransit: 3 }],
  })
  expect(await destination(inventory.closeTransit, { slip, reasonCode: 20 })).toMatchObject({ status: 'Closed' })
})

test('a move with transit ships a slip of one line; it takes the permission to ship too, and is previewed', async () => {
  const { itemID, partNo, recNo } = await world.anItemWith(8)
  const into = { shipToWid: 2, toSpot: undefined, transit: true }
  const preview = await world.call(inventory.previewMove, { itemID, units: 3, wid: 1, ...into, dryRun: true })
  expect(preview).toMatchObject({ status: 'planned', units: 3, lots: [{ recNo }, { recNo: null, wid: 2, hold: true }] })
  const moved = await world.move(itemID, 3, { ...into, reference: 'REF' })
  expect(moved).toMatchObject({ status: 'in transit', shipToWid: 2, units: 3, lots: [{ fromRecNo: recNo, units: 3 }] })
  expect(await world.transit(moved.transitSlip)).toMatchObject({ reference: 'REF', lines: [{ shipped: 3 }] })
  const named = unique('SLIP')
  expect(await world.move(itemID, 1, { ...into, transitSlip: named })).toMatchObject({ transitSlip: named })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 0, aSN: 4 })
  await expect(world.move(itemID, 1, { ...into, toSpot: 'B' })).rejects.toMatchObject(invalid('toSpot'))
  await expect(world.move(itemID, 1, { ...into, shipToWid: undefined })).rejects.toMatchObject(invalid('shipToWid'))
  await expect(world.move(itemID, 1, { ...into, shipToWid: 1 })).rejects.toMatchObject(invalid('shipToWid'))
  await expect(world.move(itemID, 9, into)).rejects.toMatchObject(
    conflict('Insufficient stock: requested 9, available 4.'),
  )
  const batch = {
    mode: 'perLine',
    lines: [{ action: 'move', itemID, units: 1, wid: 1, shipToWid: 2, transit: true }],
  } as const
  expect((await world.call(inventory.batch, { ...batch, lines: [...batch.lines] })).results).toMatchObject([
    { status: 400, error: { details: { transit: [expect.any(String)] } } },
  ])
  const { call } = await world.system.createClient({ permissions: [permissions.locateMoveUnits] })
  await expect(call(inventory.move, { itemID, units: 1, wid: 1, ...into })).rejects.toMatchObject(forbidden)
})

test('transits are listed by status, ends, item, time and change, newest first, 50 on a page', async () => {
  const { itemID, slip } = await aTransit()
  const second = await world.ship([{ itemID, units: 1 }], { shipToWid: 3 })
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 1 }])
  type Query = Parameters<typeof world.call<typeof inventory.listTransits>>[1]
  const slips = async (query: Query) => {
    const { value, totalCount } = await world.call(inventory.listTransits, query)
    expect(totalCount).toBe(value.length)
    return value.map((transit) => transit.slip)
  }
  expect((await slips({})).slice(0, 2)).toEqual([second.slip, slip])
  expect(await slips({ shortID: itemID, sort: 'slip' })).toEqual([slip, second.slip].sort())
  expect((await slips({ status: 'Partial' }))[0]).toBe(slip)
  expect(await slips({ shipToWid: 3 })).toEqual([second.slip])
  expect(await slips({ warehouse: 3 })).toEqual([second.slip])
  expect(await slips({ wid: 2 })).toEqual([])
  expect(await slips({ shortID: itemID, startDate: second.shipped })).toEqual([second.slip])
  expect(await slips({ shortID: itemID, modifiedSince: second.shipped })).toEqual([second.slip, slip])
  expect((await world.call(inventory.listTransits, { pageSize: 200 })).pageSize).toBe(50)
})
