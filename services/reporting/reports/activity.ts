import { inventoryActivity } from '../../../shared/contract/reports/stock-reports.ts'
import { toNumber, ZERO } from '../../../shared/quantity.ts'
import { type Activity, activities } from '../history/records/cell-state.model.ts'
import { readByLevel } from '../history/sequences.ts'
import { defineReport, periodOf, selectionOf } from './report.ts'

/** 22: from the opening to the closing stock. Each figure is the difference of two sums of all that ever changed. */
export const activity = defineReport(inventoryActivity, async function* (history, question) {
  const { opening, closing } = periodOf(question)
  const selection = await selectionOf(history, question)
  const before = readByLevel(history.cells(opening, selection))
  for await (const state of history.cells(closing, selection)) {
    const [earlier] = await before.readAt(state)
    const opened = earlier?.inStock ?? ZERO
    const changes = activities.map((name) => [name, state[name].minus(earlier?.[name] ?? ZERO)] as const)
    if ([opened, state.inStock, ...changes.map(([, units]) => units)].every((units) => units.eq(ZERO))) continue
    const { partNo, shortID, wid } = state
    yield {
      partNo,
      shortID,
      wid,
      opening: toNumber(opened),
      // Object.fromEntries loses which names there are.
      ...(Object.fromEntries(changes.map(([name, units]) => [name, toNumber(units)])) as Record<Activity, number>),
      closing: toNumber(state.inStock),
    }
  }
})
