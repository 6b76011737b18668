import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { startStockWorld } from '../../stock-world.ts'
import { startTransitWorld, type TransitWorld } from './transit-world.ts'

let world: TransitWorld
beforeAll(async () => {
  world = await startTransitWorld(startStockWorld)
})
afterAll(() => world[Symbol.asyncDispose]())

const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

test('units are shipped, received in two parts with a rejection and a loss; every figure, lot and ledger entry says so', async () => {
  const expires = '2031-01-31T00:00:00.000Z'
  const { itemID, partNo, recNo } = await world.anItemWith(20, { serial: 'L-1', expires, price: 2.5 })
  const { slip, ...made } = await world.ship([{ itemID, units: 12 }], { reference: 'REF-1', remark: 'Truck 7' })
  expect(slip).toMatch(/^TR-\d{4}-\d{6}$/)
  const [line] = made.lines
  const shippedLot = line?.lots[0]?.recNo ?? 0
  const nothing = { accepted: 0, rejected: 0, returned: 0, lost: 0 }
  expect(made).toEqual({
    ...{ wid: 1, warehouse: 'Warehouse 1', shipToWid: 2, shipToWarehouse: 'Warehouse 2', status: 'In Transit' },
    ...{ shipped: expect.any(String), reference: 'REF-1', remark: 'Truck 7', totalLines: 1 },
    lines: [
      {
        ...{ lineNo: 1, shortID: itemID, description: expect.any(String), shipped: 12, ...nothing, inTransit: 12 },
        lots: [{ recNo: shippedLot, units: 12, serial: 'L-1', expires, goodUntil: expires }],
      },
    ],
  })
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 8, onHold: 0, aSN: 0, available: 8 })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 0, onHold: 0, aSN: 12, available: 0 })
  expect(await world.call(inventory.getLot, { recno: shippedLot })).toMatchObject({
    ...{
      fromRecNo: recNo,
      wID: 2,
      spot: '',
      units: 12,
      hold: true,
      active: false,
      transitSlip: slip,
      expires,
      price: 2.5,
    },
  })
  const explained = await world.call(inventory.explainLevel, { itemID, wid: 2 })
  expect(explained.orders).toEqual([{ kind: 'aSN', reference: slip, line: 1, wid: 2, units: 12 }])
  await reconciled()

  await world.receiveOf(slip, [{ lineNo: 1, accepted: 5, spot: 'E-01' }])
  expect(await world.transit(slip)).toMatchObject({ status: 'Partial', lines: [{ accepted: 5, inTransit: 7 }] })
  const rejecting = { lineNo: 1, accepted: 2, spot: 'E-02', rejected: 4, rejectedSpot: 'Q', reasonCode: 20 }
  await world.receiveOf(slip, [rejecting], { remark: 'Wet' })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 11, onHold: 4, aSN: 1, available: 7 })
  await reconciled()
  const closed = await world.close(slip)
  expect(closed).toMatchObject({
    status: 'Closed',
    lines: [{ shipped: 12, accepted: 7, rejected: 4, lost: 1, inTransit: 0 }],
  })
  expect(closed).toEqual(await world.transit(slip))
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 11, onHold: 4, aSN: 0 })

  const { value } = await world.call(inventory.listTransactions, { reference: slip, sort: 'transactionNo' })
  const told = { transitSlip: slip, line: 1 }
  expect(value).toMatchObject([
    { type: 'ship', units: 12, wid: 1, shipToWid: 2, remark: 'Truck 7', ...told },
    { type: 'accept', units: 5, wid: 2, spot: 'E-01', ...told },
    { type: 'accept', units: 2, wid: 2, spot: 'E-02', remark: 'Wet', ...told },
    { type: 'reject', units: 4, wid: 2, spot: 'Q', remark: 'Wet', reasonCode: 20, ...told },
    { type: 'lose', units: 1, wid: 2, reasonCode: 20, ...told },
  ])
  const lots = await world.lotsOf(itemID)
  expect(lots.map(({ units, wID, spot, hold, active }) => [units, wID, spot, hold, active])).toEqual([
    [8, 1, 'A-01', false, true],
    [0, 2, '', false, false],
    [5, 2, 'E-01', false, true],
    [2, 2, 'E-02', false, true],
    [4, 2, 'Q', true, true],
  ])
  const trace = await world.call(inventory.traceLot, { recno: recNo })
  expect(trace.descendants).toMatchObject(
    [0, 5, 2, 4].map((units) => ({ units, serial: 'L-1', expires, price: 2.5, transitSlip: null })),
  )
  for (const { transactionNo } of value)
    await expect(world.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({
      code: 'conflict',
      message: 'What is or was in transit is changed by the operations of transits, not by a reversal.',
    })
  await reconciled()
})

