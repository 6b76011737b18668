import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { aMove } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test('a whole lot keeps its number when it moves', async () => {
  const shortID = await world.newItem()
  const { recNo, partNo } = await world.receive(shortID, 5, { spot: 'A' })
  const moved = await world.move(shortID, 5, { toSpot: 'B' })
  expect(moved).toMatchObject({
    recNo,
    partNo,
    shortID,
    units: 5,
    wid: 1,
    shipToWid: 1,
    fromSpot: 'A',
    toSpot: 'B',
    status: 'moved',
  })
  expect(moved.lots).toEqual([{ recNo, fromRecNo: recNo, units: 5 }])
  expect(await world.lotsOf(shortID)).toMatchObject([{ recNo, spot: 'B', units: 5 }])
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 5 })
})

test("a part of a lot becomes a lot of its own with its parent's data", async () => {
  const shortID = await world.newItem()
  const parent = await world.receive(shortID, 5, { spot: 'A', serial: 'S', rfidTag: 'R', remark: 'note' })
  const moved = await world.move(shortID, 1.25, { shipToWid: 2, toSpot: 'C', transitSlip: 'T-1' })
  expect(moved).toMatchObject({ shipToWid: 2, toSpot: 'C', transitSlip: 'T-1' })
  expect(moved.lots).toEqual([{ recNo: moved.recNo, fromRecNo: parent.recNo, units: 1.25 }])
  const [rest, child] = await world.lotsOf(shortID)
  expect(rest).toMatchObject({ recNo: parent.recNo, units: 3.75, wID: 1, spot: 'A' })
  expect(child).toEqual({ ...rest, recNo: moved.recNo, units: 1.25, wID: 2, warehouse: 'Warehouse 2', spot: 'C' })
  expect(await world.levelOf(parent.partNo, 1)).toMatchObject({ inStock: 3.75 })
  expect(await world.levelOf(parent.partNo, 2)).toMatchObject({ inStock: 1.25 })
  expect(await world.levelOf(parent.partNo)).toMatchObject({ inStock: 5 })
})

test('a move takes as many lots as it needs, or none', async () => {
  const shortID = await world.newItem()
  const one = await world.receive(shortID, 2, { spot: 'A' })
  const other = await world.receive(shortID, 2, { spot: 'A' })
  await expect(world.move(shortID, 5, { fromSpot: 'A', toSpot: 'B' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Insufficient stock: requested 5, available 4.',
  })
  const moved = await world.move(shortID, 3, { fromSpot: 'A', toSpot: 'B' })
  expect(moved.lots).toEqual([
    { recNo: one.recNo, fromRecNo: one.recNo, units: 2 },
    { recNo: expect.any(Number), fromRecNo: other.recNo, units: 1 },
  ])
})

test('stock that is at the destination already is not moved', async () => {
  const shortID = await world.newItem()
  const there = await world.receive(shortID, 2, { spot: 'B' })
  await world.receive(shortID, 2, { spot: 'A' })
  expect((await world.move(shortID, 2, { toSpot: 'B' })).lots).not.toContainEqual(
    expect.objectContaining({ fromRecNo: there.recNo }),
  )
  await expect(world.move(shortID, 1, { toSpot: 'B', recno: there.recNo })).rejects.toMatchObject({
    details: { toSpot: ['The field toSpot must differ from where the stock is.'] },
  })
})

test.each([
  ['no destination', { toSpot: null }, { toSpot: ['The toSpot field is required.'] }],
  [
    'the same spot',
    { fromSpot: 'A', toSpot: 'A' },
    { toSpot: ['The field toSpot must differ from where the stock is.'] },
  ],
  [
    'the same warehouse and spot',
    { shipToWid: 1, toSpot: 'A', fromSpot: 'A' },
    { toSpot: ['The field toSpot must differ from where the stock is.'] },
  ],
  ['an unknown warehouse', { shipToWid: 99 }, { shipToWid: ['The field shipToWid must name an existing warehouse.'] }],
])('a move to %s is refused', async (_, more, details) => {
  const itemID = await world.newItem()
  await expect(world.call(inventory.move, aMove({ itemID, ...more }))).rejects.toMatchObject({
    code: 'validation_error',
    details,
  })
})

test('only lots received on the given day are moved', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 2)
  const today = new Date().toISOString().slice(0, 10)
  await expect(world.move(shortID, 1, { received: '2020-01-01' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await world.move(shortID, 1, { received: today })).toMatchObject({ units: 1 })
})

test('what is left of a discontinued item is moved and issued', async () => {
  const { catalog } = await import('../../../../../shared/contract/catalog/catalog.ts')
  const shortID = await world.newItem()
  await world.receive(shortID, 5)
  await world.call(catalog.discontinueItem, { shortID })
  expect(await world.move(shortID, 2)).toMatchObject({ units: 2 })
  expect(await world.issue(shortID, 5)).toMatchObject({ units: 5 })
})
