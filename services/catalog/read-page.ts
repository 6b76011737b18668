import { type PageQuery, pageWindow, toPage } from '../../shared/contract/paging.ts'

/** A list to read one page of, in an order that ends in a unique key. */
interface List<R> {
  readonly count: () => PromiseLike<number>
  readonly read: (skip: number, limit: number) => PromiseLike<R[]>
}

/** One page of a list in its envelope. The count comes first, so that a page past the end costs no walk to it. */
export async function readPage<R, T>({ count, read }: List<R>, query: PageQuery, toRecord: (stored: R) => T) {
  const { skip, pageSize } = pageWindow(query)
  const totalCount = await count()
  const stored = skip < totalCount ? await read(skip, pageSize) : []
  return toPage(stored.map(toRecord), totalCount, query)
}
