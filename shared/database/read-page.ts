import { type PageQuery, pageWindow } from '../contract/core/paging.ts'
import { readRecords, type Selection, type Source } from './read-records.ts'

/** The records of a page, and the number of records on all pages. */
export interface FoundRecords<T> {
  readonly totalCount: number
  readonly found: T[]
}

export interface CountedSource extends Source {
  countDocuments(filter: object): PromiseLike<number>
}

/** The records of a list; the sort ends in a unique field. */
export type Sorted = Required<Pick<Selection, 'filter' | 'sort'>>

/** Reads a page of any filter and sort by counting what matches and skipping to the page; the cost grows with the page number. */
export async function readCountedPage<T>(
  model: CountedSource,
  { filter, sort }: Sorted,
  query: PageQuery,
): Promise<FoundRecords<T>> {
  const { skip, pageSize: limit } = pageWindow(query)
  const totalCount = await model.countDocuments(filter)
  const found = skip < totalCount ? await readRecords<T>(model, { filter, sort, skip, limit }) : []
  return { totalCount, found }
}
