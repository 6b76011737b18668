import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type Count = Schemas['Count']
export type CountDetail = Schemas['CountDetail']
export type CountLine = Schemas['CountLine']
export type CountStatus = Count['status']
export type NewCount = Schemas['CreateCountRequest']
export type CountedLine = Schemas['CountLineRequest']

/** The interface lists at most so many counts on a page. */
const PER_PAGE = 50

export interface CountFilters {
  readonly status?: CountStatus | undefined
  readonly wid?: number | undefined
}

/** Counts, the most recent first. */
export const countList = ({ status, wid }: CountFilters) => ({
  queryKey: ['counts', status ?? 'all', wid ?? 'all'],
  pageSize: PER_PAGE,
  whole: wholeList('/Count', { status, wid }),
  readPage: (page: number) => {
    const query = { page, pageSize: PER_PAGE, ...(status && { status }), ...(wid !== undefined && { wid }) }
    return bodyOf(api.GET('/Count', { params: { query } }))
  },
})

export const count = (countNo: string) => ({
  queryKey: ['count', countNo],
  queryFn: () => bodyOf(api.GET('/Count/{countNo}', { params: { path: { countNo } } })),
})

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })
const of = (countNo: string, key: string) => ({ path: { countNo }, ...keyed(key) })

export const createCount = (body: NewCount, key: string) => bodyOf(api.POST('/Count', { body, params: keyed(key) }))

export const countLine = (countNo: string, body: CountedLine, key: string) =>
  bodyOf(api.PUT('/Count/{countNo}/Line', { body, params: of(countNo, key) }))

export const submitCount = (countNo: string, uncounted: 'refuse' | 'skip', key: string) =>
  bodyOf(api.POST('/Count/{countNo}/Submit', { params: of(countNo, key), body: { uncounted } }))

/** Lines that differ, or could not be posted, are counted again. */
export const recountCount = (countNo: string, key: string) =>
  bodyOf(api.POST('/Count/{countNo}/Recount', { params: of(countNo, key), body: {} }))

export const approveCount = (countNo: string, key: string) =>
  bodyOf(api.POST('/Count/{countNo}/Approve', { params: of(countNo, key) }))

export const postCount = (countNo: string, body: Schemas['PostCountRequest'], key: string) =>
  bodyOf(api.POST('/Count/{countNo}/Post', { params: of(countNo, key), body }))

export const cancelCount = (countNo: string, key: string) =>
  bodyOf(api.POST('/Count/{countNo}/Cancel', { params: of(countNo, key) }))
