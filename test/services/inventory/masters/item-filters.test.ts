import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from '../stock-world.ts'

let world: StockWorld
const bolt = { shortID: '', alias: unique('ALIAS'), partNo: 0 }
let nut = ''
beforeAll(async () => {
  world = await startStockWorld()
  bolt.shortID = await world.newItem()
  nut = await world.newItem()
  await world.call(catalog.putAlias, { shortID: bolt.shortID, alias: bolt.alias })
  await world.receive(nut, 3)
  for (const [wid, units] of [
    [1, 5],
    [2, 7.5],
    [3, 1],
  ] as const) {
    bolt.partNo = (await world.receive(bolt.shortID, units, { wid })).partNo
  }
})
afterAll(() => world[Symbol.asyncDispose]())

/** How many records of the bolt a list answers: 3 lots, 3 entries, 1 level; and those of everything. */
const lists = [
  ['lots', inventory.listLots, 3, 4],
  ['the ledger', inventory.listTransactions, 3, 4],
  ['levels', inventory.listStockLevels, 1, 2],
] as const

describe.each(lists)('%s', (_, operation, ofBolt, all) => {
  const list = async (query: object) => {
    const { value, totalCount } = await world.call(operation, query)
    const partNos = new Set(value.map(({ partNo }: { partNo: number }) => partNo))
    return { totalCount, length: value.length, partNos: [...partNos] }
  }

  test.each([
    ['itemID', () => ({ itemID: bolt.shortID })],
    ['itemID with an alias', () => ({ itemID: bolt.alias })],
    ['shortID', () => ({ shortID: bolt.shortID })],
    ['shortID with an alias', () => ({ shortID: bolt.alias })],
    ['partNo', () => ({ partNo: String(bolt.partNo) })],
    ['all three', () => ({ itemID: bolt.alias, shortID: bolt.shortID, partNo: bolt.partNo })],
  ])('can be restricted to one item by %s', async (_name, query) => {
    expect(await list(query())).toEqual({ totalCount: ofBolt, length: ofBolt, partNos: [bolt.partNo] })
  })

  test('are empty for an item that does not exist, and for fields that name different items', async () => {
    const nothing = { totalCount: 0, length: 0, partNos: [] }
    expect(await list({})).toMatchObject({ totalCount: all })
    expect(await list({ itemID: 'NO-SUCH-ITEM' })).toEqual(nothing)
    expect(await list({ partNo: 2_000_000_000 })).toEqual(nothing)
    expect(await list({ itemID: bolt.shortID, shortID: nut })).toEqual(nothing)
  })

  test('can be restricted to one warehouse of the client', async () => {
    expect(await list({ wid: '2' })).toEqual({ totalCount: 1, length: 1, partNos: [bolt.partNo] })
    const scoped = await world.system.createClient({ warehouses: [2] })
    await expect(scoped.call(operation, { wid: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('a level is of the warehouse that is asked for, and an unknown one is not found', async () => {
  const inStock = async (query: object) =>
    (await world.call(inventory.listStockLevels, { itemID: bolt.shortID, ...query })).value.map(
      (level) => level.inStock,
    )
  expect(await inStock({})).toEqual([13.5])
  expect(await inStock({ wid: 2, sort: 'available' })).toEqual([7.5])
  const ofWarehouse = await world.call(inventory.listWarehouseStockLevels, { wid: 3, itemID: bolt.alias })
  expect(ofWarehouse.value.map((level) => level.inStock)).toEqual([1])
  await expect(inStock({ wid: 99 })).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.call(inventory.listLots, { wid: 99 })).rejects.toMatchObject({ code: 'not_found' })
})

test('levels are searched by words of their items, and name them if that is asked for', async () => {
  const shortID = await world.newItem({ description: 'Washer 6 mm (flat)' })
  const { partNo } = await world.receive(shortID, 2)
  const search = (query: object) => world.call(inventory.listStockLevels, { sort: 'inStock', ...query })
  const { value } = await search({ search: 'FLAT) washer', include: 'item' })
  expect(value).toEqual([expect.objectContaining({ partNo, shortID, description: 'Washer 6 mm (flat)', inStock: 2 })])
  expect(await search({ search: 'washer', itemID: nut })).toMatchObject({ totalCount: 0 })
  expect(await search({ search: 'washer', itemID: shortID })).toMatchObject({ totalCount: 1 })
  const [plain] = (await search({ search: shortID, wid: 1 })).value
  expect(plain).toMatchObject({ partNo, inStock: 2 })
  expect(plain).not.toHaveProperty('shortID')
  await expect(search({ include: 'lots' })).rejects.toMatchObject({ code: 'validation_error' })
})

describe('the explanation of an item without a warehouse', () => {
  test('has the SKU, the figures of every warehouse, and their sum', async () => {
    await world.system.call(inventory.putOrderLine, {
      kind: 'onOrder',
      reference: 'PO-8',
      line: 1,
      itemID: bolt.shortID,
      wid: 3,
      units: 20,
    })
    const explained = await world.call(inventory.explainLevel, { itemID: bolt.alias })
    expect(explained).toMatchObject({
      shortID: bolt.shortID,
      level: { partNo: bolt.partNo, inStock: 13.5, available: 13.5, onOrder: 20 },
      warehouses: [
        { wid: 1, warehouse: 'Warehouse 1', inStock: 5, available: 5, onOrder: 0 },
        { wid: 2, warehouse: 'Warehouse 2', inStock: 7.5, available: 7.5, onOrder: 0 },
        { wid: 3, warehouse: 'Warehouse 3', inStock: 1, available: 1, onOrder: 20 },
      ],
      orders: [{ kind: 'onOrder', reference: 'PO-8', line: 1, wid: 3, units: 20 }],
    })
    expect(explained.lots.map(({ wID, units }) => [wID, units])).toEqual([
      [1, 5],
      [2, 7.5],
      [3, 1],
    ])
    const [newest] = (await world.call(inventory.listTransactions, { itemID: bolt.shortID })).value
    expect(explained.lastTransactionNo).toBe(newest?.transactionNo)
    expect(explained.warehouses[2]?.lastTransactionNo).toBe(newest?.transactionNo)
  })

  test("is of the client's warehouses only", async () => {
    const scoped = await world.system.createClient({ warehouses: [1, 2] })
    const explained = await scoped.call(inventory.explainLevel, { itemID: bolt.shortID })
    expect(explained.level).toMatchObject({ inStock: 12.5, onOrder: 0 })
    expect(explained.warehouses.map(({ wid }) => wid)).toEqual([1, 2])
    expect(explained.lots.map(({ wID }) => wID)).toEqual([1, 2])
    expect(explained.orders).toEqual([])
  })
})

test('a list of lots has the new description of an item', async () => {
  const shortID = await world.newItem({ description: 'Old' })
  await world.receive(shortID, 1)
  const descriptions = async () => (await world.lotsOf(shortID)).map(({ description }) => description)
  expect(await descriptions()).toEqual(['Old'])
  await world.call(catalog.updateItem, { shortID, description: 'New' })
  await expect.poll(descriptions, { timeout: 20_000 }).toEqual(['New'])
})
