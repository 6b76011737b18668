import { type PageQuery, pageWindow, type SortDirection } from '../contract/core/paging.ts'
import type { Directory } from './page-index/page-index.ts'
import type { View } from './page-index/visibility.ts'
import { readRecords, type Selection, type Source } from './read-records.ts'

/** Records of a page, and how many there are on all pages. */
export interface FoundRecords<T> {
  readonly totalCount: number
  readonly found: T[]
}

interface Counted extends Source {
  countDocuments(filter: object): PromiseLike<number>
}

/** What is on the list, in an order that ends in a unique field. */
type Ordered = Required<Pick<Selection, 'filter' | 'sort'>>

/** A page of any filter and order: counts and skips what matches. Past the end nothing is read. */
export async function readMatching<T>(
  model: Counted,
  { filter, sort }: Ordered,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  const { skip, pageSize: limit } = pageWindow(query)
  const totalCount = await model.countDocuments(filter)
  const found = skip < totalCount ? await readRecords<T>(model, { filter, sort, skip, limit }) : []
  return { totalCount, found }
}

interface Listed extends Ordered {
  /** Sees what the filter lets through. */
  readonly view: View
  readonly direction: SortDirection
  /** The index to use where the page is within less than the whole list, if the database might take another. */
  readonly hint?: Selection['hint']
}

/** A page of a list in its directory's order: the directory knows the total and where the page begins (decision 16). */
export async function readListed<T>(
  source: Source,
  directory: Directory,
  { view, filter, sort, direction, hint }: Listed,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  const { skip: offset, pageSize: limit } = pageWindow(query)
  const { total, range, skip, within } = await directory.find(view, { offset, limit, direction })
  if (offset >= total) return { totalCount: total, found: [] }
  const selection = { filter: { ...filter, ...range }, sort, skip, limit, hint: within < total ? hint : undefined }
  return { totalCount: total, found: await readRecords<T>(source, selection) }
}
