import { Big } from 'big.js'
import type { FeedChange, Moment } from '../../../../services/reporting/history/history.ts'
import {
  DOCUMENTS_CHANGED,
  type DocumentPayload,
  type OrderLinePayload,
  type OrderPayload,
} from '../../../../shared/contract/notifications/document-payload.ts'
import { sum, ZERO } from './levels-at.ts'
import { dayGiven, dayIn, daysBetween, isDay } from './zone.ts'

/** Rows of reports on orders and counts. */
type Family = OrderPayload['family']

interface Line {
  readonly facts: OrderLinePayload
  readonly order: OrderPayload | undefined
  readonly waitingSince: number | undefined
  /** When units came or were shipped. */
  readonly moved: readonly { readonly at: number; readonly units: Big }[]
  readonly clock: number
}

const includedBy = (changes: readonly FeedChange[], { sequence }: Moment) =>
  changes
    .filter((change) => change.type === DOCUMENTS_CHANGED && change.sequence <= sequence)
    .map(({ at, data }) => ({ at: at.getTime(), ...(data as DocumentPayload) }))

/** The lines of orders as they were at a moment: a version that is older than the known one is ignored. */
function linesAt(changes: readonly FeedChange[], family: Family, moment: Moment): Line[] {
  const orders = new Map<string, OrderPayload>()
  const states = new Map<string, Line[]>()
  for (const { at, ...included } of includedBy(changes, moment)) {
    const renewed = included.orders.filter(
      (order) => order.family === family && (orders.get(order.number)?.version ?? 0) < order.version,
    )
    for (const order of renewed) orders.set(order.number, order)
    const keyOf = ({ number, lineNo }: OrderLinePayload) => `${number} ${lineNo}`
    const ofOrders = [...states.values()].flatMap((known) => known.at(-1) ?? [])
    const restated = ofOrders.filter(({ facts }) => renewed.some(({ number }) => number === facts.number))
    const changed = new Map(restated.map(({ facts }) => [keyOf(facts), facts]))
    for (const line of included.lines) {
      const known = states.get(keyOf(line))?.at(-1)?.facts.version ?? 0
      if (line.family === family && line.version > known) changed.set(keyOf(line), line)
    }
    for (const [key, facts] of changed) {
      const before = states.get(key)?.at(-1)
      const clock = Math.max(at, before?.clock ?? 0)
      const units = new Big(facts.done).minus(before?.facts.done ?? 0)
      const moved = [...(before?.moved ?? []), ...(units.eq(0) ? [] : [{ at: clock, units }])]
      const waitingSince = facts.backordered ? (before?.waitingSince ?? clock) : undefined
      const state = { facts, order: orders.get(facts.number), waitingSince, moved, clock }
      states.set(key, [...(states.get(key) ?? []), state])
    }
  }
  return [...states.values()]
    .flatMap((ofLine) => ofLine.findLast(({ clock }) => clock <= moment.at.getTime()) ?? [])
    .sort((one, other) => (one.facts.number < other.facts.number ? -1 : 1))
}

const lateness = (timeZone: string, due: string, at: number | Date) =>
  daysBetween(dayGiven(timeZone, due), dayIn(timeZone, new Date(at)))

export const openPurchaseRows = (changes: readonly FeedChange[], moment: Moment, timeZone: string) =>
  linesAt(changes, 'purchase', moment)
    .filter(({ facts }) => facts.open > 0)
    .map(({ facts: { number: poNo, lineNo, partNo, shortID, wid, units, done, open, price }, order }) => ({
      ...{ poNo, lineNo, vendor: order?.party ?? '', partNo, shortID, wid, ordered: units, received: done, open },
      openValue: price === null ? null : Number(new Big(open).times(price)),
      expectedDate: order?.due ?? null,
      daysLate: order?.due ? Math.max(0, lateness(timeZone, order.due, moment.at)) : null,
    }))

/** What came and was not taken back, in hundredths of a unit: each that is taken back is the one that came last. */
function unitByUnit(moved: Line['moved']) {
  const stack: number[] = []
  for (const { at, units } of moved)
    for (let count = Number(units.abs().times(100)); count > 0; count--)
      if (units.lt(0)) stack.pop()
      else stack.push(at)
  return stack.map((at) => ({ at, units: new Big('0.01') }))
}

/** Of one customer or vendor, whose name they all have. */
export function serviceRow(
  changes: readonly FeedChange[],
  family: Family,
  moment: Moment,
  { timeZone, from, to }: { readonly timeZone: string; readonly from: string; readonly to: string },
) {
  const lines = linesAt(changes, family, moment)
  const isDue = ({ order }: Line) => {
    if (!order?.due) return false
    const day = dayGiven(timeZone, order.due)
    const hasBegun = isDay(order.due) ? day <= dayIn(timeZone, moment.at) : new Date(order.due) <= moment.at
    return day >= from && day <= to && hasBegun
  }
  const due = lines.filter(isDue)
  const ordered = sum(due.map(({ facts }) => new Big(facts.units)))
  const onTime = sum(
    due.flatMap(({ order, moved }) =>
      unitByUnit(moved)
        .filter(({ at }) => lateness(timeZone, order?.due ?? '', at) <= 0)
        .map(({ units }) => units),
    ),
  )
  const done = sum(due.map(({ facts }) => new Big(facts.done)))
  const waiting = lines.filter(({ facts }) => facts.open > 0 && (facts.backordered ?? 0) > 0)
  const waits = waiting.map(({ waitingSince = 0 }) =>
    lateness(timeZone, new Date(waitingSince).toISOString(), moment.at),
  )
  return {
    ...{ lines: due.length, ordered: Number(ordered), onTime: Number(onTime), late: Number(done.minus(onTime)) },
    share: ordered.eq(0) ? null : Number(onTime.div(ordered).round(4)),
    backordered: Number(sum(waiting.map(({ facts }) => new Big(facts.backordered ?? 0)))),
    lost: Number(sum(waiting.map(({ facts }) => new Big(facts.lost ?? 0)))),
    oldestBackorder: waits.length > 0 ? Math.max(...waits) : null,
  }
}

export function accuracyRows(changes: readonly FeedChange[], moment: Moment, { tolerance }: { tolerance: number }) {
  const counted = includedBy(changes, moment)
    .filter(({ at }) => at <= moment.at.getTime())
    .flatMap((included) => included.counted)
  return [1, 2, 3].flatMap((wid) => {
    const lines = counted.filter((line) => line.wid === wid)
    if (lines.length === 0) return []
    const differences = lines.map(({ counted: found, expected, unitCost }) => ({
      units: new Big(found).minus(expected),
      isWithin: Math.abs(found - expected) * 100 <= expected * tolerance,
      value: unitCost === null ? null : new Big(found).minus(expected).times(unitCost),
    }))
    const within = differences.filter(({ isWithin }) => isWithin).length
    return {
      ...{ wid, reasonCode: null, lines: lines.length, withinTolerance: within },
      accuracy: Number((within / lines.length).toFixed(4)),
      netUnits: Number(sum(differences.map(({ units }) => units))),
      grossUnits: Number(sum(differences.map(({ units }) => units.abs()))),
      netValue: Number(sum(differences.map(({ value }) => value ?? ZERO))),
      grossValue: Number(sum(differences.map(({ value }) => value?.abs() ?? ZERO))),
      unvaluedLines: differences.filter(({ value, units }) => value === null && !units.eq(0)).length,
    }
  })
}
