import { whoDidWhat } from '../../../shared/contract/reports/work-reports.ts'
import { toNumber } from '../../../shared/quantity.ts'
import type { DeedTotal } from '../history/history.ts'
import { defineReport, periodOf, selectionOf } from './report.ts'

/** 1008: who did what, by day, client, person and type. */
export const deedsByPerson = defineReport(whoDidWhat, async function* (history, question) {
  const { now, days } = question
  const { start, closing } = periodOf(question)
  const selection = await selectionOf(history, question)
  const nextAfter = (moment: Date) => history.firstDeed(moment, closing.at, selection)
  for (let next = await nextAfter(start); next; ) {
    const { name, start: from, end } = days.dayOf(next)
    const until = new Date(Math.min(end.getTime() - 1, closing.at.getTime()))
    const totals = await history.deedTotals(from, until, now, selection)
    for (const total of totals.toSorted(byWho)) yield toRow(name, total)
    next = await nextAfter(end)
  }
})

function byWho(one: DeedTotal, other: DeedTotal): number {
  const keyOf = ({ clientId, actor, person = '', type }: DeedTotal) => JSON.stringify([clientId, actor, person, type])
  return keyOf(one) < keyOf(other) ? -1 : 1
}

const toRow = (day: string, { clientId, actor, person, type, entries, units, reversals }: DeedTotal) => ({
  day,
  clientId,
  actor,
  verification: actor === '' ? ('' as const) : person === undefined ? ('not verified' as const) : ('verified' as const),
  type,
  entries,
  units: toNumber(units),
  reversals,
})
