import type { Schemas } from '../http/contract.ts'
import { list, previewed, record } from '../http/operations.ts'

export type WorkOrderDetail = Schemas['WorkOrderDetail']
export type WorkLine = Schemas['WorkOrderLine']
export type NewWorkOrder = Schemas['CreateWorkOrderRequest']

/** Work orders, the latest start first. */
export const workOrderList = list('work orders', '/WorkOrder', 50)
export const workOrder = record('work order', '/WorkOrder/{woNo}')

export const createWorkOrder = previewed('post', '/WorkOrder')
export const changeWorkOrder = previewed('put', '/WorkOrder/{woNo}')
export const startWorkOrder = previewed('post', '/WorkOrder/{woNo}/Start')
export const closeWorkOrder = previewed('post', '/WorkOrder/{woNo}/Close')
export const addWorkNote = previewed('post', '/WorkOrder/{woNo}/Notes')
