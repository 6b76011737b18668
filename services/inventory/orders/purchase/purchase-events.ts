import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import type { PurchaseOrderRecord } from '../purchase-order.model.ts'
import { toPurchaseOrder } from './describe-order.ts'

type Header = Omit<PurchaseOrderRecord, 'version'>

const toPayload = (header: Header, now: Date) => ({
  at: now.toISOString(),
  wids: requiringAll(header.wids),
  data: toPurchaseOrder(header),
})

export const toCreatedEvent = (header: Header, now: Date): OutgoingEvent => ({
  subject: 'purchaseOrder.created',
  payload: toPayload(header, now),
})
export const toClosedEvent = (header: Header, now: Date): OutgoingEvent => ({
  subject: 'purchaseOrder.closed',
  payload: toPayload(header, now),
})
