import { afterAll, beforeAll, expect, test } from 'vitest'
import { reporting } from '../../../shared/contract/reports/reporting.ts'
import { type ReportSystem, startReportSystem } from '../../gateway/reports/frame-world.ts'
import { connectDatabase } from '../../support/servers/database.ts'

let world: ReportSystem
beforeAll(async () => {
  world = await startReportSystem()
})
afterAll(() => world?.[Symbol.asyncDispose]())

const variances = async () => (await world.system.call(reporting.reconcile, {})).variances

/** A lot at 10 of which 2 units were used and 1 is left, as reports know; and the variances then. */
async function aUsedLot() {
  const itemID = await world.newItem()
  await world.receive(itemID, 3, 1, { price: 10 })
  await world.issue(itemID, 2)
  await world.knows(itemID, 1)
  const [lot] = (await world.api.inventory.listLots({ itemID })).body.value
  return { itemID, recno: lot?.recNo ?? 0, before: await variances() }
}

test('what reports know of the stock is compared with the levels, once all changes have arrived', async () => {
  const [one, two] = [await world.newItem(), await world.newItem()]
  await Promise.all([world.receive(one, 5), world.receive(one, 7, 2), world.receive(two, 3)])
  await world.issue(two, 1)
  // Reports need not know yet.
  expect(await world.system.call(reporting.reconcile, {})).toEqual({
    items: 2,
    changing: 0,
    differences: [],
    variances: { average: 0, fifo: 0, prices: 0 },
  })
})

test('what an amended price says of units that were used is named', async () => {
  const { recno, before } = await aUsedLot()
  expect((await world.api.inventory.amend({ recno, price: 16 })).status).toBe(200)
  await expect.poll(variances).toEqual({ ...before, prices: before.prices + 12 })
})

test('an amended price is named once, also if its lot has come back from another warehouse', async () => {
  const { itemID, recno, before } = await aUsedLot()
  const moveTo = (wid: number, shipToWid: number) =>
    world.api.inventory.move({ itemID, units: 1, wid, shipToWid, recno, toSpot: 'A-01-1' })
  expect((await moveTo(1, 2)).status).toBe(200)
  expect((await world.api.inventory.amend({ recno, price: 16 })).status).toBe(200)
  expect((await moveTo(2, 1)).status).toBe(200)
  // The feed has this receipt after the moves.
  await world.receive(itemID, 5)
  await world.knows(itemID, 6)
  expect(await variances()).toEqual({ ...before, prices: before.prices + 12 })
})

test('a planted difference is found, and reported with both values', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 4)
  await world.knows(itemID, 4)
  const cells = (await connectDatabase(`${world.system.system}-reporting`)).collection('cells_1')
  const { partNo } = (await world.api.catalog.getItem({ key: itemID })).body
  await cells.updateOne({ partNo }, { $unset: { inStock: '' } })
  const { differences } = await world.system.call(reporting.reconcile, {})
  expect(differences).toEqual([{ what: `item ${partNo}`, expected: 'warehouse 1: inStock 4', found: 'nothing' }])
})

test('a value that came from nowhere is found: what is held by each method is what was bought, used and re-priced', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 4, 1, { price: 2.5 })
  await world.knows(itemID, 4)
  const cells = (await connectDatabase(`${world.system.system}-reporting`)).collection('cells_1')
  const { partNo } = (await world.api.catalog.getItem({ key: itemID })).body
  await cells.updateOne({ partNo }, { $unset: { fifoValue: '' } })
  const { differences } = await world.system.call(reporting.reconcile, {})
  expect(differences).toContainEqual({
    what: `value of item ${partNo}`,
    expected: 'lot 10, average 10, fifo 10',
    found: 'lot 10, average 10, fifo 0',
  })
})
