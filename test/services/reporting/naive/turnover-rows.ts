import type { FeedChange, Moment } from '../../../../services/reporting/history/history.ts'
import { isOfStock } from '../report-world.ts'
import { addedBy, figure, type LevelKey, levelsAt, lotsOf, lotValueOf, sum, ZERO } from './levels-at.ts'
import { kindOf } from './period-rows.ts'
import { dayIn, daysBetween } from './zone.ts'

const DAY_MS = 86_400_000
const worthOf = (key: LevelKey | undefined) => (key ? Number(lotValueOf(lotsOf(key))) : 0)

/**
 * Rows of report 1005 from the first to the last moment of a period, unclassified. Values are looked at between every two
 * moments at which anything happened.
 */
export function turnoverRows(
  changes: readonly FeedChange[],
  now: Moment,
  timeZone: string,
  { start, end }: { readonly start: number; readonly end: number },
) {
  const entryOf = new Map(changes.filter(isOfStock).map(({ data }) => [data.transactionNo, data]))
  const times = changes.map(({ at }) => at.getTime()).filter((at) => at > start && at <= end)
  const bounds = [...new Set([start, ...times, end + 1])].sort((one, other) => one - other)
  const spans = bounds.slice(0, -1).map((from, index) => ({ ms: (bounds[index + 1] ?? end) - from, at: from }))
  const during = spans.map(({ ms, at }) => ({ ms, places: levelsAt(changes, { ...now, at: new Date(at) }) }))
  const atEnd = levelsAt(changes, { ...now, at: new Date(end) })
  const before = levelsAt(changes, { ...now, at: new Date(start - 1) })
  return atEnd.map((key) => {
    const { partNo, shortID, wid, entries } = key
    const isOne = (other: LevelKey) => other.partNo === partNo && other.wid === wid
    const prefix = (length: number) => ({ ...key, entries: entries.slice(0, length) })
    const opened = before.find(isOne)?.entries.length ?? 0
    const costs = entries.map((entry, index) => {
      const isIssue = ['issued', 'shipped'].includes(kindOf(entry, wid)) && !addedBy(entry, wid).eq(0)
      const undone = entry.type === 'reverse' ? entryOf.get(entry.reverses ?? 0) : undefined
      const isUndone = undone?.type === 'issue' && !undone.adjustment && undone.countNo === null
      if (!(isIssue || isUndone)) return ZERO
      return lotValueOf(lotsOf(prefix(index))).minus(lotValueOf(lotsOf(prefix(index + 1))))
    })
    const here = during.map(({ ms, places: levels }) => ({ ms, place: levels.find(isOne) }))
    const valueTime = here.reduce((total, one) => total + worthOf(one.place) * one.ms, 0)
    const outTime = here.reduce(
      (total, one) => total + (one.place?.entries.length && figure(one.place, 'inStock').lte(0) ? one.ms : 0),
      0,
    )
    return {
      ...{ partNo, shortID, wid, issuedCost: Number(sum(costs.slice(opened))) },
      averageValue: valueTime / (end + 1 - start),
      daysOut: outTime / DAY_MS,
      daysSinceIssue: lastIssue(changes, key, timeZone, end),
    }
  })
}

function lastIssue(changes: readonly FeedChange[], { entries, wid, partNo }: LevelKey, timeZone: string, end: number) {
  const last = entries.findLast(
    (entry) => ['issued', 'shipped'].includes(kindOf(entry, wid)) && addedBy(entry, wid).lt(0),
  )
  if (!last) return null
  // What precedes it in the feed has happened before.
  const ofLevel = changes.filter(
    (change) => isOfStock(change) && change.data.partNo === partNo && change.sequence <= last.sequence,
  )
  const touching = ofLevel.filter(
    ({ data }) =>
      Object(data).levels.some((one: { wid: number }) => one.wid === wid) ||
      Object(data).lots.some(({ wids }: { wids: number[] }) => wids.includes(wid)),
  )
  const clock = Math.max(...touching.map(({ at }) => at.getTime()))
  return daysBetween(dayIn(timeZone, new Date(clock)), dayIn(timeZone, new Date(end)))
}
