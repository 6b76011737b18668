import { afterAll, beforeAll, expect, test } from 'vitest'
import { valuation } from '../../../services/reporting/reports/valuation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { sum } from '../../../shared/quantity.ts'
import { deriveHistory, isOfStock, type ReportWorld, startReportWorld } from './report-world.ts'

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const methods = ['lot', 'average', 'fifo'] as const

/** What an item is worth in each warehouse, `[wid, totalValue, unpricedUnits]`, by each method. */
async function valuesOf(itemID: string) {
  const feed = (await world.readFeed()).filter((change) => isOfStock(change) && change.data.itemID === itemID)
  const { ask } = await deriveHistory(feed.map((change, index) => ({ ...change, sequence: index + 1 })))
  const found = methods.map(async (method) => {
    const rows = await ask(valuation, { method })
    return [method, rows.map(({ wid, totalValue, unpricedUnits }) => [wid, totalValue, unpricedUnits])] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

const byAll = (rows: readonly (readonly number[])[]) => Object.fromEntries(methods.map((method) => [method, rows]))

test('an amended price counts for the units that are there, and none takes out what was paid for them', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 1, { price: 10 })
  const typed = await world.receive(itemID, 1, { price: 2_000 })
  await world.call(inventory.amend, { recno: typed.recNo, price: 20 })
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 30, 0]]))
  await world.call(inventory.amend, { recno: typed.recNo, price: null })
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 10, 1]]))
  await world.call(inventory.amend, { recno: typed.recNo, price: 20 })
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 30, 0]]))
})

test('a corrected price makes what was bought worth what it cost', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 10, { price: 10 })
  const { recNo } = await world.receive(itemID, 10, { price: 1 })
  await world.call(inventory.amend, { recno: recNo, price: 10 })
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 200, 0]]))
})

test('of what was used before its price is amended, nothing is added, and no value falls below 0', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 1, { price: 1 })
  const typed = await world.receive(itemID, 2, { price: 1_000 })
  await world.issue(itemID, 1, { recno: typed.recNo })
  await world.call(inventory.amend, { recno: typed.recNo, price: 10 })
  const { lot, average, fifo } = await valuesOf(itemID)
  expect(lot).toEqual([[1, 11, 0]])
  // 2,001 less 667 with the unit that was issued, less 990 for the one that is there.
  expect(average).toEqual([[1, 344, 0]])
  // The unit at 1 left; of the two at 1,000 one is still there.
  expect(fifo).toEqual([[1, 1_010, 0]])
})

test('a lot that goes to another warehouse and back, by moves or in transit, brings back what it took', {
  timeout: 300_000,
}, async () => {
  const [moved, shipped] = [await world.newItem(), await world.newItem()]
  for (const itemID of [moved, shipped]) {
    await world.receive(itemID, 1, { price: 10 })
    const { recNo } = await world.receive(itemID, 1, { price: 20 })
    for (let time = 0; time < 5; time++)
      for (const [wid, shipToWid] of [
        [1, 2],
        [2, 1],
      ] as const) {
        if (itemID === moved) {
          await world.move(itemID, 1, { wid, shipToWid, recno: recNo })
          continue
        }
        const lines = [{ itemID, units: 1, recno: recNo }]
        const { slip } = await world.call(inventory.shipTransit, { wid, shipToWid, lines })
        await world.call(inventory.receiveTransit, { slip, lines: [{ lineNo: 1, accepted: 1 }] })
      }
  }
  for (const itemID of [moved, shipped]) expect(await valuesOf(itemID)).toEqual(byAll([[1, 30, 0]]))
  await world.move(moved, 1, { wid: 1, shipToWid: 2 })
  expect(await valuesOf(moved)).toMatchObject({
    average: [
      [1, 15, 0],
      [2, 15, 0],
    ],
    // What came back is the latest; the unit at 20 has been there for longer.
    fifo: [
      [1, 10, 0],
      [2, 20, 0],
    ],
  })
})

test('what a transit rejects, brings back or loses has the cost with which it left', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 4, { price: 1 })
  await world.receive(itemID, 4, { price: 3 })
  await world.receive(itemID, 10, { price: 50, wid: 2 })
  const { slip } = await world.call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines: [{ itemID, units: 6 }] })
  await world.call(inventory.receiveTransit, {
    slip,
    lines: [{ lineNo: 1, accepted: 1, rejected: 2, reasonCode: 20 }],
  })
  const left = { average: [4, 500 + 6], fifo: [6, 500 + 3] }
  const ofMethods = async () => {
    const values = await valuesOf(itemID)
    return { average: values.average?.map(([, value]) => value), fifo: values.fifo?.map(([, value]) => value) }
  }
  expect(await ofMethods()).toEqual(left)
  await world.call(inventory.returnTransit, { slip, lines: [{ lineNo: 1, units: 2 }] })
  expect(await ofMethods()).toEqual({ average: [4 + 4, 506], fifo: [6 + 4, 503] })
  await world.call(inventory.closeTransit, { slip, reasonCode: 20 })
  // One unit at 2, or one at 3, is lost.
  expect(await ofMethods()).toEqual({ average: [8, 506], fifo: [10, 503] })
})

test('a reversal takes out what its entry brought, and puts back what it took', { timeout: 120_000 }, async () => {
  const itemID = await world.newItem()
  const reverse = ({ transactionNo }: { readonly transactionNo: number }) =>
    world.call(inventory.reverse, { transactionNo })
  await world.receive(itemID, 10, { price: 1 })
  await reverse(await world.receive(itemID, 10, { price: 4 }))
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 10, 0]]))
  const issued = await world.issue(itemID, 5)
  await world.receive(itemID, 5, { price: 40 })
  const { recNo } = await world.receive(itemID, 2, { price: 7 })
  const before = await valuesOf(itemID)
  await reverse(await world.move(itemID, 2, { shipToWid: 3, recno: recNo }))
  expect(await valuesOf(itemID)).toEqual(before)
  await reverse(issued)
  // By every method all that was bought is there.
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 224, 0]]))
})

test('a split or a move within a warehouse changes no value, and units without a price stay apart on every way', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 6, { price: 5 })
  await world.receive(itemID, 4)
  await world.receive(itemID, 2, { price: 8 })
  await world.move(itemID, 4, { toSpot: 'C-03', recno: recNo })
  await world.call(inventory.hold, { recno: recNo, units: 1 })
  expect(await valuesOf(itemID)).toEqual(byAll([[1, 46, 4]]))
  await world.move(itemID, 8, { shipToWid: 2 })
  const { average, fifo } = await valuesOf(itemID)
  const totalOf = (rows: readonly (readonly number[])[] = [], column: number) =>
    Number(sum(rows.map((row) => sum([]).plus(row[column] ?? 0))))
  for (const rows of [average, fifo]) expect([totalOf(rows, 1), totalOf(rows, 2)]).toEqual([46, 4])
})
