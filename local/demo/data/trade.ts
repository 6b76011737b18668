import { randomUUID } from 'node:crypto'
import { sendLines } from '../../../ctl/connection/retry-while-unavailable.ts'
import { type ImportedMovement, inventory, MAX_BATCH_LINES } from '../../../shared/contract/inventory/inventory.ts'
import { DAY_MS, dayNumber, HOUR_MS } from '../../../shared/day.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { TradedItem } from './traded-items.ts'

export const TRADE_DAYS = 90
/** Days before the end on which prices rose, by 8 %. */
const PRICE_RISE = 30
/** Share of a week's sales by weekday, from Sunday. */
const WEEKDAYS = [0, 0.22, 0.2, 0.19, 0.21, 0.15, 0.03] as const
/** Weeks of sales that an order is for, and the stock below which it is placed. */
const ORDER_WEEKS = 3
const REORDER_WEEKS = 1.5
/** Days on which stock is taken. */
const STOCKTAKINGS: readonly number[] = [30, 60]
/** What is ordered of this item on one of these days comes so late that it runs out of stock. */
const LATE = { shortID: 'RELAY-24V-2CO', from: 36, to: 60, days: 12 } as const
/** Of these a lot expired last week, or expires this week. */
const EXPIRING: Readonly<Record<string, number>> = { 'GREASE-PTFE-400': -6, 'CLEANER-CIT-1L': 4 }

export const people = ['Ada Lind', 'Ben Okafor', 'Carla Moreau', 'Deniz Kaya', 'Emil Novak'] as const

export type Movement = Pick<ImportedMovement, 'at' | 'type' | 'item' | 'wid' | 'units' | 'actor'> &
  Partial<ImportedMovement>

interface Order {
  readonly arrives: number
  readonly units: number
  readonly reference: string
}

/**
 * The trade of 90 days before the day `end` with some items, oldest first: seasons of a week, replenishment that is late
 * now and then, transfers, two stocktakings, a price rise. The same for the same day.
 */
export function planTrade(items: readonly TradedItem[], end: Date): Movement[] {
  const first = dayNumber(end) - TRADE_DAYS
  const movements = items.flatMap((traded, index) => [...tradeOf(traded, first, createRandom(first * 100 + index))])
  return movements.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function* tradeOf(traded: TradedItem, first: number, random: () => number): Generator<Movement> {
  const { packed, weekly, supplier, leadDays } = traded
  const { shortID: item } = traded.item
  const spot = `T-${1 + (packed % 9)}`
  const below = (limit: number) => Math.floor(random() * limit)
  const on = (day: number, hour: number, who: number) => ({
    at: new Date((first + day) * DAY_MS + hour * HOUR_MS + below(3_600) * 1_000).toISOString(),
    item,
    wid: 1,
    actor: people[who],
  })
  const receive = (day: number, hour: number, units: number, reference: string): Movement => {
    const price = Number((traded.price * (day >= TRADE_DAYS - PRICE_RISE ? 1.08 : 1)).toFixed(2))
    return { ...on(day, hour, below(2)), type: 'receive', units, price, supplier, reasonCode: 10, spot, reference }
  }

  let stock = packed * weekly * ORDER_WEEKS
  let order: Order | undefined
  yield receive(0, 6, stock, 'OPENING')
  const expiresIn = EXPIRING[item]
  if (expiresIn !== undefined) {
    const expires = new Date((first + TRADE_DAYS + expiresIn) * DAY_MS).toISOString()
    yield { ...receive(0, 7, packed * 2, 'OPENING'), wid: 3, spot: 'X-1', expires, remark: 'Short dated' }
  }
  for (let day = 1; day < TRADE_DAYS; day++) {
    const twoDigits = String(day).padStart(2, '0')
    if (order?.arrives === day) {
      yield receive(day, 8, order.units, order.reference)
      stock += order.units
      order = undefined
    }
    const weekday = new Date((first + day) * DAY_MS).getUTCDay()
    const wanted = Math.round(packed * weekly * (WEEKDAYS[weekday] ?? 0) * (0.7 + 0.6 * random()))
    const sold = Math.min(stock, wanted)
    const early = Math.ceil(sold / 2)
    for (const [half, units] of [early, sold - early].entries()) {
      if (units === 0) continue
      const reference = `SO-7${twoDigits}${half}`
      yield { ...on(day, 10 + 3 * half, 2 + half), type: 'issue', units, reasonCode: 20, reference }
    }
    stock -= sold
    if (weekday === 1 && stock > packed * 4) {
      yield { ...on(day, 16, 4), type: 'move', units: packed, toWid: 2, toSpot: 'T-1' }
      stock -= packed
    }
    if (STOCKTAKINGS.includes(day) && stock > 3) {
      const units = below(2) === 0 ? -1 - below(2) : 1 + below(2)
      yield { ...on(day, 18, 0), type: 'adjust', units, spot, reasonCode: units > 0 ? 12 : 23 }
      stock += units
    }
    if (!order && stock < packed * weekly * REORDER_WEEKS) {
      const isVeryLate = item === LATE.shortID && day >= LATE.from && day < LATE.to
      const late = isVeryLate ? LATE.days : below(4) === 0 ? 1 + below(3) : 0
      const reference = `PO-7${twoDigits}-${supplier}`
      order = { arrives: day + leadDays + late, units: packed * weekly * ORDER_WEEKS, reference }
    }
  }
}

/** Enters movements of the past, each under its place and the name of all. */
export async function enterMovements(call: Call, name: string, movements: readonly Movement[]): Promise<void> {
  for (let start = 0; start < movements.length; start += MAX_BATCH_LINES) {
    const lines = movements
      .slice(start, start + MAX_BATCH_LINES)
      .map((movement, index) => ({ ...movement, key: `demo-${name}-${start + index}` }))
    const context = { operationId: randomUUID(), attempt: randomUUID() }
    const results = await sendLines(() => call(inventory.importHistory, { lines }, context))
    const refused = results.findIndex(({ error }) => error)
    if (refused >= 0) {
      const [line, { error }] = [lines[refused], results[refused] ?? {}]
      throw new Error(`The demo's ${name} were refused: ${JSON.stringify(error)} for ${JSON.stringify(line)}`)
    }
  }
}

/** A pseudo-random generator of numbers from 0 to 1 (mulberry32); the same seed gives the same sequence. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
