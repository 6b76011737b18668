import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ReorderWorld, startReorderWorld } from './reorder-world.ts'

let world: ReorderWorld
beforeAll(async () => {
  world = await startReorderWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const list = (query: object, as = world.call) => as(inventory.listReorderPoints, query)

test('settings of an item and warehouse are set, changed, listed and removed; each change makes one event', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 100)
  const key = { partNo, shortID, wid: 1 }
  const first = { ...key, minimum: 20, reorderTo: 50.5, leadDays: 14 }
  expect(await world.put(shortID, { minimum: 20, reorderTo: 50.5, leadDays: 14 })).toEqual({
    ...first,
    status: 'updated',
  })
  expect(await world.put(shortID, { minimum: 20, reorderTo: 50.5, leadDays: 14 })).toEqual({
    ...first,
    status: 'unchanged',
  })
  expect((await list({ itemID: shortID })).value).toEqual([first])
  const second = { ...key, minimum: 30, reorderTo: 30, leadDays: null }
  expect(await world.put(shortID, { minimum: 30, reorderTo: 30 })).toEqual({ ...second, status: 'updated' })
  expect((await list({ partNo })).value).toEqual([second])
  const none = { ...key, minimum: null, reorderTo: null, leadDays: null }
  expect(await world.put(shortID, { minimum: null })).toEqual({ ...none, status: 'removed' })
  expect(await world.put(shortID, {})).toEqual({ ...none, status: 'unchanged' })
  expect(await list({ itemID: shortID })).toMatchObject({ value: [], totalCount: 0 })
  expect(await world.eventsOf('item.reorderChanged', shortID)).toEqual([first, second, none])
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('the list is sorted by item and warehouse, and restricted to items and warehouses', async () => {
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  for (const [itemID, wid] of [
    [nut, 1],
    [bolt, 3],
    [bolt, 2],
  ] as const)
    await world.put(itemID, { wid, minimum: wid, reorderTo: 9 })
  const namesOf = async (query: object) =>
    (await list({ pageSize: 250, ...query })).value
      .filter(({ shortID }) => shortID === bolt || shortID === nut)
      .map(({ shortID, wid }) => [shortID, wid])
  expect(await namesOf({})).toEqual([
    [bolt, 2],
    [bolt, 3],
    [nut, 1],
  ])
  expect(await namesOf({ wid: 3 })).toEqual([[bolt, 3]])
  expect(await namesOf({ shortID: bolt, sort: 'minimum', direction: 'DESC' })).toEqual([
    [bolt, 3],
    [bolt, 2],
  ])
  expect(await list({ itemID: bolt, page: 2, pageSize: 1 })).toMatchObject({ value: [{ wid: 3 }], totalCount: 2 })
  await expect(list({ wid: 99 })).rejects.toMatchObject({ code: 'not_found' })
})

test('an item that never was in the warehouse has a level of zeros from then on', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.put(shortID, { wid: 2, minimum: 1, reorderTo: 2 })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ partNo, available: 0, inStock: 0, onOrder: 0 })
  expect(await world.levelOf(partNo, 1)).toBeUndefined()
  expect(await world.receive(shortID, 3, { wid: 2 })).toMatchObject({ partNo })
  expect(await world.levelOf(partNo, 2)).toMatchObject({ inStock: 3 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

const TOO_MANY_DECIMALS = 0.1234567

test.each([
  ['a negative minimum', { minimum: -1, reorderTo: 5 }, { minimum: 'must be 0 or greater.' }],
  ['a minimum with seven decimals', { minimum: TOO_MANY_DECIMALS, reorderTo: 5 }, { minimum: 'must have at most 6' }],
  ['no reorderTo', { minimum: 1 }, { reorderTo: 'is required.' }],
  ['a reorderTo below the minimum', { minimum: 6, reorderTo: 5 }, { reorderTo: 'must be at least the minimum.' }],
  ['a reorderTo without a minimum', { reorderTo: 5 }, { minimum: 'is required.' }],
  ['days without a minimum', { leadDays: 5 }, { minimum: 'is required.' }],
  ['too many days', { minimum: 1, reorderTo: 5, leadDays: 366 }, { leadDays: 'must be at most 365.' }],
  ['half a day', { minimum: 1, reorderTo: 5, leadDays: 0.5 }, { leadDays: 'must be an integer.' }],
  ['an unknown item', { itemID: 'NO-SUCH-ITEM', minimum: 1, reorderTo: 5 }, { itemID: 'must name an existing item.' }],
  ['an unknown warehouse', { wid: 99, minimum: 1, reorderTo: 5 }, { wid: 'must name an existing warehouse.' }],
  [
    'several faults',
    { minimum: 'many', reorderTo: -5, leadDays: -1 },
    { minimum: 'must be a number.', reorderTo: 'must be 0 or greater.', leadDays: 'must be 0 or greater.' },
  ],
])('%s is refused by field', async (_, settings, faults) => {
  const shortID = await world.newItem()
  // What the types refuse must be refused at run time too.
  const refused = world.put(shortID, settings as object)
  const messages = Object.entries(faults).map(([field, text]) => [
    field,
    [expect.stringMatching(new RegExp(`^The (field ${field} |${field} field )${text.replaceAll('.', '\\.')}`))],
  ])
  await expect(refused).rejects.toMatchObject({ code: 'validation_error', details: Object.fromEntries(messages) })
  expect((await list({ itemID: shortID })).value).toEqual([])
})

test('a client of one warehouse sets, lists and hears what is in it', async () => {
  const shortID = await world.newItem()
  const { call: ofSecond } = await world.system.createClient({ warehouses: [2] })
  await expect(world.put(shortID, { minimum: 1, reorderTo: 5 }, ofSecond)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(list({ wid: 1 }, ofSecond)).rejects.toMatchObject({ code: 'forbidden' })
  await world.put(shortID, { minimum: 1, reorderTo: 5 })
  await world.put(shortID, { wid: 2, minimum: 2, reorderTo: 5 }, ofSecond)
  expect((await list({ itemID: shortID }, ofSecond)).value).toMatchObject([{ wid: 2, minimum: 2 }])
  for (const type of ['item.reorderChanged', 'item.belowMinimum'] as const) {
    expect(await world.eventsOf(type, shortID, ofSecond)).toMatchObject([{ wid: 2 }])
    expect(await world.eventsOf(type, shortID)).toMatchObject([{ wid: 1 }, { wid: 2 }])
  }
})

test('settings are changed with the permission to change items, and read with that to read them', async () => {
  const shortID = await world.newItem()
  const { call: reader } = await world.system.createClient({ permissions: [11] })
  const { call: writer } = await world.system.createClient({ permissions: [116] })
  await expect(world.put(shortID, { minimum: 1, reorderTo: 5 }, reader)).rejects.toMatchObject({ code: 'forbidden' })
  await world.put(shortID, { minimum: 1, reorderTo: 5 }, writer)
  expect((await list({ itemID: shortID }, reader)).value).toMatchObject([{ minimum: 1 }])
  await expect(list({}, writer)).rejects.toMatchObject({ code: 'forbidden' })
})
