import { createDays } from '../../../shared/contract/dates/days.ts'
import { inventoryActivity } from '../../../shared/contract/reports/stock-reports.ts'
import { toNumber, ZERO } from '../../../shared/quantity.ts'
import { readByLevel } from '../history/by-level.ts'
import type { CellState } from '../history/derive/cell-state.ts'
import type { Named } from '../history/history.ts'
import { activities } from '../history/records/cell-state.model.ts'
import { periodOf } from './moments.ts'
import { defineReport, selectionOf } from './report.ts'

/** 22: from the opening to the closing stock. Each figure is the difference of two sums of all that ever changed. */
export const activity = defineReport(inventoryActivity, async function* (history, question) {
  const { query, now, timeZone } = question
  const { opening, closing } = periodOf(query, now, createDays(timeZone))
  const selection = await selectionOf(history, question)
  const before = readByLevel(history.cells(opening, selection))
  for await (const state of history.cells(closing, selection)) {
    const [earlier] = await before.readAt(state)
    const changes = activities.map((name) => [name, state[name].minus(earlier?.[name] ?? ZERO)] as const)
    const isEmpty = [state.inStock, earlier?.inStock ?? ZERO].every((units) => units.eq(ZERO))
    if (isEmpty && changes.every(([, units]) => units.eq(ZERO))) continue
    yield toRow(state, earlier)
  }
})

function toRow({ partNo, shortID, wid, ...state }: Named<CellState>, earlier: CellState | undefined) {
  const change = (name: (typeof activities)[number]) => toNumber(state[name].minus(earlier?.[name] ?? ZERO))
  return {
    partNo,
    shortID,
    wid,
    opening: toNumber(earlier?.inStock ?? ZERO),
    received: change('received'),
    issued: change('issued'),
    movedIn: change('movedIn'),
    movedOut: change('movedOut'),
    shipped: change('shipped'),
    transitIn: change('transitIn'),
    transitOut: change('transitOut'),
    adjusted: change('adjusted'),
    counted: change('counted'),
    reversed: change('reversed'),
    closing: toNumber(state.inStock),
  }
}
