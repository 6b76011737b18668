import { request, responseOf } from './http/client.ts'
import type { ResponseBody, Schemas } from './http/contract.ts'
import { wholeList } from './http/csv.ts'
import { readPages, record } from './http/operations.ts'

export type Report = Schemas['Report']
export type ReportRow = Readonly<Record<string, unknown>>
export type ReportQuery = Readonly<Record<string, unknown>>
export const VALUATION = 15
export const REORDER = 1003
const PAGE_SIZE = 250
const WHOLE_PAGE_SIZE = 1_000

/** The reports that the client may run. */
export const reports = record('reports', '/Report', { pageSize: PAGE_SIZE })

/** The rows of a report, by its id; the service knows its parameters. */
export const reportList = (reportID: number, query: ReportQuery, pageSize = PAGE_SIZE) => ({
  queryKey: ['report', reportID, query],
  pageSize,
  whole: wholeList(`/Report/${reportID}`, query),
  readPage: (page: number, snapshot?: number) =>
    readReport<ReportRow>(String(reportID), { ...query, page, pageSize, snapshot }),
})

/** What all stock was worth at the end of each day. */
export const stockValue = (query: ReportQuery) => ({
  queryKey: ['stock value', query],
  queryFn: () => readReport<Schemas['StockValueRow']>('15/Days', { ...query, pageSize: WHOLE_PAGE_SIZE }),
})

/** Every row of a report, of one moment. */
export const allRows = (reportID: number, query: ReportQuery) => {
  const { queryKey, readPage } = reportList(reportID, query, WHOLE_PAGE_SIZE)
  return {
    queryKey: [...queryKey, 'all'],
    queryFn: () => {
      let snapshot: number | undefined
      return readPages(async (page) => {
        const found = await readPage(page, snapshot)
        snapshot = found.snapshot
        return found
      })
    },
  }
}

/** A page, with the moment of its rows and the zone of its days. */
async function readReport<Row>(path: string, query: ReportQuery) {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const { body, headers } = await responseOf(request('get', `/Report/${path}`, { params: { query: given } }))
  // Every report returns a page; the rows are those of the path.
  const page = body as ResponseBody<'get', '/Report/15'> & { readonly value: readonly Row[] }
  return { ...page, snapshot: Number(headers.get('X-Snapshot')), timeZone: headers.get('X-Time-Zone') ?? 'UTC' }
}
