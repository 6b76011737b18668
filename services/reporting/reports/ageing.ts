import { createDays, type Days, dayNamedBy } from '../../../shared/contract/dates/days.ts'
import { stockAgeing } from '../../../shared/contract/reports/stock-reports.ts'
import { addDays, isDay } from '../../../shared/day.ts'
import { ZERO } from '../../../shared/quantity.ts'
import { groupByLevel } from '../history/by-level.ts'
import type { LotState } from '../history/derive/lot-state.ts'
import { putInBuckets } from './in-buckets.ts'
import { momentOf } from './moments.ts'
import { defineReport, selectionOf } from './report.ts'

const AGES = [30, 60, 90, 180, 365] as const
type Age = `${(typeof AGES)[number]}` | 'over'

/** 1002: how old stock is, from the first receipt of its lots to the day of the report. */
export const ageing = defineReport(stockAgeing, async function* (history, question) {
  const { query, now, timeZone } = question
  const days = createDays(timeZone)
  const moment = momentOf(query.asOf, now, days)
  const ageOf = createAges(moment.at, days)
  const selection = await selectionOf(history, question)
  for await (const lots of groupByLevel(history.lots(moment, selection))) {
    if (lots.every(({ inStock }) => inStock.eq(ZERO))) continue
    const { partNo, shortID, wid } = lots[0]
    const { total, units, value, unpricedUnits } = putInBuckets(lots, ageOf)
    yield {
      partNo,
      shortID,
      wid,
      units: total,
      units30: units('30'),
      value30: value('30'),
      units60: units('60'),
      value60: value('60'),
      units90: units('90'),
      value90: value('90'),
      units180: units('180'),
      value180: value('180'),
      units365: units('365'),
      value365: value('365'),
      unitsOver365: units('over'),
      valueOver365: value('over'),
      unpricedUnits,
    }
  }
})

/** What was received on the day of the report is 0 days old. */
function createAges(at: Date, days: Days) {
  const { name: today } = days.dayOf(at)
  const limits = AGES.map((age) => ({ age: `${age}` as const, since: days.startOf(addDays(today, -age)) }))
  // A day that an earlier version has kept is midnight in UTC, and that day in every time zone.
  return ({ received }: LotState): Age => {
    const from = isDay(received) ? days.startOf(dayNamedBy(received, days)) : received
    return limits.find(({ since }) => from >= since)?.age ?? 'over'
  }
}