test('a recall finds the units in transit; what is received whole keeps its number, and a held lot arrives on hold', async () => {
  const { itemID, recNo } = await world.anItemWith(3)
  const held = await world.receive(itemID, 2)
  await world.call(inventory.hold, { recno: held.recNo })
  const { slip } = await world.ship([
    { itemID, units: 2, recno: held.recNo },
    { itemID, units: 3 },
  ])
  const { lot, transactions } = await world.call(inventory.traceLot, { recno: recNo })
  expect(lot).toMatchObject({ units: 3, wID: 2, transitSlip: slip })
  expect(transactions.map(({ type }) => type)).toEqual(['receive', 'ship'])
  expect(
    await world.receiveOf(slip, [
      { lineNo: 1, accepted: 2 },
      { lineNo: 2, accepted: 3, spot: 'E' },
    ]),
  ).toMatchObject({ status: 'Received' })
  expect(await world.lotsOf(itemID)).toMatchObject([
    { recNo, units: 3, wID: 2, spot: 'E', hold: false, active: true, shipped: null },
    { recNo: held.recNo, units: 2, wID: 2, hold: true, active: true },
  ])
  await reconciled()
})

test('units return to the source warehouse; a transit of which nothing was received is canceled', async () => {
  const { itemID, partNo } = await world.anItemWith(10)
  const other = await world.anItemWith(4)
  const { slip } = await world.ship([
    { itemID, units: 6 },
    { itemID, units: 3 },
    { itemID: other.itemID, units: 4 },
  ])
  await world.giveBack(slip, [{ lineNo: 2, units: 2, spot: 'R' }])
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 3, available: 3 })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ aSN: 7 })
  expect(await world.cancel(slip)).toMatchObject({
    status: 'Canceled',
    lines: [
      { returned: 6, inTransit: 0 },
      { returned: 3, inTransit: 0 },
      { returned: 4, inTransit: 0, lots: [] },
    ],
  })
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 10, available: 10 })
  const received = await world.ship([{ itemID, units: 5 }])
  await world.receiveOf(received.slip, [{ lineNo: 1, accepted: 1 }])
  await expect(world.cancel(received.slip)).rejects.toMatchObject({
    code: 'conflict',
    message: `Transit ${received.slip} has receipts: return what is in transit.`,
  })
  expect(await world.giveBack(received.slip, [{ lineNo: 1, units: 4 }])).toMatchObject({ status: 'Received' })
  await reconciled()
})

test('transits of another order system add up in aSN with those kept here', async () => {
  const { itemID, partNo } = await world.anItemWith(5)
  await world.system.call(inventory.putOrderLine, {
    kind: 'aSN',
    reference: 'EXT-1',
    line: 1,
    itemID,
    wid: 2,
    units: 30,
  })
  const { slip } = await world.ship([{ itemID, units: 5 }])
  expect(await world.levelOf(partNo, 2)).toMatchObject({ aSN: 35 })
  await world.receive(itemID, 10, { wid: 2, reference: 'EXT-1', line: 1 })
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 5 }])
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 15, aSN: 20 })
  await expect(
    world.system.call(inventory.putOrderLine, { kind: 'aSN', reference: slip, line: 1, itemID, wid: 2, units: 9 }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await reconciled()
})

test('reconcile finds each figure, status and lot of a transit that is not what the others imply', async () => {
  const { itemID } = await world.anItemWith(20)
  const { slip, lines } = await world.ship([
    { itemID, units: 9 },
    { itemID, units: 2 },
  ])
  await world.receiveOf(slip, [{ lineNo: 1, accepted: 3 }])
  const database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-inventory` })
    .asPromise()
  // The first compaction counts each transit by its present status: by a planted one too, if it came later.
  const pageIndex = database.collection<{ _id: string }>('transitPageIndex')
  await expect.poll(() => pageIndex.findOne({ _id: 'state' })).toMatchObject({ compactedUntil: null })
  const planted = async <T extends string | number>(collection: string, _id: T, changes: object) => {
    const documents = database.collection<{ _id: T }>(collection)
    const filter: object = { _id }
    const before = await documents.findOne(filter)
    if (!before) throw new Error(`There is no ${_id} in ${collection}`)
    await documents.updateOne(filter, { $set: changes })
    const { differences } = await world.reconcile()
    await documents.replaceOne(filter, before)
    return differences.map(({ what }) => what)
  }
  const decimal = (text: string) => mongoose.Types.Decimal128.fromString(text)
  const ofLine = (what: string) => `${what} of line 1 of transit ${slip}`
  const all = { accepted: '4', rejected: '1', returned: '1', lost: '1', shipped: '10', inTransit: '5' }
  const changes = Object.fromEntries(Object.entries(all).map(([figure, units]) => [figure, decimal(units)]))
  const figures = ['shipped', 'accepted', 'rejected', 'returned', 'lost', 'in transit', 'units'].map(ofLine)
  expect(await planted('transitLines', `1/${slip}`, changes)).toEqual(expect.arrayContaining(figures))
  expect(await planted('transits', slip, { status: 'Received' })).toContain(`transit ${slip}`)
  const recNo = lines[1]?.lots[0]?.recNo ?? 0
  expect(await planted('transitLines', `2/${slip}`, { recNos: [] })).toContain(`transit of lot ${recNo}`)
  expect(await planted('lots', recNo, { transit: null })).toContain(`in transit of line 2 of transit ${slip}`)
  await database.close()
  await reconciled()
})
