import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { type ReportSystem, startReportSystem } from '../../gateway/reports/frame-world.ts'

let world: ReportSystem
beforeAll(async () => {
  world = await startReportSystem()
})
afterAll(() => world?.[Symbol.asyncDispose]())

const enter = (
  item: string,
  ...movements: readonly (readonly [at: string, type: string, units: number, price?: number])[]
) =>
  world.system.call(inventory.importHistory, {
    lines: movements.map(([at, type, units, price]) => ({ at, type, item, wid: 1, units, ...(price && { price }) })),
  })

test('a history that is imported changes the past of its items, and hides nothing of today', async () => {
  const [present, past] = [await world.newItem(), await world.newItem()]
  await world.receive(present, 5)
  await world.knows(present, 5)
  const before = await world.run('1001')
  await enter(past, ['2026-01-10', 'receive', 8], ['2026-01-20', 'issue', 3])
  await world.knows(past, 5)
  await world.knows(present, 5)

  const inStockOn = async (query: string) => world.stockIn(await world.run(`1001?itemID=${past}&${query}`))
  expect(await inStockOn('asOf=2026-01-09')).toEqual({})
  expect(await inStockOn('asOf=2026-01-10')).toEqual({ [`${past}/1`]: 8 })
  expect(await inStockOn('asOf=2026-01-20')).toEqual({ [`${past}/1`]: 5 })
  expect(await inStockOn(`snapshot=${before.snapshot}`)).toEqual({})
})

test('the feed says when a movement was entered, and its entry when it happened', async () => {
  const past = await world.newItem()
  const start = new Date().toISOString()
  await enter(past, ['2026-01-10', 'receive', 8])
  await world.knows(past, 8)
  const { value } = (await world.api.notifications.listChanges({ since: 0, limit: 1_000 })).body
  const event = value.findLast(({ type }) => type === 'inventory.received')
  expect(event).toMatchObject({ data: { itemID: past, at: '2026-01-10T00:00:00.000Z', imported: true } })
  expect(Date.parse(event?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(start))
})

test('stock that goes back for years is worth what it cost then, by what came last', async () => {
  const old = await world.newItem()
  await enter(
    old,
    ['2021-05-01', 'receive', 10, 1],
    ['2023-05-01', 'receive', 10, 2],
    ['2025-11-20', 'receive', 10, 4],
    ['2025-12-31', 'receive', 10, 8],
    ['2026-01-01', 'issue', 15],
  )
  await world.knows(old, 25)
  const valueOn = async (asOf: string) => (await world.run(`15?itemID=${old}&method=fifo&asOf=${asOf}`)).body.value
  // 10 of each of the last two, and 5 of the one of 2023.
  expect(await valueOn('2026-01-01')).toMatchObject([{ units: 25, totalValue: 130 }])
  expect(await valueOn('2025-12-31')).toMatchObject([{ units: 40, totalValue: 150 }])
  expect(await valueOn('2025-11-20')).toMatchObject([{ units: 30, totalValue: 70 }])
  expect(await valueOn('2022-01-01')).toMatchObject([{ units: 10, totalValue: 10 }])
})
