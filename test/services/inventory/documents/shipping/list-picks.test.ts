import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld(startStockWorld)
})
afterAll(() => world[Symbol.asyncDispose]())
afterEach(() => vi.useRealTimers())

const MINUTE_MS = 60_000

const list = (...orders: readonly string[]) => world.call(inventory.listPicks, { orders: orders.join(',') })
const walk = async (...orders: readonly string[]) =>
  (await list(...orders)).value.map(({ soNo, lineNo, spot, recNo, units }) => [soNo, lineNo, spot, recNo, units])
/** A new item with lots of so many units at these spots, the first to expire first. */
async function itemAt(...lots: readonly (readonly [spot: string, units: number])[]) {
  const itemID = await world.newItem()
  const recNos: number[] = []
  for (const [index, [spot, units]] of lots.entries())
    recNos.push((await world.receive(itemID, units, { spot, expires: `209${index}-01-01` })).recNo)
  return { itemID, recNos }
}

test('picks are what pack would take, in the sequence of a walk, and change nothing', async () => {
  const far = await itemAt(['A-10', 4])
  const near = await itemAt(['A-2', 5], ['A-1', 5])
  await world.call(catalog.putAlias, { shortID: near.itemID, alias: `EAN ${near.itemID}` })
  const { soNo } = await world.create([
    { itemID: far.itemID, units: 3 },
    { itemID: near.itemID, units: 7 },
  ])
  const before = await world.linesOf(soNo)
  const { value, unpicked, orders } = await list(soNo)
  expect(value.map(({ lineNo, spot, recNo, units }) => [lineNo, spot, recNo, units])).toEqual([
    [2, 'A-1', near.recNos[1], 2],
    [2, 'A-2', near.recNos[0], 5],
    [1, 'A-10', far.recNos[0], 3],
  ])
  expect(unpicked).toEqual([])
  expect(orders).toEqual([expect.objectContaining({ soNo, customer: 'Hanse Automation', status: 'Open' })])
  expect(value[1]).toEqual({
    soNo,
    lineNo: 2,
    shortID: near.itemID,
    description: expect.any(String),
    aliases: [`EAN ${near.itemID}`],
    warehouse: 1,
    warehouseName: 'Warehouse 1',
    spot: 'A-2',
    recNo: near.recNos[0],
    serial: '',
    serial2: null,
    expires: '2090-01-01T00:00:00.000Z',
    goodUntil: '2090-01-02T00:00:00.000Z',
    units: 5,
  })
  expect(await world.linesOf(soNo)).toEqual(before)
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 2, units: 7 }] })
  expect(await walk(soNo)).toEqual([[soNo, 1, 'A-10', far.recNos[0], 3]])
  const { value: packed } = await world.call(inventory.listTransactions, { reference: soNo, type: 'pack' })
  expect(packed).toMatchObject([{ units: 7, spot: 'A-2' }])
})

test('orders of one list do not get the same units, and lots that a line reserves stay its own', async () => {
  const { itemID, recNos } = await itemAt(['B-1', 6], ['B-2', 6])
  const [first, second] = recNos
  const soft = await world.create([{ itemID, units: 4 }])
  const hard = await world.create([{ itemID, units: 3 }], { allocate: 'lots' })
  const last = await world.create([{ itemID, units: 5 }])
  const picks = [
    [soft.soNo, 1, 'B-1', first, 3],
    [hard.soNo, 1, 'B-1', first, 3],
    [soft.soNo, 1, 'B-2', second, 1],
    [last.soNo, 1, 'B-2', second, 5],
  ]
  expect(await walk(soft.soNo, hard.soNo, last.soNo)).toEqual(picks)
  for (const [soNo, lineNo, , recno, units] of picks) {
    const line = { lineNo: Number(lineNo), units: Number(units), recno: Number(recno) }
    await world.call(inventory.packShippingOrder, { soNo: String(soNo), lines: [line] })
  }
  expect(await walk(soft.soNo, hard.soNo, last.soNo)).toEqual([])
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('units that no lot serves are listed with the lots that may not be packed', async () => {
  const itemID = await world.newItem()
  const ending = await world.receive(itemID, 2, {
    spot: 'C-1',
    expires: new Date(Date.now() + MINUTE_MS).toISOString(),
  })
  const { soNo } = await world.create([{ itemID, units: 2 }])
  expect(await walk(soNo)).toEqual([[soNo, 1, 'C-1', ending.recNo, 2]])
  // Without a sweep the line still says that it is committed.
  const later = Date.now() + 2 * MINUTE_MS
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(later)
  expect(await list(soNo)).toMatchObject({
    value: [],
    unpicked: [{ soNo, lineNo: 1, shortID: itemID, units: 2, lots: [{ recNo: ending.recNo, reason: 'expired' }] }],
  })
  await expect(
    world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 2 }] }),
  ).rejects.toMatchObject({ message: expect.stringContaining(`Lot ${ending.recNo} is expired.`) })
})

test('an order that is unknown, outside the warehouses of the client, or one too many is refused', async () => {
  const { itemID } = await itemAt(['D-1', 5])
  const { soNo } = await world.create([{ itemID, units: 1 }])
  await expect(list(soNo, 'SO-NONE')).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no shipping order SO-NONE.',
  })
  const narrow = await world.system.createClient({ warehouses: [2] })
  await expect(narrow.call(inventory.listPicks, { orders: soNo })).rejects.toMatchObject({ code: 'forbidden' })
  const blind = await world.system.createClient({ permissions: [11, 9004] })
  await expect(blind.call(inventory.listPicks, { orders: soNo })).rejects.toMatchObject({ code: 'forbidden' })
  const numbers = Array.from({ length: 21 }, (_, index) => `SO-${index}`)
  const details = { orders: ['The field orders must be the numbers of at most 20 orders, separated by commas.'] }
  await expect(list(...numbers)).rejects.toMatchObject({ code: 'validation_error', details })
  await expect(list(' , ')).rejects.toMatchObject({ code: 'validation_error', details })
  expect(await walk(` ${soNo} `, soNo, '')).toHaveLength(1)
  await expect(world.create([{ itemID, units: 1 }], { soNo: 'Picks' })).rejects.toMatchObject({
    details: { soNo: ['The field soNo must not be "Picks".'] },
  })
})
