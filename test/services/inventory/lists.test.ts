import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory, Lot } from '../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, startStockWorld, stockWords } from './stock-world.ts'

let world: StockWorld
const items: string[] = []
beforeAll(async () => {
  world = await startStockWorld()
  for (let n = 0; n < 6; n++) items.push(await world.newItem({ description: `Part ${5 - n}` }))
  for (let n = 0; n < 18; n++) {
    await world.receive(items[n % 6] ?? '', n + 1, {
      wid: (n % 3) + 1,
      spot: `S-${n % 4}`,
      serial: n % 2 ? 'ODD' : '',
      jobid: n % 5,
    })
  }
})
afterAll(() => world[Symbol.asyncDispose]())

test('lots are listed newest first, every one once, over all pages', async () => {
  const seen: number[] = []
  for (let page = 1; ; page++) {
    const answer = await world.call(inventory.listLots, { page, pageSize: 5 })
    expect(answer).toMatchObject({ totalCount: 18, page, pageSize: 5, pageCount: 4, hasMore: page < 4 })
    seen.push(...answer.value.map(({ recNo }) => recNo))
    if (!answer.hasMore) break
  }
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one))
  expect(seen).toHaveLength(18)
})

test.each(Object.keys(Lot.shape))('lots are sorted by %s, upwards and downwards, and ties by number', async (field) => {
  const list = async (direction: string) =>
    (await world.call(inventory.listLots, { sort: field.toUpperCase(), direction })).value
  const compare = (one: unknown, other: unknown) => (one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1)
  const key = (lot: Record<string, unknown>) => lot[field] ?? null
  const up = await list('asc')
  expect(up).toHaveLength(18)
  for (const [index, lot] of up.slice(1).entries()) {
    const previous = up[index]
    const order = compare(key(previous ?? {}), key(lot))
    expect(order || compare(previous?.recNo, lot.recNo)).toBeLessThan(0)
  }
  expect((await list('DESC')).map(({ recNo }) => recNo)).toEqual(up.map(({ recNo }) => recNo).reverse())
})

test('levels are sorted by the ShortID of their item, upwards and downwards, page by page', async () => {
  const inOrder = items.toSorted()
  const list = async (direction: string) => {
    const seen: (string | undefined)[] = []
    for (let page = 1; page <= 3; page++) {
      const query = { sort: 'shortID', direction, page, pageSize: 2, include: 'item' as const }
      seen.push(...(await world.call(inventory.listStockLevels, query)).value.map(({ shortID }) => shortID))
    }
    return seen
  }
  expect(await list('ASC')).toEqual(inOrder)
  expect(await list('DESC')).toEqual(inOrder.toReversed())
})

test('an unknown sort column leaves the default order, whatever the direction', async () => {
  const byDefault = await world.call(inventory.listLots, {})
  expect(await world.call(inventory.listLots, { sort: 'nonsense', direction: 'ASC' })).toEqual(byDefault)
})

test('the list of one warehouse holds its lots only, and an unknown warehouse is not found', async () => {
  const { value, totalCount } = await world.call(inventory.listWarehouseLots, { wid: 2 })
  expect(totalCount).toBe(6)
  expect(new Set(value.map(({ wID }) => wID))).toEqual(new Set([2]))
  await expect(world.call(inventory.listWarehouseLots, { wid: 99 })).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.call(inventory.listWarehouseStockLevels, { wid: 99 })).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['spot', { spot: 'S-1' }, (lot: Lot) => lot.spot === 'S-1'],
  ['serial', { serial: 'ODD' }, (lot: Lot) => lot.serial === 'ODD'],
  ['jobid', { jobid: '3' }, (lot: Lot) => lot.jobID === 3],
  ['active', { active: 'false' }, (lot: Lot) => !lot.active],
  ['hold', { hold: 'false' }, (lot: Lot) => !lot.hold],
])('lots are filtered by %s', async (_, filter, isWanted) => {
  const all = (await world.call(inventory.listLots, { pageSize: 250 })).value
  const { value, totalCount } = await world.call(inventory.listLots, { pageSize: 250, ...filter })
  expect(value).toEqual(all.filter(isWanted))
  expect(totalCount).toBe(value.length)
})

