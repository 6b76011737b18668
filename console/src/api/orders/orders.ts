import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type PurchaseLine = Schemas['PurchaseOrderProgress']
export type ShippingLine = Schemas['ShippingOrderProgress']
export type OrderStatus = Schemas['ShippingOrder']['status']

/** The interface lists at most so many orders on a page. */
const ORDERS_PER_PAGE = 50
const MOST_LINES = 250

const soonestFirst = (field: string) => ({ sort: field, direction: 'ASC' }) as const

/** Purchase orders of which something is still expected, the soonest first. */
export const duePurchases = () => ({
  queryKey: ['purchase orders'],
  pageSize: ORDERS_PER_PAGE,
  whole: wholeList('/PurchaseOrder', soonestFirst('expectedDate')),
  readPage: (page: number) => {
    const query = { page, pageSize: ORDERS_PER_PAGE, ...soonestFirst('expectedDate') }
    return bodyOf(api.GET('/PurchaseOrder', { params: { query } }))
  },
})

export const purchase = (poNo: string) => ({
  queryKey: ['purchase order', poNo],
  queryFn: () => bodyOf(api.GET('/PurchaseOrder/{poNo}', { params: { path: { poNo } } })),
})

export const purchaseLines = (poNo: string) => ({
  queryKey: ['purchase lines', poNo],
  queryFn: () =>
    bodyOf(api.GET('/PurchaseOrder/{poNo}/Lines', { params: { path: { poNo }, query: { pageSize: MOST_LINES } } })),
})

/** Shipping orders of a status, those to be shipped soonest first. */
export const shipments = (status: OrderStatus | undefined) => ({
  queryKey: ['shipping orders', status ?? 'all'],
  pageSize: ORDERS_PER_PAGE,
  whole: wholeList('/ShippingOrder', { ...soonestFirst('shipDate'), status }),
  readPage: (page: number) => {
    const query = { page, pageSize: ORDERS_PER_PAGE, ...soonestFirst('shipDate'), ...(status && { status }) }
    return bodyOf(api.GET('/ShippingOrder', { params: { query } }))
  },
})

export const shipment = (soNo: string) => ({
  queryKey: ['shipping order', soNo],
  queryFn: () => bodyOf(api.GET('/ShippingOrder/{soNo}', { params: { path: { soNo } } })),
})

export const shipmentLines = (soNo: string) => ({
  queryKey: ['shipping lines', soNo],
  queryFn: () =>
    bodyOf(api.GET('/ShippingOrder/{soNo}/Lines', { params: { path: { soNo }, query: { pageSize: MOST_LINES } } })),
})

const of = (soNo: string, key: string) => ({ path: { soNo }, header: { 'Idempotency-Key': key } })
const numbers = (lines: readonly ShippingLine[]) => lines.map(({ lineNo }) => ({ lineNo }))

export const allocate = (soNo: string, lines: readonly ShippingLine[], key: string) =>
  bodyOf(api.POST('/ShippingOrder/{soNo}/Allocate', { params: of(soNo, key), body: { lines: numbers(lines) } }))

/** Packs these units of the lines. */
export const pack = (soNo: string, lines: readonly Pick<ShippingLine, 'lineNo' | 'units'>[], key: string) => {
  const body = { lines: lines.map(({ lineNo, units }) => ({ lineNo, units })) }
  return bodyOf(api.POST('/ShippingOrder/{soNo}/Pack', { params: of(soNo, key), body }))
}

/** Ships all that is packed of the lines. */
export const ship = (soNo: string, lines: readonly ShippingLine[], key: string, tracking?: string) => {
  const body = { lines: numbers(lines), ...(tracking !== undefined && { tracking }) }
  return bodyOf(api.POST('/ShippingOrder/{soNo}/Ship', { params: of(soNo, key), body }))
}
