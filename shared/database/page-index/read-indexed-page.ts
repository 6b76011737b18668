import { endPage, type PageQuery, pageWindow, type SortDirection } from '../../contract/core/paging.ts'
import { keysAfter, valuesOf } from '../page-key.ts'
import { type FoundRecords, readNext, type Sorted } from '../read-page.ts'
import { readRecords, type Selection, type Source } from '../read-records.ts'
import type { Key } from './page-index.model.ts'
import type { PageIndex } from './page-index.ts'
import type { Visibility } from './visibility.ts'

interface IndexedPage extends Sorted {
  /** Decides as the filter does. */
  readonly visibility: Visibility
  readonly direction: SortDirection
  /** Index to use when the page's range is less than the whole list, if the database may choose another. */
  readonly hint?: Selection['hint']
}

/** Reads a page of a list in its page index's sort, at the same cost for every page (docs/decisions/lists.md#16). */
export async function readIndexedPage<T extends object>(
  source: Source,
  pageIndex: PageIndex,
  { visibility, filter, sort, direction, hint }: IndexedPage,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  if (query.cursor) return readNext<T>(source, filter, query.cursor)
  const { skip: offset, pageSize } = pageWindow(query)
  const after = keysAfter(sort, query)
  // A sort begins with the field of the page index, whose values are keys.
  const start = after ? { from: query.position?.after?.values[0] as Key } : { offset }
  const read = async (most: number) => {
    const { total, range, skip, within, isEnd } = await pageIndex.find(visibility, { ...start, limit: most, direction })
    const selection = {
      filter: after ? { ...range, $and: [filter, after] } : { ...filter, ...range },
      sort,
      skip,
      limit: pageSize + 1,
      hint: within < total ? hint : undefined,
    }
    const isBehind = !after && offset >= total
    return { total, isEnd, rows: isBehind ? [] : await readRecords<T>(source, selection) }
  }
  let part = await read(pageSize + 1)
  // Records that left the list after they were counted have made room for some of a later range.
  if (part.rows.length <= pageSize && !part.isEnd) part = await read(Number.POSITIVE_INFINITY)
  return endPage(part.rows, part.total, query, (record) => valuesOf(record, sort))
}
