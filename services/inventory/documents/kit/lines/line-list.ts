import { type PageQuery, requestedSort } from '../../../../../shared/contract/core/paging.ts'
import { type SortValue, toSortedPage } from '../../../../../shared/database/read-page.ts'

/** A line as it is answered; it can be sorted by the fields. */
export type LineResult<F extends string> = Readonly<Record<F, SortValue>> & { readonly lineNo: number }

/**
 * A page of an order's lines, each as stored and as answered, by lineNo unless the query names another of the fields. An
 * order has few lines (MAX_LINES), so all of them are read and sorted here, also by what is not stored. Lines of
 * earlier versions have no `modified`.
 */
export function toLinePage<L extends { readonly modified?: Date }, F extends string, R extends LineResult<F>>(
  query: PageQuery,
  lines: readonly L[],
  toResult: (line: L) => R,
  fields: readonly F[],
) {
  const { field, direction } = requestedSort(query, fields) ?? { field: undefined, direction: 1 }
  const since = query.modifiedSince === undefined ? undefined : new Date(query.modifiedSince)
  const listed = lines
    .filter(({ modified }) => !since || (modified && modified >= since))
    .map((line) => ({ line, answer: toResult(line) }))
  return toSortedPage(listed, ({ answer }) => [field ? answer[field] : null, answer.lineNo], direction, query)
}
