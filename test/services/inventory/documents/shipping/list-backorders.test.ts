import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

/** Order, line and waiting units of the lines of an item. */
async function waitingFor(shortID: string, query = {}, call = world.call) {
  const { value, totalCount } = await call(inventory.listBackorders, { shortID, ...query })
  expect(totalCount).toBe(value.length)
  return value.map(({ soNo, lineNo, backordered }) => [soNo, lineNo, backordered])
}

test('a line is listed with its order for as long as units of it wait', async () => {
  const { itemID } = await world.anItemWith(5)
  const lines = [
    { itemID, units: 2 },
    { itemID, units: 7 },
  ]
  const { soNo } = await world.create(lines, { shipDate: '2090-01-31' })
  const { value } = await world.call(inventory.listBackorders, { shortID: itemID })
  expect(value).toEqual([
    {
      soNo,
      customer: 'Hanse Automation',
      shipDate: '2090-01-31T00:00:00.000Z',
      lineNo: 2,
      shortID: itemID,
      description: expect.any(String),
      units: 7,
      warehouse: 1,
      warehouseName: 'Warehouse 1',
      backordered: 4,
    },
  ])
  await world.receive(itemID, 1)
  await world.call(inventory.allocateShippingOrder, { soNo })
  expect(await waitingFor(itemID)).toEqual([[soNo, 2, 3]])
  await world.call(inventory.cancelShippingOrder, { soNo })
  expect(await waitingFor(itemID)).toEqual([])
})

test('lines of one warehouse are listed by order and line, or as the query says, page by page', async () => {
  const itemID = await world.newItem()
  const line = (units: number, wid: number) => ({ itemID, units, wid })
  const first = await world.create([line(1, 2), line(3, 1), line(2, 1)])
  const second = await world.create([line(5, 1)])
  const ofFirst = [first.soNo, 2, 3]
  expect(await waitingFor(itemID, { warehouse: 1 })).toEqual([ofFirst, [first.soNo, 3, 2], [second.soNo, 1, 5]])
  expect(await waitingFor(itemID, { warehouse: 2 })).toEqual([[first.soNo, 1, 1]])
  const sorted = await waitingFor(itemID, { sort: 'backordered', direction: 'desc' })
  expect(sorted.map(([, , units]) => units)).toEqual([5, 3, 2, 1])
  const page = await world.call(inventory.listBackorders, { shortID: itemID, warehouse: 1, page: 2, pageSize: 2 })
  expect(page).toMatchObject({ totalCount: 3, pageCount: 2, value: [{ soNo: second.soNo }] })
})

test('a client sees the lines of the orders that it may see, and asks for its own warehouses only', async () => {
  const itemID = await world.newItem()
  const { soNo } = await world.create([{ itemID, units: 1 }])
  await world.create([
    { itemID, units: 2 },
    { itemID, units: 3, wid: 2 },
  ])
  const narrow = await world.system.createClient({ warehouses: [1] })
  expect(await waitingFor(itemID, {}, narrow.call)).toEqual([[soNo, 1, 1]])
  await expect(narrow.call(inventory.listBackorders, { warehouse: 2 })).rejects.toMatchObject({ code: 'forbidden' })
  const blind = await world.system.createClient({ permissions: [11, 9004] })
  await expect(blind.call(inventory.listBackorders, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('no order gets the number that the path has', async () => {
  const itemID = await world.newItem()
  await expect(world.create([{ itemID, units: 1 }], { soNo: 'Backorders' })).rejects.toMatchObject({
    details: { soNo: ['The field soNo must not be "Backorders".'] },
  })
})
