import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type WorkOrder = Schemas['WorkOrder']
export type WorkOrderDetail = Schemas['WorkOrderDetail']
export type WorkLine = Schemas['WorkOrderLine']
export type NewWorkOrder = Schemas['CreateWorkOrderRequest']
export type WorkStatus = WorkOrder['status']

/** The interface lists at most so many orders on a page. */
const PER_PAGE = 50

/** Work orders of a status, the latest start first. */
export const workOrderList = (status: WorkStatus | undefined) => ({
  queryKey: ['work orders', status ?? 'all'],
  pageSize: PER_PAGE,
  whole: wholeList('/WorkOrder', { status }),
  readPage: (page: number) =>
    bodyOf(api.GET('/WorkOrder', { params: { query: { page, pageSize: PER_PAGE, ...(status && { status }) } } })),
})

export const workOrder = (woNo: string) => ({
  queryKey: ['work order', woNo],
  queryFn: () => bodyOf(api.GET('/WorkOrder/{woNo}', { params: { path: { woNo } } })),
})

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })
const of = (woNo: string, key: string) => ({ params: { path: { woNo }, ...keyed(key) } })

export const createWorkOrder = (body: NewWorkOrder, key: string) =>
  bodyOf(api.POST('/WorkOrder', { body, params: keyed(key) }))

export const startWorkOrder = (woNo: string, key: string) => bodyOf(api.POST('/WorkOrder/{woNo}/Start', of(woNo, key)))

export const closeWorkOrder = (woNo: string, key: string) => bodyOf(api.POST('/WorkOrder/{woNo}/Close', of(woNo, key)))
