import type { z } from 'zod'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import type { ReportDeclaration } from '../../../shared/contract/reports/declarations.ts'
import type { HistoryReads, Moment } from '../history/history.ts'
import type { Selection } from '../history/selection.ts'

export type { Moment } from '../history/history.ts'

/** What a caller asks a report. */
export interface Question<Q> {
  readonly query: Q
  /** The snapshot. A query for an earlier day reads an earlier `at` of the same sequence. */
  readonly now: Moment
  readonly scope: WarehouseScope
  readonly timeZone: string
}

/** A report: what it is called and asked, and how its rows follow from the history. */
export interface Report<D extends ReportDeclaration = ReportDeclaration> {
  readonly declaration: D
  /** The rows of an answer in the report's own order. */
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
