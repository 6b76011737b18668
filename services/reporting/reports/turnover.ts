import { turnover } from '../../../shared/contract/reports/planning-reports.ts'
import { DAY_MS, daysBetween } from '../../../shared/day.ts'
import { type Quantity, sum, toNumber, ZERO } from '../../../shared/quantity.ts'
import { atMoment } from '../history/derive/cell-state.ts'
import { readByLevel } from '../history/sequences.ts'
import { defineReport, periodOf, selectionOf } from './report.ts'

const VALUE_DECIMALS = 6
const RATIO_DECIMALS = 4
const DAY_DECIMALS = 2

/** Shares of all issued cost that classes A and B have room for. */
const CLASSES = [
  { name: 'A', most: 0.8 },
  { name: 'B', most: 0.95 },
] as const

/** 1005: each figure is the difference of two sums of all that ever happened, over the time of the period. */
export const stockTurnover = defineReport(turnover, async function* (history, question) {
  const { days } = question
  const { start, opening, closing } = periodOf(question)
  const selection = await selectionOf(history, question)
  // A period that has just begun has lasted for a millisecond.
  const end = new Date(Math.max(closing.at.getTime(), start.getTime()) + 1)
  const before = readByLevel(history.cells(opening, selection))
  const found = []
  for await (const last of history.cells(closing, selection)) {
    const [earlier] = await before.readAt(last)
    const [from, to] = [earlier && atMoment(earlier, start), atMoment(last, end)]
    const { partNo, shortID, wid, lastIssued } = last
    const issuedCost = to.issuedCost.minus(from?.issuedCost ?? ZERO)
    const averageValue = to.valueTime.minus(from?.valueTime ?? ZERO).div(end.getTime() - start.getTime())
    const out = toNumber(to.outTime.minus(from?.outTime ?? ZERO))
    found.push({
      partNo,
      shortID,
      wid,
      issuedCost,
      averageValue: toNumber(averageValue.round(VALUE_DECIMALS)),
      turnover: averageValue.lte(ZERO) ? null : toNumber(issuedCost.div(averageValue).round(RATIO_DECIMALS)),
      daysSinceIssue: lastIssued ? daysBetween(days.dayOf(lastIssued).name, days.dayOf(closing.at).name) : null,
      daysOut: Number((out / DAY_MS).toFixed(DAY_DECIMALS)),
    })
  }
  const ranked = found.toSorted((one, other) => other.issuedCost.cmp(one.issuedCost))
  const classOf = createClasses(sum(ranked.map(({ issuedCost }) => issuedCost)))
  for (const row of ranked) yield { ...row, issuedCost: toNumber(row.issuedCost), class: classOf(row.issuedCost) }
})

/** The class of each next one, by what is issued up to it. What was not issued is C. */
function createClasses(all: Quantity) {
  let reached = ZERO
  return (issuedCost: Quantity): 'A' | 'B' | 'C' => {
    const before = reached
    reached = reached.plus(issuedCost)
    if (issuedCost.lte(ZERO)) return 'C'
    // The one that crosses the limit is still of the class.
    return CLASSES.find(({ most }) => before.lt(all.times(most)))?.name ?? 'C'
  }
}
