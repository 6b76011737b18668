/** The paging parameters of a list, as text or numbers. */
export interface PageQuery {
  page?: string | number | undefined
  pageSize?: string | number | undefined
}

export interface Page {
  value: unknown[]
  totalCount: number
  page: number
  pageSize: number
  pageCount: number
  hasMore: boolean
}

/** Values out of range become the nearest valid one (docs/decisions/lists.md#13). */
export function toWindow({ page = 1, pageSize = 25 }: PageQuery) {
  const window = { page: Math.max(Number(page), 1), pageSize: Math.min(Math.max(Number(pageSize), 1), 250) }
  return { ...window, skip: (window.page - 1) * window.pageSize }
}

export function toPage(
  value: unknown[],
  totalCount: number,
  { page, pageSize }: { page: number; pageSize: number },
): Page {
  const pageCount = Math.ceil(totalCount / pageSize)
  return { value, totalCount, page, pageSize, pageCount, hasMore: page < pageCount }
}
