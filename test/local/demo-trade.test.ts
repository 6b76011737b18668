import { expect, test } from 'vitest'
import { isPast, planLots, planPastLots } from '../../local/demo/data/lots.ts'
import { createDayOf } from '../../local/demo/data/repetition.ts'
import { type Movement, planTrade, TRADE_DAYS } from '../../local/demo/data/trade.ts'
import { tradedItems } from '../../local/demo/data/traded-items.ts'

const end = new Date('2026-11-25T12:00:00Z')
const trade = planTrade(tradedItems, end)
const unitsOf = (item: string) => trade.filter((one) => one.item === item)

test('the trade of the demo is the same for the same day, and oldest first', () => {
  expect(planTrade(tradedItems, new Date('2026-11-25T23:59:59Z'))).toEqual(trade)
  const times = trade.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[0]).toBeGreaterThanOrEqual(end.getTime() - (TRADE_DAYS + 1) * 86_400_000)
  expect(times.at(-1)).toBeLessThan(end.getTime())
})

test('the trade of the demo has five people, a price rise, stocktakings, and lots that expire', () => {
  expect(new Set(trade.map(({ actor }) => actor)).size).toBe(5)
  const prices = new Set(unitsOf('FUSE-10A-GG').flatMap(({ price }) => price ?? []))
  expect([...prices]).toEqual([0.95, 1.03])
  expect(trade.filter(({ type }) => type === 'adjust').length).toBeGreaterThan(tradedItems.length)
  const expiring = trade.flatMap(({ expires }) => expires?.slice(0, 10) ?? [])
  expect(expiring.toSorted()).toEqual(['2026-11-19', '2026-11-29'])
})

const DAY_MS = 86_400_000

/** Stock of an item in the first warehouse after each movement. */
function stocksOf(movements: readonly Movement[], item: string): number[] {
  let stock = 0
  return movements
    .filter((one) => one.item === item && one.wid === 1)
    .map(({ type, units }) => (stock += type === 'receive' || type === 'adjust' ? units : -units))
}

test('on every day no more is issued than is in stock, and one item runs out until a receipt', () => {
  for (let day = 0; day < 60; day++) {
    const movements = planTrade(tradedItems, new Date(end.getTime() + day * DAY_MS))
    for (const { item } of tradedItems)
      expect(Math.min(...stocksOf(movements, item.shortID)), item.shortID).toBeGreaterThanOrEqual(0)
    const relays = stocksOf(movements, 'RELAY-24V-2CO')
    const empty = relays.indexOf(0)
    expect(empty, `day ${day}`).toBeGreaterThan(0)
    expect(relays[empty + 1], `day ${day}`).toBeGreaterThan(0)
  }
})

test('past lots come and go within the 90 days, and no more units leave a bin than came', () => {
  const lots = planLots()
  const past = planPastLots(lots, end)
  expect(past.filter(({ type }) => type === 'receive').length).toBe(lots.filter(isPast).length)
  expect(past.filter(({ type }) => type === 'issue').length).toBeGreaterThan(10)
  const times = past.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[0]).toBeGreaterThanOrEqual(end.getTime() - (TRADE_DAYS + 1) * DAY_MS)
  expect(times.at(-1)).toBeLessThan(end.getTime())
  const stock = new Map<string, number>()
  for (const { type, item, wid, spot, units } of past) {
    const place = `${item} ${wid} ${spot}`
    const left = (stock.get(place) ?? 0) + (type === 'receive' ? units : -units)
    expect(left, place).toBeGreaterThanOrEqual(0)
    stock.set(place, left)
  }
})

test('days count from noon of the first start’s day', () => {
  const dayOf = createDayOf(new Date('2026-12-31T23:59:59Z'))
  expect([-31, 0, 1].map(dayOf)).toEqual([
    '2026-11-30T12:00:00.000Z',
    '2026-12-31T12:00:00.000Z',
    '2027-01-01T12:00:00.000Z',
  ])
})
