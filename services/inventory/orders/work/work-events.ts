import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { toWorkOrder } from './describe.ts'
import type { WorkOrderRecord } from './work-order.model.ts'

type Header = Omit<WorkOrderRecord, 'version'>

const subjects = {
  Open: 'workOrder.created',
  'In Progress': 'workOrder.started',
  Closed: 'workOrder.closed',
} as const

/** The event of a new status; none if the status is the same. An order that is created has no `before`. */
export function toEvents(before: Header | undefined, after: Header): OutgoingEvent[] {
  if (before?.status === after.status) return []
  const payload = { at: after.modified.toISOString(), wids: requiringAll(after.wids), data: toWorkOrder(after) }
  return [{ subject: subjects[after.status], payload }]
}
