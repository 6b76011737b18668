import type { Schemas } from '../../api/http/contract.ts'
import { documents, withDryRun } from '../../api/http/operations.ts'

export type WorkOrderDetail = Schemas['WorkOrderDetail']
export type WorkLine = Schemas['WorkOrderLine']
export type NewWorkOrder = Schemas['CreateWorkOrderRequest']

/** The latest start first. */
export const workOrders = documents('workOrder')
export const changeWorkOrder = withDryRun('put', '/WorkOrder/{woNo}')
