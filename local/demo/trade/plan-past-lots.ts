import { DAY_MS, dayNumber, HOUR_MS } from '../../../shared/day.ts'
import type { DemoLot } from '../data/stock.ts'
import { type Movement, people, TRADE_DAYS } from './plan-trade.ts'

/** Days in which lots come, one after the other; what follows a receipt does so within as many days. */
const RECEIVING_DAYS = 60
const FOLLOW_UP_DAYS = 25

/** Whether the past of a lot can be imported as a whole. */
export const isPast = ({ isPlain, followUp }: DemoLot) =>
  isPlain && followUp !== 'hold' && followUp !== 'move to another warehouse'

/** The past of lots within the 90 days before the day `end`, oldest first. The same for the same day. */
export function planPastLots(lots: readonly DemoLot[], end: Date): Movement[] {
  const first = (dayNumber(end) - TRADE_DAYS) * DAY_MS
  const movements = lots.flatMap((lot, number) => {
    const receivedAt =
      first + Math.floor((number * RECEIVING_DAYS) / lots.length) * DAY_MS + 8 * HOUR_MS + number * 1_000
    return isPast(lot) ? [...pastOf(lot, number, receivedAt)] : []
  })
  return movements.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function* pastOf({ receipt, followUp }: DemoLot, number: number, receivedAt: number): Generator<Movement> {
  const { itemID: item, wid, units, spot, reasonCode, reference, supplier, price, remark } = receipt
  const on = (days: number, who: number) => ({
    at: new Date(receivedAt + days * DAY_MS).toISOString(),
    item,
    wid,
    spot,
    actor: people[who],
  })
  yield { ...on(0, number % 2), type: 'receive', units, reasonCode, reference, supplier, price, remark }
  const next = on(1 + (number % FOLLOW_UP_DAYS), 2 + (number % 2))
  if (followUp === 'move') yield { ...next, type: 'move', units, toSpot: `G-01-${1 + (number % 4)}` }
  if (followUp === 'issue a part')
    yield { ...next, type: 'issue', units: Math.ceil(units / 4), reasonCode: 20, reference: `SO-${5_000 + number}` }
  if (followUp === 'issue all') yield { ...next, type: 'issue', units, reasonCode: 21, reference: `WO-${800 + number}` }
}
