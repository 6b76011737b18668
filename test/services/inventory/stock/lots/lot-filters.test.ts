import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
const lots: Record<string, number> = {}
beforeAll(async () => {
  world = await startStockWorld()
  const itemID = await world.newItem()
  const receive = async (name: string, more: object) => {
    lots[name] = (await world.receive(itemID, 2, more)).recNo
  }
  await receive('plain', { spot: 'F-01' })
  await receive('batch', { serial: 'B-77', spot: 'F-02', supplier: 4711 })
  await receive('elsewhere', { serial: 'B-77', spot: 'F-02', wid: 2 })
  await receive('other', { serial: 'B-78', serial2: 'BOX-1', supplier: 4712, rfidTag: 'TAG-1', jobid: 12 })
  await receive('used', { serial: 'B-77', serial2: 'BOX-1', supplier: 4711 })
  await world.call(inventory.hold, { recno: lots.elsewhere ?? 0 })
  await world.issue(itemID, 2, { recno: lots.used ?? 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

test.each([
  [{ serial: 'B-77' }, ['used', 'elsewhere', 'batch']],
  [{ serial: 'B-77', active: true }, ['elsewhere', 'batch']],
  [{ serial2: 'BOX-1' }, ['used', 'other']],
  [{ supplier: 4711 }, ['used', 'batch']],
  [{ supplier: 4711, serial: 'B-77', active: false }, ['used']],
  [{ spot: 'F-02', active: true }, ['elsewhere', 'batch']],
  [{ spot: 'F-02', wid: 2 }, ['elsewhere']],
  [{ rfidTag: 'TAG-1' }, ['other']],
  [{ jobid: 12 }, ['other']],
  [{ hold: true }, ['elsewhere']],
  [{ hold: true, wid: 1 }, []],
  [{ serial: '' }, ['plain']],
  [{ serial: 'B-7' }, []],
])('lots with %j are %j, and their number is exact', async (query, names) => {
  const read = (more: object) => world.call(inventory.listLots, { ...query, ...more })
  const { value, totalCount } = await read({})
  expect(value.map(({ recNo }) => recNo)).toEqual(names.map((name) => lots[name]))
  expect(totalCount).toBe(names.length)
  expect((await read({ pageSize: 1 })).totalCount).toBe(names.length)
})
