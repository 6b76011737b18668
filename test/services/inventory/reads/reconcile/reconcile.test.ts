import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverUrl } from '../../../../support/system/system.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

let world: StockWorld
let database: Connection
beforeAll(async () => {
  world = await startStockWorld()
  database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-inventory` })
    .asPromise()
})
afterAll(async () => {
  await database.close()
  await world[Symbol.asyncDispose]()
})

const someStock = async () => {
  const shortID = await world.newItem()
  const { recNo, partNo } = await world.receive(shortID, 10, { spot: randomUUID() })
  await world.move(shortID, 4, { shipToWid: 2 })
  await world.issue(shortID, 3)
  return { recNo, partNo }
}

test('books that agree are counted and show no difference', async () => {
  await someStock()
  const report = await world.reconcile()
  expect(report).toMatchObject({ levels: 1, lots: 2, transactions: 3, differences: [] })
})

test('a lot changed behind the back of the ledger is found, and so are its levels', async () => {
  const { recNo, partNo } = await someStock()
  const units = mongoose.Types.Decimal128.fromString('1')
  await database.collection<{ _id: number }>('lots').updateOne({ _id: recNo }, { $inc: { units } })
  const { differences } = await world.reconcile()
  expect(differences).toEqual([
    { what: `inStock of item ${partNo} in warehouse 1`, expected: '4', found: '3' },
    expect.objectContaining({ what: `lot ${recNo}` }),
  ])
  await database
    .collection<{ _id: number }>('lots')
    .updateOne({ _id: recNo }, { $inc: { units: mongoose.Types.Decimal128.fromString('-1') } })
})

test('a lot that is gone and an entry that is gone are found', async () => {
  const { recNo, partNo } = await someStock()
  const ledger = database.collection<{ _id: number; partNo: number }>('ledger')
  const last = await ledger.find({ partNo }).sort({ _id: -1 }).limit(1).next()
  await ledger.deleteOne({ _id: last?._id ?? 0 })
  const found = (await world.reconcile()).differences.filter(({ what }) => !what.startsWith('ledgerPageIndex'))
  expect(found).toEqual([expect.objectContaining({ what: `lot ${recNo}` })])
  await database.collection<{ _id: number }>('lots').deleteOne({ _id: recNo })
  const { differences } = await world.reconcile()
  expect(differences).toContainEqual(expect.objectContaining({ what: `lot ${recNo}`, found: 'nothing' }))
})

test('differences are listed by name, in whatever order the database returns its records', async () => {
  const lots = database.collection<{ _id: number }>('lots')
  const [recNos, expected]: [number[], string[]] = [[], []]
  for (let count = 0; count < 12; count++) {
    const { recNo, partNo } = await world.receive(await world.newItem(), 10)
    recNos.push(recNo)
    expected.push(`inStock of item ${partNo} in warehouse 1`)
  }
  const add = (units: string) =>
    lots.updateMany({ _id: { $in: recNos } }, { $inc: { units: mongoose.Types.Decimal128.fromString(units) } })
  await add('1')
  expected.push(...recNos.map((recNo) => `lot ${recNo}`))
  const found = (await world.reconcile()).differences.map(({ what }) => what)
  expect(found.filter((what) => expected.includes(what))).toEqual(expected)
  await add('-1')
})
