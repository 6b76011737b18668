import fc from 'fast-check'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDirectoryModel, type DirectoryModel } from '../../services/inventory/directory/directory.model.ts'
import { createLotDirectory } from '../../services/inventory/directory/directory.ts'
import { locate, type Stretch } from '../../services/inventory/directory/locate.ts'
import { sealOnce } from '../../services/inventory/directory/sealing.ts'
import { createLotModel, type LotModel } from '../../services/inventory/lot.model.ts'
import { inventory } from '../../shared/contract/inventory.ts'
import { serverUrl } from '../support/server-url.ts'
import { type StockWorld, startStockWorld } from './stock-world.ts'

let world: StockWorld
let database: Connection
let lots: LotModel
let directory: DirectoryModel
beforeAll(async () => {
  world = await startStockWorld()
  const dbName = `${world.system.system}-inventory`
  database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  lots = createLotModel(database)
  directory = createDirectoryModel(database, 'lotDirectory')
})
afterAll(async () => {
  await database.close()
  await world[Symbol.asyncDispose]()
})

/** Seals all that is there, as the service does with what is a minute old. */
const sealAll = () => sealOnce(database, directory, lots, new Date(Date.now() + 1), { lots: 1, deltas: 1 })

const expectPagesToBeRight = async (call = world.call, wid?: number) => {
  for (const direction of ['DESC', 'ASC'] as const) {
    const byNumber = await call(inventory.listLots, { pageSize: 250, spot: 'A-01', sort: 'received', direction })
    const expected = byNumber.value.filter(({ wID }) => wid === undefined || wID === wid).map(({ recNo }) => recNo)
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const query = { page, pageSize: 4, sort: 'received', direction }
      const answer = await (wid === undefined
        ? call(inventory.listLots, query)
        : call(inventory.listWarehouseLots, { wid, ...query }))
      expect(answer.totalCount).toBe(expected.length)
      seen.push(...answer.value.map(({ recNo }) => recNo))
      if (!answer.hasMore) break
    }
    expect(seen).toEqual(expected)
  }
}

test('totals and pages stay exact while lots are received, split, moved between warehouses and sealed', async () => {
  const shortID = await world.newItem()
  const scoped = await world.system.createClient({ warehouses: [1, 3] })
  const everywhere = async () => {
    await expectPagesToBeRight()
    await expectPagesToBeRight(world.call, 2)
    await expectPagesToBeRight(scoped.call)
  }
  for (let n = 0; n < 9; n++) await world.receive(shortID, 10, { wid: (n % 3) + 1 })
  await everywhere()
  expect(await sealAll()).toBe(true)
  await everywhere()
  await world.move(shortID, 3, { wid: 1, shipToWid: 2, toSpot: 'A-01' })
  await world.move(shortID, 10, { wid: 3, shipToWid: 1, toSpot: 'A-01' })
  for (let n = 0; n < 5; n++) await world.receive(shortID, 10, { wid: (n % 3) + 1 })
  await everywhere()
  await world.move(shortID, 2, { wid: 2, shipToWid: 3, toSpot: 'A-01' })
  expect(await sealAll()).toBe(true)
  await everywhere()
  expect(await directory.countDocuments({ kind: 'delta' })).toBe(0)
}, 60_000)

test('two processes that seal at once count nothing twice', async () => {
  const shortID = await world.newItem()
  for (let n = 0; n < 6; n++) await world.receive(shortID, 1)
  await world.move(shortID, 0.5, { shipToWid: 2, toSpot: 'A-01' })
  await Promise.all([sealAll(), sealAll(), sealAll()])
  const found = await createLotDirectory(database, directory, lots).find(
    'all',
    { offset: 0, limit: 1, direction: -1 },
    Date.now() + 10_000,
  )
  expect(found.total).toBe(await lots.countDocuments({}))
})

test('a page begins where counting one by one would find it, for every offset and direction', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 8 })
  fc.assert(
    fc.property(
      counts,
      fc.nat(5),
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(1 as const, -1 as const),
      (sizes, newest, offset, limit, direction) => {
        const sealed: Stretch[] = sizes.map((count, index) => ({
          from: new Date(index * 100),
          until: new Date((index + 1) * 100),
          count,
        }))
        const moments = sealed.flatMap(({ from, count }) => Array.from({ length: count }, (_, n) => from.getTime() + n))
        const open = sealed.length * 100
        const all = [...moments, ...Array.from({ length: newest }, (_, n) => open + n)]
        const inOrder = direction === 1 ? all : all.toReversed()
        const { bounds, skip } = locate(sealed, newest, { offset, limit, direction })
        const left = inOrder.filter(
          (moment) => moment >= (bounds.$gte?.getTime() ?? 0) && moment < (bounds.$lt?.getTime() ?? Number.MAX_VALUE),
        )
        expect(left.slice(skip, skip + limit)).toEqual(inOrder.slice(offset, offset + limit))
      },
    ),
  )
})