test('levels are listed one per item by part number, over all warehouses and for one', async () => {
  const all = await world.call(inventory.listStockLevels, {})
  expect(all.value).toHaveLength(6)
  expect(all.value.map(({ partNo }) => partNo)).toEqual(
    [...all.value.map(({ partNo }) => partNo)].sort((a, b) => a - b),
  )
  expect(all.value.map(({ inStock }) => inStock)).toEqual([21, 24, 27, 30, 33, 36])
  const one = await world.call(inventory.listWarehouseStockLevels, { wid: 1 })
  expect(one.value.map(({ inStock }) => inStock)).toEqual([1 + 7 + 13, 4 + 10 + 16])
})

test('a client sees the lots, levels and warehouses of its scope only', async () => {
  const { call } = await world.system.createClient({ warehouses: [1, 3] })
  const lots = await call(inventory.listLots, { pageSize: 250 })
  expect(lots.totalCount).toBe(12)
  expect(new Set(lots.value.map(({ wID }) => wID))).toEqual(new Set([1, 3]))
  const levels = await call(inventory.listStockLevels, { sort: 'inStock' })
  expect(levels.value.reduce((total, level) => total + level.inStock, 0)).toBe(
    lots.value.reduce((total, lot) => total + lot.units, 0),
  )
  expect((await call(inventory.listWarehouses, {})).value).toEqual([
    { wID: 1, name: 'Warehouse 1', timeZone: 'UTC' },
    { wID: 3, name: 'Warehouse 3', timeZone: 'UTC' },
  ])
  await expect(call(inventory.listWarehouseLots, { wid: 2 })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(call(inventory.listWarehouseLots, { wid: 99 })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a client without warehouses sees nothing', async () => {
  const { call } = await world.system.createClient({ warehouses: [] })
  expect(await call(inventory.listLots, {})).toMatchObject({ value: [], totalCount: 0, pageCount: 0, hasMore: false })
  expect(await call(inventory.listStockLevels, {})).toMatchObject({ value: [], totalCount: 0 })
})

test('only what changed since a moment is listed, lots and levels alike', async () => {
  const before = (await world.call(inventory.listLots, {})).value[0]
  const { recNo, partNo } = await world.receive(items[0] ?? '', 1)
  const since = (await world.lotsOf(items[0] ?? '')).find((lot) => lot.recNo === recNo)?.received
  const modifiedSince = new Date(Date.parse(since ?? '')).toISOString()
  const lots = (await world.call(inventory.listLots, { modifiedSince })).value.map((lot) => lot.recNo)
  expect(lots).toEqual([recNo])
  expect(lots).not.toContain(before?.recNo)
  const levels = await world.call(inventory.listStockLevels, { modifiedSince })
  expect(levels).toMatchObject({ totalCount: 1, value: [{ partNo }] })
  expect(await world.call(inventory.listStockLevels, { modifiedSince, sort: 'available' })).toMatchObject({
    totalCount: 1,
  })
})

test('paging by a unique key skips and doubles nothing while lots are received', async () => {
  const { newItem, receive } = stockWords(world.call)
  const known = (await world.call(inventory.listLots, { sort: 'recNo', pageSize: 250 })).value.map(({ recNo }) => recNo)
  const extra = await newItem()
  const seen: number[] = []
  for (let page = 1; ; page++) {
    const answer = await world.call(inventory.listLots, { sort: 'recNo', page, pageSize: 4 })
    seen.push(...answer.value.map(({ recNo }) => recNo))
    if (page <= 3) await receive(extra, 1)
    if (!answer.hasMore) break
  }
  expect(seen.slice(0, known.length)).toEqual(known)
  expect(new Set(seen).size).toBe(seen.length)
})
