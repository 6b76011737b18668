import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../../../support/servers/server-url.ts'
import { type StockWorld, startStockWorld } from '../stock-world.ts'

/** As MAX_EXPLAINED and MAX_PARENTS of the contract. */
const MOST = 1_000
const PARENTS = 100

let world: StockWorld
let database: mongoose.Connection
beforeAll(async () => {
  world = await startStockWorld()
  const dbName = `${world.system.system}-inventory`
  database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await database.close()
})

/** Copies of a record with numbers of their own. */
async function copy(collection: string, _id: number, count: number, differ: (index: number) => object) {
  const records = database.collection<{ _id: number }>(collection)
  const record = await records.findOne({ _id })
  await records.insertMany(Array.from({ length: count }, (_, index) => ({ ...record, ...differ(index) })) as never)
}

test('a trace names 1,000 of each, the nearest lots and the oldest entries, and says that it is cut', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 9)
  const { recNo: child } = await world.move(shortID, 4, { toSpot: 'B' })
  const { transactionNo } = await world.issue(shortID, 1, { recno: child })
  const reversal = await world.call(inventory.reverse, { transactionNo })
  const last = await world.issue(shortID, 1, { recno: child })
  const trace = (recno: number) => world.call(inventory.traceLot, { recno })
  expect(await trace(recNo)).toMatchObject({ isCut: false, issues: [{ reversed: true }, { reversed: false }] })

  const first = 10_000_000
  // Written by falling numbers, so that the sequence of numbers is not that of records.
  await copy('lots', child, MOST - 1, (index) => ({ _id: first + MOST - 2 - index, parent: recNo }))
  expect(await trace(recNo)).toMatchObject({ isCut: false, descendants: { length: MOST } })
  // One more that has a lower number, and one of another generation.
  await copy('lots', child, 1, () => ({ _id: first - 1, parent: recNo }))
  await copy('lots', child, 1, () => ({ _id: first - 2, parent: first }))
  const cut = await trace(recNo)
  expect([cut.isCut, cut.children.length, cut.descendants.length]).toEqual([true, MOST, MOST])
  expect(cut.descendants.map((lot) => lot.recNo)).toEqual([
    child,
    ...Array.from({ length: MOST - 1 }, (_, n) => first - 1 + n),
  ])

  // The later one is written, the earlier it is.
  const at = (index: number) => ({ at: new Date(Date.UTC(2099, 0, 1, 0, 0, MOST - index)) })
  await copy('ledger', last.transactionNo, MOST - 2, (index) => ({
    _id: first + index,
    operationId: `${index}`,
    ...at(index),
  }))
  const issued = await trace(child)
  expect([issued.isCut, issued.issues.length]).toEqual([true, MOST])
  expect(issued.issues[0]).toMatchObject({ transactionNo, reversed: true })
  // Its receipt by the move, two issues, the reversal; the rest was issued later.
  expect(issued.transactions.length).toBe(MOST)
  expect(issued.transactions.map((entry) => entry.transactionNo)).toContain(reversal.transactionNo)
  await copy('ledger', last.transactionNo, 1, () => ({ _id: first + MOST, operationId: 'last', ...at(MOST) }))
  const longest = await trace(child)
  expect([longest.isCut, longest.issues.length]).toEqual([true, MOST])
  for (const entries of [longest.issues, longest.transactions]) {
    const numbers = entries.map((entry) => entry.transactionNo)
    expect(numbers).toContain(first + MOST)
    expect(numbers).not.toContain(first)
  }
})

test('a trace of few entries is cut if its parts were issued more often', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 9)
  const { recNo: child } = await world.move(shortID, 4, { toSpot: 'B' })
  const { transactionNo } = await world.issue(shortID, 1, { recno: child })
  const first = 30_000_000
  await copy('ledger', transactionNo, MOST, (index) => ({ _id: first + index, operationId: `${first + index}` }))
  const traced = await world.call(inventory.traceLot, { recno: recNo })
  expect([traced.isCut, traced.issues.length]).toEqual([true, MOST])
  expect(traced.transactions.length).toBeLessThan(MOST)
})

test('of a long line of parents the nearest 100 are named', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 9)
  const first = 20_000_000
  await copy('lots', recNo, PARENTS + 1, (index) => ({
    _id: first + index,
    parent: index === 0 ? recNo : first + index - 1,
  }))
  const traced = await world.call(inventory.traceLot, { recno: first + PARENTS })
  expect([traced.isCut, traced.parents.length]).toEqual([true, PARENTS])
  const shorter = await world.call(inventory.traceLot, { recno: first + PARENTS - 1 })
  expect([shorter.isCut, shorter.parents.length]).toEqual([false, PARENTS])
  expect([traced.parents[0]?.recNo, traced.parents.at(-1)?.recNo]).toEqual([first + PARENTS - 1, first])
})
