import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test('a held lot counts in stock and on hold, is not available and not issued', async () => {
  const shortID = await world.newItem()
  const { recNo, partNo } = await world.receive(shortID, 5)
  const held = await world.call(inventory.hold, { recno: recNo, remark: 'inspection' })
  expect(held).toMatchObject({ recNo, fromRecNo: recNo, units: 5, wid: 1, status: 'held' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, onHold: 5, available: 0 })
  const refusal = { code: 'conflict', message: 'Insufficient stock: requested 1, available 0.' }
  await expect(world.issue(shortID, 1)).rejects.toMatchObject(refusal)
  await expect(world.issue(shortID, 1, { recno: recNo })).rejects.toMatchObject(refusal)
  await expect(world.move(shortID, 1)).rejects.toMatchObject(refusal)
})

test('a held lot moves by its number, its hold with it', async () => {
  const shortID = await world.newItem()
  const { recNo, partNo } = await world.receive(shortID, 5)
  await world.call(inventory.hold, { recno: recNo })
  await world.move(shortID, 2, { recno: recNo, shipToWid: 2 })
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 3, onHold: 3 })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 2, onHold: 2 })
})

test('a part of a lot is held as a lot of its own, and released again', async () => {
  const shortID = await world.newItem()
  const { recNo, partNo } = await world.receive(shortID, 5)
  const held = await world.call(inventory.hold, { recno: recNo, units: 2 })
  expect(held).toMatchObject({ fromRecNo: recNo, units: 2 })
  expect(held.recNo).not.toBe(recNo)
  expect(await world.lotsOf(shortID)).toMatchObject([
    { recNo, units: 3, hold: false },
    { recNo: held.recNo, units: 2, hold: true },
  ])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, onHold: 2, available: 3 })
  expect(await world.call(inventory.release, { recno: held.recNo })).toMatchObject({
    recNo: held.recNo,
    status: 'released',
  })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, onHold: 0, available: 5 })
})

test('what cannot be held is refused', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 5)
  await expect(world.call(inventory.release, { recno: recNo })).rejects.toMatchObject({
    code: 'conflict',
    message: `Lot ${recNo} is not on hold.`,
  })
  await expect(world.call(inventory.hold, { recno: recNo, units: 6 })).rejects.toMatchObject({
    message: 'Insufficient stock: requested 6, available 5.',
  })
  await world.call(inventory.hold, { recno: recNo })
  await expect(world.call(inventory.hold, { recno: recNo })).rejects.toMatchObject({
    message: `Lot ${recNo} is already on hold.`,
  })
  await expect(world.call(inventory.hold, { recno: 2_000_000_000 })).rejects.toMatchObject({
    details: { recno: ['The field recno must name an existing lot.'] },
  })
  await expect(world.call(inventory.hold, { recno: recNo, reasonCode: 99 })).rejects.toMatchObject({
    details: { reasonCode: ['The field reasonCode must be a known reason code.'] },
  })
})

test('a lot outside the scope is neither held, read nor traced', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 5, { wid: 2 })
  const { call } = await world.system.createClient({ warehouses: [1] })
  const refusal = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
  await expect(call(inventory.hold, { recno: recNo })).rejects.toMatchObject(refusal)
  await expect(call(inventory.getLot, { recno: recNo })).rejects.toMatchObject(refusal)
  await expect(call(inventory.traceLot, { recno: recNo })).rejects.toMatchObject(refusal)
})

test.each(['hold', 'release'] as const)(
  'a repeated %s gets the answer of the first, to the last field',
  async (type) => {
    const { recNo } = await world.receive(await world.newItem(), 5)
    if (type === 'release') await world.call(inventory.hold, { recno: recNo })
    const operationId = randomUUID()
    const first = await world.call(inventory[type], { recno: recNo, units: 2 }, { operationId })
    expect(await world.call(inventory[type], { recno: recNo, units: 2 }, { operationId })).toEqual(first)
    expect(first.status).toBe(type === 'hold' ? 'held' : 'released')
  },
)
