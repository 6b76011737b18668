import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
let itemID = ''
const lots: Record<string, number> = {}
beforeAll(async () => {
  world = await startStockWorld()
  itemID = await world.newItem()
  const receive = async (name: string, expires: string | undefined, wid = 1) => {
    lots[name] = (await world.receive(itemID, 2, { wid, ...(expires && { expires }) })).recNo
  }
  await receive('never', undefined)
  await receive('late', '2040-01-01')
  await receive('soon', '2031-05-01T08:00:00Z', 2)
  await receive('sold', '2031-01-01', 3)
  await receive('past', '2020-01-01')
  await receive('held', '2031-05-01T07:59:59Z')
  await world.issue(itemID, 2, { recno: lots.sold ?? 0, wid: 3 })
  await world.call(inventory.hold, { recno: lots.held ?? 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

const numbers = (...names: string[]) => names.map((name) => lots[name])
const expiring = async (query: object, call = world.call) => {
  const { value, totalCount } = await call(inventory.listExpiringLots, query)
  expect(totalCount).toBe(value.length)
  return value.map(({ recNo }) => recNo)
}

test('lots in stock that expire are listed, first to expire first, held and expired ones too', async () => {
  expect(await expiring({})).toEqual(numbers('past', 'held', 'soon', 'late'))
  const { value } = await world.call(inventory.listExpiringLots, { page: 2, pageSize: 2, sort: 'expires' })
  expect(value).toMatchObject([{ expires: '2031-05-01T08:00:00.000Z', wID: 2, units: 2 }, { recNo: lots.late }])
  expect(await expiring({ sort: 'recNo', direction: 'desc' })).toEqual(numbers('held', 'past', 'soon', 'late'))
})

test('their indexes hold lots in stock that expire, and no others', async () => {
  const dbName = `${world.system.system}-inventory`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  const indexes = await database.collection('lots').indexes()
  await database.close()
  const partialFilterExpression = { active: true, expires: { $lt: new Date('9999-12-31') } }
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1, _id: 1 }, partialFilterExpression }))
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { wid: 1, expires: 1, _id: 1 }, partialFilterExpression }),
  )
})

test('they are restricted to those that expire before a moment, to a warehouse and to an item', async () => {
  expect(await expiring({ before: '2031-05-01T08:00:00Z' })).toEqual(numbers('past', 'held'))
  expect(await expiring({ before: '2031-05-02', wid: '2' })).toEqual(numbers('soon'))
  expect(await expiring({ itemID, wid: 1 })).toEqual(numbers('past', 'held', 'late'))
  expect(await expiring({ itemID: 'NO-SUCH-ITEM' })).toEqual([])
  await expect(expiring({ wid: 99 })).rejects.toMatchObject({ code: 'not_found' })
})

test('a client gets those of its warehouses only', async () => {
  const { call } = await world.system.createClient({ warehouses: [2, 3] })
  expect(await expiring({}, call)).toEqual(numbers('soon'))
  await expect(expiring({ wid: 1 }, call)).rejects.toMatchObject({ code: 'forbidden' })
})
