import { createDays, type Days, dayNamedBy } from '../../../shared/contract/dates/days.ts'
import { stockExpiry } from '../../../shared/contract/reports/stock-reports.ts'
import { daysBetween, isDay } from '../../../shared/day.ts'
import { groupByLevel } from '../history/by-level.ts'
import type { LotState } from '../history/derive/lot-state.ts'
import { putInBuckets } from './in-buckets.ts'
import { momentOf } from './moments.ts'
import { defineReport, selectionOf } from './report.ts'

const SPANS = [30, 60, 90, 120, 150, 180] as const
type Span = `${(typeof SPANS)[number]}` | 'expired' | 'later'

/** 1004: what has expired, and what will. A lot that expires with a day is good to its end (docs/decisions/dates.md#87). */
export const expiry = defineReport(stockExpiry, async function* (history, question) {
  const { query, now, timeZone } = question
  const days = createDays(timeZone)
  const moment = momentOf(query.asOf, now, days)
  const spanOf = createSpans(moment.at, days)
  const selection = await selectionOf(history, question)
  for await (const lots of groupByLevel(history.lots(moment, selection))) {
    const { partNo, shortID, wid } = lots[0]
    const { total, units, value, unpricedUnits } = putInBuckets(lots, spanOf)
    if (total === 0) continue
    yield {
      partNo,
      shortID,
      wid,
      units: total,
      expiredUnits: units('expired'),
      expiredValue: value('expired'),
      units30: units('30'),
      value30: value('30'),
      units60: units('60'),
      value60: value('60'),
      units90: units('90'),
      value90: value('90'),
      units120: units('120'),
      value120: value('120'),
      units150: units('150'),
      value150: value('150'),
      units180: units('180'),
      value180: value('180'),
      unitsLater: units('later'),
      valueLater: value('later'),
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
    const span = SPANS.find((most) => left <= most)
    return span === undefined ? 'later' : `${span}`
  }
}
