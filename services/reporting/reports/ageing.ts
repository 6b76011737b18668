import { type Days, dayNamedBy } from '../../../shared/contract/dates/days.ts'
import { stockAgeing } from '../../../shared/contract/reports/stock-reports.ts'
import { addDays, isDay } from '../../../shared/day.ts'
import { ZERO } from '../../../shared/quantity.ts'
import type { LotState } from '../history/derive/lot-state.ts'
import { groupByLevel } from '../history/sequences.ts'
import { putInBuckets } from './in-buckets.ts'
import { defineReport, momentOf, selectionOf } from './report.ts'

const AGES = [30, 60, 90, 180, 365] as const
type Age = (typeof AGES)[number] | 'Over365'

/** 1002: how old stock is, from the first receipt of its lots to the day of the report. */
export const ageing = defineReport(stockAgeing, async function* (history, question) {
  const { days } = question
  const moment = momentOf(question)
  const ageOf = createAges(moment.at, days)
  const selection = await selectionOf(history, question)
  for await (const lots of groupByLevel(history.lots(moment, selection))) {
    if (lots.every(({ inStock }) => inStock.eq(ZERO))) continue
    const { partNo, shortID, wid } = lots[0]
    const { total, columns, unpricedUnits } = putInBuckets(lots, ageOf)
    yield {
      partNo,
      shortID,
      wid,
      units: total,
      ...columns([...AGES, 'Over365']),
      unpricedUnits,
    }
  }
})

/** What was received on the day of the report is 0 days old. */
function createAges(at: Date, days: Days) {
  const { name: today } = days.dayOf(at)
  const limits = AGES.map((age) => ({ age, since: days.startOf(addDays(today, -age)) }))
  // A day that an earlier version has kept is midnight in UTC, and that day in every time zone.
  return ({ received }: LotState): Age => {
    const from = isDay(received) ? days.startOf(dayNamedBy(received, days)) : received
    return limits.find(({ since }) => from >= since)?.age ?? 'Over365'
  }
}
