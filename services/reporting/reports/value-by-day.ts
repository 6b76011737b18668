import { stockValueByDay } from '../../../shared/contract/reports/stock-reports.ts'
import { addDays } from '../../../shared/day.ts'
import { toNumber, ZERO } from '../../../shared/quantity.ts'
import { cellId } from '../history/derive/cell-state.ts'
import type { CellValue } from '../history/history.ts'
import { defineReport, periodOf, selectionOf } from './report.ts'

const EVERYTHING = { wids: 'all' } as const

/** What stock was worth at the end of each day: what it was worth before the first, and what each change made of it. */
export const valueByDay = defineReport(stockValueByDay, async function* (history, question) {
  const { days } = question
  const { start, opening, closing } = periodOf(question)
  const selection = await selectionOf(history, question)
  const known = new Map<string, Pick<CellValue, 'value' | 'unpriced'>>()
  let [value, unpriced] = [ZERO, ZERO]
  const change = (state: CellValue) => {
    const before = known.get(cellId(state))
    value = value.plus(state.value).minus(before?.value ?? ZERO)
    unpriced = unpriced.plus(state.unpriced).minus(before?.unpriced ?? ZERO)
    known.set(cellId(state), { value: state.value, unpriced: state.unpriced })
  }
  for await (const state of history.cells(opening, selection)) change(state)

  const { name: last } = days.dayOf(closing.at)
  // A period may begin long before the history does (docs/decisions/limits-and-overload.md#92).
  const first = await history.firstDeed(new Date(0), closing.at, EVERYTHING)
  const [asked, begun] = [days.dayOf(start).name, first ? days.dayOf(first).name : last]
  let day = asked > begun ? asked : begun
  const endDay = () => {
    const row = { day, totalValue: toNumber(value), unpricedUnits: toNumber(unpriced) }
    day = addDays(day, 1)
    return row
  }
  for await (const state of history.values(start, closing, selection)) {
    const { name } = days.dayOf(state.at)
    while (day < name) yield endDay()
    change(state)
  }
  while (day <= last) yield endDay()
})
