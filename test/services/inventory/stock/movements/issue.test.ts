import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test('units go from the lot that expires first, then from the oldest, over as many lots as are needed', async () => {
  const shortID = await world.newItem()
  const old = await world.receive(shortID, 5)
  const young = await world.receive(shortID, 5)
  const expiring = await world.receive(shortID, 5, { expires: '2099-01-01' })
  const issued = await world.issue(shortID, 12)
  expect(issued).toMatchObject({
    recNo: expiring.recNo,
    partNo: old.partNo,
    shortID,
    wid: 1,
    units: 12,
    status: 'issued',
  })
  expect(issued.lots).toEqual([
    { recNo: expiring.recNo, units: 5, remaining: 0 },
    { recNo: old.recNo, units: 5, remaining: 0 },
    { recNo: young.recNo, units: 2, remaining: 3 },
  ])
})

test('a lot issued in full keeps its row: no units, inactive, shipped now', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 2)
  await world.issue(shortID, 2)
  const [lot] = await world.lotsOf(shortID)
  expect(lot).toMatchObject({ units: 0, active: false })
  expect(Date.parse(lot?.shipped ?? '')).toBeGreaterThanOrEqual(Date.parse(lot?.received ?? ''))
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 0, available: 0 })
})

test('an issue of more than there is issues nothing', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 7)
  await expect(world.issue(shortID, 12)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Insufficient stock: requested 12, available 7.',
  })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 7 })
})

test('stock in another warehouse does not count', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 7, { wid: 2 })
  await expect(world.issue(shortID, 1, { wid: 1 })).rejects.toMatchObject({
    message: 'Insufficient stock: requested 1, available 0.',
  })
})

test.each([
  ['spot', { spot: 'WANTED' }],
  ['serial', { serial: 'WANTED' }],
  ['serial2', { serial2: 'WANTED' }],
  ['rfidTag', { rfidTag: 'WANTED' }],
])('only lots with the given %s are taken', async (_, filter) => {
  const shortID = await world.newItem()
  await world.receive(shortID, 5)
  const wanted = await world.receive(shortID, 5, filter)
  expect((await world.issue(shortID, 3, filter)).lots).toEqual([{ recNo: wanted.recNo, units: 3, remaining: 2 }])
  await expect(world.issue(shortID, 3, filter)).rejects.toMatchObject({ code: 'conflict' })
})

test('an expired lot is passed over unless its number is given', async () => {
  const shortID = await world.newItem()
  const expired = await world.receive(shortID, 5, { expires: '2020-01-01' })
  await expect(world.issue(shortID, 1)).rejects.toMatchObject({
    message: 'Insufficient stock: requested 1, available 0.',
  })
  expect(await world.issue(shortID, 1, { recno: expired.recNo })).toMatchObject({ recNo: expired.recNo })
})

test('a number that names no matching lot is refused under recno', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 5, { serial: 'A' })
  const refusal = {
    code: 'validation_error',
    details: { recno: ['The field recno must name a lot that matches the request.'] },
  }
  await expect(world.issue(shortID, 1, { recno: 2_000_000_000 })).rejects.toMatchObject(refusal)
  await expect(world.issue(shortID, 1, { recno: recNo, serial: 'B' })).rejects.toMatchObject(refusal)
  await expect(world.issue(shortID, 1, { recno: recNo, wid: 2 })).rejects.toMatchObject(refusal)
})

test('units that are committed or packed stay, but for the order line that they are meant for', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 10)
  const order = { reference: 'SO-1', line: 1, wid: 1 }
  await world.system.call(inventory.putOrderLine, { ...order, kind: 'committed', units: 6, itemID: shortID })
  await world.system.call(inventory.putOrderLine, { ...order, kind: 'packed', units: 1, itemID: shortID })
  expect(await world.levelOf(partNo)).toMatchObject({ available: 3, committed: 6, packed: 1 })
  await expect(world.issue(shortID, 4)).rejects.toMatchObject({
    message: 'Insufficient stock: requested 4, available 3.',
  })
  await expect(world.issue(shortID, 4, { ...order, line: 2 })).rejects.toMatchObject({ code: 'conflict' })
  await world.issue(shortID, 4, order)
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 6, committed: 3, packed: 0, available: 3 })
})

test('a reason code for receipts is refused for issues', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 1)
  await expect(world.issue(shortID, 1, { reasonCode: 10 })).rejects.toMatchObject({
    details: { reasonCode: ['The field reasonCode must be a known reason code of direction out.'] },
  })
})
