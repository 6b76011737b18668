import type { z } from 'zod'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import type { Days } from '../../../shared/contract/dates/days.ts'
import type { ReportDeclaration } from '../../../shared/contract/reports/reporting.ts'
import { addDays, isDayName } from '../../../shared/day.ts'
import { type Quantity, toNumber } from '../../../shared/quantity.ts'
import type { HistoryReads, Moment, Selection } from '../history/history.ts'

/** What a caller asks a report. */
export interface Question<Q> {
  readonly query: Q
  /** The snapshot. A query for an earlier day reads an earlier `at` of the same sequence. */
  readonly now: Moment
  readonly scope: WarehouseScope
  readonly days: Days
}

/** A report: what it is called and asked, and how its rows follow from the history. */
export interface Report<D extends ReportDeclaration = ReportDeclaration> {
  readonly declaration: D
  /** The rows of a response in the report's own order. */
  rows(history: HistoryReads, question: Question<z.output<D['parameters']>>): AsyncIterable<z.output<D['row']>>
}

/** A report with the types of its declaration. */
export const defineReport = <D extends ReportDeclaration>(declaration: D, rows: Report<D>['rows']): Report<D> => ({
  declaration,
  rows,
})

interface Restrictions {
  readonly wid?: number | undefined
  readonly itemID?: string | undefined
  readonly category?: number | undefined
}

/** The warehouses of the caller, or of them the one that was asked for, and the items that were. */
export async function selectionOf(
  history: HistoryReads,
  { query: { wid, ...by }, scope }: Pick<Question<Restrictions>, 'query' | 'scope'>,
): Promise<Selection> {
  const isInScope = wid !== undefined && (scope === 'all' || scope.includes(wid))
  return { wids: wid === undefined ? scope : isInScope ? [wid] : [], partNos: await history.findItems(by) }
}

type Asked<Q> = Pick<Question<Q>, 'query' | 'now' | 'days'>

/** The end of a day, but not later than now, or a moment as it is given. */
export function momentOf({ query: { asOf }, now, days }: Asked<{ readonly asOf?: string | undefined }>): Moment {
  if (asOf === undefined) return now
  if (isDayName(asOf)) return { ...now, at: new Date(Math.min(days.endOf(asOf).getTime(), now.at.getTime())) }
  return { ...now, at: new Date(asOf) }
}

/** What is reported of: from the first moment of a day to the last of another. */
interface Period {
  readonly start: Date
  /** The last millisecond before the period. */
  readonly opening: Moment
  readonly closing: Moment
}

interface Between {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const DEFAULT_DAYS = 30

export function periodOf({ query: { from, to }, now, days }: Asked<Between>): Period {
  const last = to ?? days.dayOf(now.at).name
  const start = days.startOf(from ?? addDays(last, 1 - DEFAULT_DAYS))
  return {
    start,
    opening: { ...now, at: new Date(start.getTime() - 1) },
    closing: momentOf({ query: { asOf: last }, now, days }),
  }
}

/** Figures of a state as a row has them. */
export const numbersOf = <N extends string>(state: Readonly<Record<N, Quantity>>, names: readonly N[]) =>
  // Object.fromEntries loses which names there are.
  Object.fromEntries(names.map((name) => [name, toNumber(state[name])])) as Record<N, number>
