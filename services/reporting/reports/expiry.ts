import { type Days, dayNamedBy } from '../../../shared/contract/dates/days.ts'
import { stockExpiry } from '../../../shared/contract/reports/stock-reports.ts'
import { daysBetween, isDay } from '../../../shared/day.ts'
import type { LotState } from '../history/derive/lot-state.ts'
import { groupByLevel } from '../history/sequences.ts'
import { putInBuckets } from './in-buckets.ts'
import { defineReport, momentOf, selectionOf } from './report.ts'

const SPANS = [30, 60, 90, 120, 150, 180] as const
type Span = (typeof SPANS)[number] | 'expired' | 'Later'

/** 1004: what has expired, and what will. A lot that expires with a day is good to its end (docs/decisions/dates.md#87). */
export const expiry = defineReport(stockExpiry, async function* (history, question) {
  const { days } = question
  const moment = momentOf(question)
  const spanOf = createSpans(moment.at, days)
  const selection = await selectionOf(history, question)
  for await (const lots of groupByLevel(history.lots(moment, selection))) {
    const { partNo, shortID, wid } = lots[0]
    const { total, units, value, columns, unpricedUnits } = putInBuckets(lots, spanOf)
    if (total === 0) continue
    yield {
      partNo,
      shortID,
      wid,
      units: total,
      expiredUnits: units('expired'),
      expiredValue: value('expired'),
      ...columns([...SPANS, 'Later']),
      unpricedUnits,
    }
  }
})

/** A lot has expired from its moment on; what is left is counted in days. */
function createSpans(at: Date, days: Days) {
  const { name: today } = days.dayOf(at)
  return ({ expires, goodUntil }: LotState): Span | undefined => {
    if (!expires) return undefined
    // Entries of earlier versions do not say when a day ends: it does in the zone of the installation.
    const end = goodUntil ?? (isDay(expires) ? new Date(days.endOf(dayNamedBy(expires, days)).getTime() + 1) : expires)
    if (end <= at) return 'expired'
    const isMoment = end.getTime() === expires.getTime()
    const left = daysBetween(today, isMoment ? days.dayOf(expires).name : dayNamedBy(expires, days))
    return SPANS.find((most) => left <= most) ?? 'Later'
  }
}
