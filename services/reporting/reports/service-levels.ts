import { type Days, dayNamedBy } from '../../../shared/contract/dates/days.ts'
import { orderService } from '../../../shared/contract/reports/order-reports.ts'
import { addDays, daysBetween, isDay } from '../../../shared/day.ts'
import type { ReportedFamily } from '../../../shared/names/families.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import { sum, toNumber, ZERO } from '../../../shared/quantity.ts'
import { lineIdOf, type OrderLineState } from '../history/derive/order-line-state.ts'
import type { Delivery, HistoryReads, Moment } from '../history/history.ts'
import { defineReport, periodOf, selectionOf } from './report.ts'

/** Orders that one command reads the deliveries of. */
const ORDERS_AT_ONCE = 1_000
const SHARE_DECIMALS = 4

const SIDES = [
  { family: 'shipping', side: 'customer' },
  { family: 'purchase', side: 'vendor' },
] as const

/** A line that was due, and what of it came or was shipped, by time. */
interface DueLine {
  readonly line: OrderLineState
  readonly deliveries: readonly Delivery[]
}

/** 1006: what customers got and vendors sent, compared with what was due. */
export const serviceLevels = defineReport(orderService, async function* (history, question) {
  const { query, days } = question
  const { start, closing } = periodOf(question)
  const [first, last] = [days.dayOf(start).name, days.dayOf(closing.at).name]
  // Days that were given without a time begin and end in UTC.
  const which = { dueFrom: days.startOf(addDays(first, -1)), dueTo: days.startOf(addDays(last, 2)) }
  const isDue = ({ due }: OrderLineState) => {
    if (!due) return false
    const day = dayNamedBy(due, days)
    return day >= first && day <= last && (isDay(due) || due <= closing.at)
  }
  const selection = await selectionOf(history, question)
  for (const { family, side } of SIDES) {
    const other = family === 'shipping' ? query.vendor : query.customer
    if (other !== undefined && query[side] === undefined) continue
    const isWanted = ({ party }: OrderLineState) => query[side] === undefined || party === query[side]
    const found = history.orderLines(family, closing, selection, which)
    const due = await collect(found, (line) => isWanted(line) && isDue(line))
    const lines = await withDeliveries(history, family, due, closing)
    const open = family === 'shipping' ? history.orderLines(family, closing, selection, 'open') : []
    const waiting = await collect(open, (line) => isWanted(line) && line.backordered.gt(ZERO))
    const byParty = groupBy(lines, ({ line }) => line.party)
    const waitingOf = groupBy(waiting, ({ party }) => party)
    for (const party of [...new Set([...byParty.keys(), ...waitingOf.keys()])].sort())
      yield {
        side,
        party,
        ...punctualityOf(byParty.get(party) ?? [], days),
        ...backordersOf(waitingOf.get(party) ?? [], closing, days),
        ...(family === 'purchase' ? leadTimesOf(byParty.get(party) ?? [], days) : NO_LEAD_TIMES),
      }
  }
})

async function collect<T>(lines: AsyncIterable<T> | Iterable<T>, isWanted: (line: T) => boolean): Promise<T[]> {
  const found: T[] = []
  for await (const line of lines) if (isWanted(line)) found.push(line)
  return found
}

async function withDeliveries(
  history: HistoryReads,
  family: ReportedFamily,
  lines: readonly OrderLineState[],
  moment: Moment,
): Promise<DueLine[]> {
  const numbers = [...new Set(lines.map(({ number }) => number))]
  const found: Delivery[] = []
  for (let first = 0; first < numbers.length; first += ORDERS_AT_ONCE)
    found.push(...(await history.deliveries(family, numbers.slice(first, first + ORDERS_AT_ONCE), moment)))
  const byLine = groupBy(found, lineIdOf)
  return lines.map((line) => ({ line, deliveries: withoutTakenBack(byLine.get(lineIdOf(line)) ?? []) }))
}

/** What was reversed counts as never delivered: it is taken off what came last before. */
function withoutTakenBack(deliveries: readonly Delivery[]): Delivery[] {
  const left: Delivery[] = []
  for (const delivery of deliveries) {
    let { units } = delivery
    for (let last = left.at(-1); last && units.lt(ZERO); last = left.at(-1)) {
      left.pop()
      units = units.plus(last.units)
      if (units.gt(ZERO)) left.push({ ...last, units })
    }
    if (delivery.units.gt(ZERO)) left.push(delivery)
  }
  return left
}

function punctualityOf(lines: readonly DueLine[], days: Days) {
  const ordered = sum(lines.map(({ line }) => line.units))
  const done = sum(lines.map(({ line }) => line.done))
  const onTime = sum(
    lines.flatMap(({ line: { due }, deliveries }) =>
      deliveries.filter(({ at }) => due && days.dayOf(at).name <= dayNamedBy(due, days)).map(({ units }) => units),
    ),
  )
  return {
    lines: lines.length,
    ordered: toNumber(ordered),
    onTime: toNumber(onTime),
    late: toNumber(done.minus(onTime)),
    share: ordered.eq(ZERO) ? null : toNumber(onTime.div(ordered).round(SHARE_DECIMALS)),
  }
}

function backordersOf(waiting: readonly OrderLineState[], { at }: Moment, days: Days) {
  const waits = waiting.flatMap(({ waitingSince }) =>
    waitingSince ? [daysBetween(days.dayOf(waitingSince).name, days.dayOf(at).name)] : [],
  )
  return {
    backordered: toNumber(sum(waiting.map(({ backordered }) => backordered))),
    lost: toNumber(sum(waiting.map(({ lost }) => lost))),
    oldestBackorder: waits.length === 0 ? null : Math.max(...waits),
  }
}

const NO_LEAD_TIMES = { leadDaysMedian: null, leadDaysP90: null }

/** Of the lines that are complete: days from the order to the last receipt. The percentile is the nearest rank. */
function leadTimesOf(lines: readonly DueLine[], days: Days) {
  const times = lines
    .flatMap(({ line: { ordered, open, done }, deliveries }) => {
      const last = deliveries.at(-1)
      return ordered && last && open.eq(ZERO) && done.gt(ZERO)
        ? [daysBetween(dayNamedBy(ordered, days), days.dayOf(last.at).name)]
        : []
    })
    .sort((one, other) => one - other)
  const at = (rank: number) => times[rank - 1] ?? 0
  if (times.length === 0) return NO_LEAD_TIMES
  const half = times.length / 2
  return {
    leadDaysMedian: Number.isInteger(half) ? (at(half) + at(half + 1)) / 2 : at(Math.ceil(half)),
    leadDaysP90: at(Math.ceil(times.length * 0.9)),
  }
}
