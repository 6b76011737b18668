import { api, bodyOf } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

const PAGE_SIZE = 250

export const clients = {
  queryKey: ['clients'],
  pageSize: PAGE_SIZE,
  whole: wholeList('/Client', {}),
  readPage: (page: number) => bodyOf(api.GET('/Client', { params: { query: { page, pageSize: PAGE_SIZE } } })),
}

/** The first 250 groups; a system has few. */
export const groups = {
  queryKey: ['groups'],
  queryFn: () => bodyOf(api.GET('/Group', { params: { query: { pageSize: PAGE_SIZE } } })),
}
