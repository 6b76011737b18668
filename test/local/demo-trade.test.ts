import { expect, test } from 'vitest'
import { planTrade, TRADE_DAYS } from '../../local/demo/trade/plan-trade.ts'
import { tradedParts } from '../../local/demo/trade/traded-parts.ts'

const end = new Date('2026-11-25T12:00:00Z')
const trade = planTrade(tradedParts, end)
const unitsOf = (item: string) => trade.filter((one) => one.item === item)

test('the trade of the demo is the same for the same day, and oldest first', () => {
  expect(planTrade(tradedParts, new Date('2026-11-25T23:59:59Z'))).toEqual(trade)
  const times = trade.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[0]).toBeGreaterThanOrEqual(end.getTime() - (TRADE_DAYS + 1) * 86_400_000)
  expect(times.at(-1)).toBeLessThan(end.getTime())
})

test('it has five people, a price rise, stocktakings, a stock-out that a receipt ended, and lots that expire', () => {
  expect(new Set(trade.map(({ actor }) => actor)).size).toBe(5)
  const prices = new Set(unitsOf('FUSE-10A-GG').flatMap(({ price }) => price ?? []))
  expect([...prices]).toEqual([0.95, 1.03])
  expect(trade.filter(({ type }) => type === 'adjust').length).toBeGreaterThan(tradedParts.length)
  const expiring = trade.flatMap(({ expires }) => expires?.slice(0, 10) ?? [])
  expect(expiring.toSorted()).toEqual(['2026-11-19', '2026-11-29'])

  let stock = 0
  const stocks = unitsOf('RELAY-24V-2CO').map(({ type, units }) => {
    stock += type === 'receive' || type === 'adjust' ? units : -units
    return stock
  })
  const empty = stocks.indexOf(0)
  expect(empty).toBeGreaterThan(0)
  expect(stocks.slice(empty).some((units) => units > 0)).toBe(true)
  expect(Math.min(...stocks)).toBe(0)
})
