import { type PageQuery, pageWindow, type SortDirection } from '../../contract/core/paging.ts'
import { type FoundRecords, readNext, type Sorted } from '../read-page.ts'
import { readRecords, type Selection, type Source } from '../read-records.ts'
import type { PageIndex } from './page-index.ts'
import type { Visibility } from './visibility.ts'

interface IndexedPage extends Sorted {
  /** Decides as the filter does. */
  readonly visibility: Visibility
  readonly direction: SortDirection
  /** Index to use when the page's range is less than the whole list, if the database may choose another. */
  readonly hint?: Selection['hint']
}

/** Reads a page of a list in its page index's sort, at the same cost for every page (docs/decisions.md#16). */
export async function readIndexedPage<T>(
  source: Source,
  pageIndex: PageIndex,
  { visibility, filter, sort, direction, hint }: IndexedPage,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  if (query.cursor) return readNext<T>(source, filter, query.cursor)
  const { skip: offset, pageSize: limit } = pageWindow(query)
  const { total, range, skip, within } = await pageIndex.find(visibility, { offset, limit, direction })
  if (offset >= total) return { totalCount: total, found: [] }
  const selection = { filter: { ...filter, ...range }, sort, skip, limit, hint: within < total ? hint : undefined }
  return { totalCount: total, found: await readRecords<T>(source, selection) }
}
