import { endPage, type PageQuery, pageWindow, type SortDirection, toPage } from '../contract/core/paging.ts'

/** A value of a record that is answered. */
export type SortValue = string | number | boolean | null

/** A page of a list that is read as a whole and sorted here; the last of the values of a record is unique. */
export function toSortedPage<T>(
  records: readonly T[],
  valuesOf: (record: T) => readonly SortValue[],
  direction: SortDirection,
  query: PageQuery,
) {
  const listed = records.toSorted((one, other) => direction * compareAll(valuesOf(one), valuesOf(other)))
  // An export reads all of them at once.
  if (query.cursor) return toPage(listed, listed.length, query)
  const { skip, pageSize } = pageWindow(query)
  const rest = listed.slice(startOf(listed) + skip)
  const { totalCount, found } = endPage(rest.slice(0, pageSize + 1), listed.length, query, valuesOf)
  return toPage(found, totalCount, query)

  function startOf(sorted: readonly T[]): number {
    const values = query.position?.after?.values
    if (!values) return 0
    const start = sorted.findIndex((record) => direction * compareAll(valuesOf(record), values) > 0)
    return start < 0 ? sorted.length : start
  }
}

const compareAll = (one: readonly unknown[], other: readonly unknown[]): number =>
  one.reduce<number>((order, value, index) => order || compareValues(value, other[index]), 0)

/** As the database compares values of one type: null first, text by its characters. */
function compareValues(one: unknown, other: unknown): number {
  const [first, second] = [one ?? null, other ?? null]
  if (first === null || second === null) return Number(second === null) - Number(first === null)
  return first < second ? -1 : Number(first > second)
}
