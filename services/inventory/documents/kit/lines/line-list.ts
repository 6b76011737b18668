import { type PageQuery, pageWindow, requestedSort, toPage } from '../../../../../shared/contract/core/paging.ts'

type Value = string | number | boolean | null

/** A line as it is answered; it can be sorted by the fields. */
export type LineAnswer<F extends string> = Readonly<Record<F, Value>> & { readonly lineNo: number }

/**
 * A page of an order's lines, each as stored and as answered, by lineNo unless the query names another of the fields. An
 * order has few lines (MAX_LINES), so all of them are read and sorted here, also by what is not stored. Lines of
 * earlier versions have no `modified`.
 */
export function toLinePage<L extends { readonly modified?: Date }, F extends string, R extends LineAnswer<F>>(
  query: PageQuery,
  lines: readonly L[],
  toAnswer: (line: L) => R,
  fields: readonly F[],
) {
  const { field, direction } = requestedSort(query, fields) ?? { field: undefined, direction: 1 }
  const since = query.modifiedSince === undefined ? undefined : new Date(query.modifiedSince)
  const listed = lines
    .filter(({ modified }) => !since || (modified && modified >= since))
    .map((line) => ({ line, answer: toAnswer(line) }))
    .sort(
      ({ answer: one }, { answer: other }) =>
        direction * ((field && compareValues(one[field], other[field])) || one.lineNo - other.lineNo),
    )
  // An export reads all of them at once.
  const { skip, pageSize } = query.cursor ? { skip: 0, pageSize: listed.length } : pageWindow(query)
  return toPage(listed.slice(skip, skip + pageSize), listed.length, query)
}

/** As the database compares values of one type: null first, text by its characters. */
function compareValues(one: Value, other: Value): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null)
  return one < other ? -1 : Number(one > other)
}
