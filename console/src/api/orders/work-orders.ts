import type { Schemas } from '../http/contract.ts'
import { list, previewed, record, write } from '../http/operations.ts'

export type WorkOrderDetail = Schemas['WorkOrderDetail']
export type WorkLine = Schemas['WorkOrderLine']
export type NewWorkOrder = Schemas['CreateWorkOrderRequest']

/** Work orders, the latest start first. */
export const workOrderList = list('work orders', '/WorkOrder', 50)
export const workOrder = record('work order', '/WorkOrder/{woNo}')

export const createWorkOrder = previewed('post', '/WorkOrder')
export const startWorkOrder = write('post', '/WorkOrder/{woNo}/Start')
export const closeWorkOrder = write('post', '/WorkOrder/{woNo}/Close')
