import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockTurnover as turnover } from '../../../services/reporting/reports/turnover.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { deriveHistory, type ReportWorld, startReportWorld } from './report-world.ts'

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('1005: the cost of what was issued, the mean value over the time, days without stock, and classes', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 10, { price: 4 })
  await world.issue(itemID, 6)
  const { transactionNo } = await world.issue(itemID, 1)
  await world.call(inventory.reverse, { transactionNo })
  await world.issue(itemID, 4)
  await world.receive(itemID, 2, { price: 1 })
  const { ask } = await world.historyOf(itemID, '2026-06-01T00:00:00Z', [0, 2, 3, 3, 4, 7])
  // Ten days: 40 for two, 16 for one, then 16 for one more, nothing for three, 2 for three.
  const [row] = await ask(turnover, { from: '2026-06-01', to: '2026-06-10' })
  expect(row).toMatchObject({ issuedCost: 40, daysSinceIssue: 5, daysOut: 3, class: 'A' })
  expect(row?.averageValue).toBe(11.8)
  expect(row?.turnover).toBe(3.3898)
  // Of the first two days nothing was issued; the last four had no issue.
  expect(await ask(turnover, { from: '2026-06-01', to: '2026-06-02' })).toMatchObject([
    { issuedCost: 0, averageValue: 40, turnover: 0, daysSinceIssue: null, daysOut: 0, class: 'C' },
  ])
  expect(await ask(turnover, { from: '2026-06-08', to: '2026-06-11' })).toMatchObject([
    { issuedCost: 0, averageValue: 2, daysSinceIssue: 6, daysOut: 0 },
  ])
  expect(await ask(turnover, { from: '2026-06-05', to: '2026-06-07' })).toMatchObject([
    { issuedCost: 16, averageValue: 0, turnover: null, daysOut: 3 },
  ])
})

test('1005: what corrected the books, and what took that back, costs nothing', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 10, { price: 4 })
  await world.issue(itemID, 5)
  const adjusted = { itemID, wid: 1, spot: 'A-01', expected: 5, counted: 3, reasonCode: 20 }
  const { transactionNo } = await world.call(inventory.adjust, adjusted)
  await world.call(inventory.reverse, { transactionNo: transactionNo ?? 0 })
  const { ask } = await world.historyOf(itemID, '2026-06-01T00:00:00Z', [0, 1, 2, 3])
  expect(await ask(turnover, { from: '2026-06-01', to: '2026-06-10' })).toMatchObject([{ issuedCost: 20 }])
})

test('1005: items are of class A until 80 % of the issued cost is reached, of B until 95 %, then of C', async () => {
  const since = (await world.readFeed()).length
  // The second brings the sum from 70 to 85 %, the fourth from 93 to 98 %.
  for (const units of [8, 70, 2, 15, 5]) {
    const itemID = await world.newItem()
    await world.receive(itemID, 100, { price: 1 })
    await world.issue(itemID, units)
  }
  await world.receive(await world.newItem(), 1, { price: 1 })
  const { ask } = await deriveHistory((await world.readFeed()).slice(since))
  const rows = await ask(turnover, {}, { now: { sequence: since + 100, at: new Date() } })
  expect(rows.map((row) => [row.issuedCost, row.class].join(' '))).toEqual(['70 A', '15 A', '8 B', '5 B', '2 C', '0 C'])
})
