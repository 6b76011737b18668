import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import { WorkOrder } from '../../../../shared/contract/orders/work-orders.ts'
import { EARLIEST } from '../../../../shared/database/page-index/indexed-list.ts'
import { namesOf } from '../../../../shared/names/families.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { Family, Unversioned } from '../kit/family/family.ts'
import { createResults } from '../kit/family/results.ts'
import { type WorkLineRecord, type WorkOrderRecord, workLineId, workLines, workOrders } from './work-order.model.ts'

export const toWorkOrder = createResults<typeof WorkOrder, Unversioned<WorkOrderRecord>>(WorkOrder, { woNo: '_id' })

const eventOf = {
  Open: 'workOrder.created',
  'In Progress': 'workOrder.started',
  Closed: 'workOrder.closed',
} as const

/** Orders to make something. They move no stock: an issue that names a component takes it (docs/orders.md#work-orders). */
export const workFamily: Family<WorkOrderRecord, WorkLineRecord> = {
  ...namesOf('workOrder'),
  headers: workOrders,
  lines: workLines,
  lineId: workLineId,
  list: {
    name: 'workOrderPageIndex',
    collection: 'workOrders',
    keyField: 'startKey',
    sectionFields: ['status', 'assignee', 'wids'],
    lowestKey: EARLIEST,
    dueField: 'dueDate',
    endField: 'dueDate',
    sortable: Object.keys(WorkOrder.shape),
    storedAs: { woNo: '_id', startDate: 'startKey' },
    warehouses: { fields: ['wids'], seenBy: 'every' },
  },
  touches: 'nothing',
  found: { nameOf: ({ description }) => description },
  // Components that are neither issued nor reserved.
  atp: {
    where: { isClosed: false },
    unitsOf: ({ units, completed }) => toQuantity(units).minus(toQuantity(completed)),
    dateOf: ({ startDate }) => startDate,
    isReserved: true,
  },
  // An order may be started before something is issued to it.
  statusOf: ({ status }, lines) =>
    status === 'Open' && lines.some(({ completed }) => toQuantity(completed).gt(ZERO)) ? 'In Progress' : status,
  events(before, after) {
    if (before?.status === after.status) return []
    const payload = { at: after.modified.toISOString(), wids: requiringAll(after.wids), data: toWorkOrder(after) }
    return [{ subject: eventOf[after.status], payload }]
  },
}
