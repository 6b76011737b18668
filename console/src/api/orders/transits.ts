import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type Transit = Schemas['Transit']
export type TransitDetail = Schemas['TransitDetail']
export type TransitLine = Schemas['TransitLine']
export type TransitStatus = Transit['status']
export type ShipRequest = Schemas['ShipTransitRequest']
export type ReceiveTransitLine = Schemas['ReceiveTransitRequest']['lines'][number]
export type ReturnTransitLine = Schemas['ReturnTransitRequest']['lines'][number]

/** The interface lists at most so many transits on a page. */
const PER_PAGE = 50

export interface TransitFilters {
  readonly status?: TransitStatus | undefined
  readonly warehouse?: number | undefined
}

/** Transits from or to a warehouse, the most recent first. */
export const transitList = ({ status, warehouse }: TransitFilters) => ({
  queryKey: ['transits', status ?? 'all', warehouse ?? 'all'],
  pageSize: PER_PAGE,
  whole: wholeList('/Transit', { status, warehouse }),
  readPage: (page: number) => {
    const query = {
      page,
      pageSize: PER_PAGE,
      ...(status && { status }),
      ...(warehouse !== undefined && { warehouse }),
    }
    return bodyOf(api.GET('/Transit', { params: { query } }))
  },
})

export const transit = (slip: string) => ({
  queryKey: ['transit', slip],
  queryFn: () => bodyOf(api.GET('/Transit/{slip}', { params: { path: { slip } } })),
})

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })
const of = (slip: string, key: string) => ({ path: { slip }, ...keyed(key) })

export const shipTransit = (body: ShipRequest, key: string) =>
  bodyOf(api.POST('/Transit', { body, params: keyed(key) }))

export const receiveTransit = (slip: string, line: ReceiveTransitLine, key: string) =>
  bodyOf(api.POST('/Transit/{slip}/Receive', { params: of(slip, key), body: { lines: [line] } }))

export const returnTransit = (slip: string, line: ReturnTransitLine, key: string) =>
  bodyOf(api.POST('/Transit/{slip}/Return', { params: of(slip, key), body: { lines: [line] } }))

/** What is still in transit is written off as lost. */
export const closeTransit = (slip: string, reasonCode: number, remark: string, key: string) =>
  bodyOf(
    api.POST('/Transit/{slip}/Close', {
      params: of(slip, key),
      body: { reasonCode, ...(remark !== '' && { remark }) },
    }),
  )
