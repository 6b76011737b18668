import { whoDidWhat } from '../../../shared/contract/reports/work-reports.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import { sum, toNumber, toQuantity } from '../../../shared/quantity.ts'
import { createDays } from '../history/days.ts'
import type { Deed } from '../history/records/deed.model.ts'
import { periodOf } from './moments.ts'
import { defineReport, selectionOf } from './report.ts'

/** 1008: who did what, by day, client, person and type. */
export const deedsByPerson = defineReport(whoDidWhat, async function* (history, question) {
  const { query, now, timeZone } = question
  const days = createDays(timeZone)
  const { start, closing } = periodOf(query, now, days)
  const selection = await selectionOf(history, question)
  const reversedOf = (deeds: readonly Deed[]) => {
    const numbers = deeds.map(({ transactionNo }) => transactionNo).sort((one, other) => one - other)
    return history.reversed({ first: numbers.at(0) ?? 0, last: numbers.at(-1) ?? 0 }, now)
  }
  let ofDay: Deed[] = []
  let day = ''
  for await (const deed of history.deeds(start, closing, selection)) {
    const { name } = days.dayOf(deed.at)
    if (name !== day) yield* toRows(day, ofDay, await reversedOf(ofDay))
    if (name !== day) ofDay = []
    day = name
    ofDay.push(deed)
  }
  yield* toRows(day, ofDay, await reversedOf(ofDay))
})

function* toRows(day: string, deeds: readonly Deed[], reversed: ReadonlySet<number>) {
  const keyOf = ({ clientId, actor, person = '', type }: Deed) => JSON.stringify([clientId, actor, person, type])
  const groups = [...groupBy(deeds, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [, group] of groups) {
    const [first] = group
    if (!first) continue
    const { clientId, actor, person, type } = first
    yield {
      day,
      clientId,
      actor,
      verification:
        actor === '' ? ('' as const) : person === undefined ? ('not verified' as const) : ('verified' as const),
      type,
      entries: group.length,
      units: toNumber(sum(group.map(({ units }) => toQuantity(units)))),
      reversals: group.filter(({ transactionNo }) => reversed.has(transactionNo)).length,
    }
  }
}
