import type { WorkStatus } from '../../../../shared/contract/orders/work-orders.ts'
import { EARLIEST } from '../../../../shared/database/page-index/indexed-list.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { numberFirst, storedByHeaders, storedByLines } from '../kit/family/family.ts'

/** A work order without its lines; `_id` is the woNo. */
const orderFields = {
  ...storedByHeaders,
  description: field.text,
  status: field.oneOf<WorkStatus>(),
  startDate: field.nullable(field.date),
  /** What sorts the list: the start, or a date before all others. */
  startKey: field.date,
  dueDate: field.nullable(field.date),
  assignee: field.textOrEmpty,
  notes: field.list({ noteDate: field.date, author: field.text, note: field.text }),
}
export type WorkOrderRecord = RecordOf<typeof orderFields>

/** A component of a work order. */
const lineFields = {
  ...storedByLines,
  woNo: field.text,
  units: field.quantity,
  completed: field.quantity,
  /** Set when the order is closed, so that no issue is committed beside that. */
  isClosed: field.flag,
  created: field.date,
}
export type WorkLineRecord = RecordOf<typeof lineFields>

const orderSchema = defineSchema('workOrders', orderFields)
orderSchema.index({ startKey: -1, _id: -1 })
orderSchema.index({ status: 1, startKey: -1, _id: -1 })
orderSchema.index({ assignee: 1, startKey: -1, _id: -1 })
orderSchema.index({ partNos: 1, startKey: -1 })
orderSchema.index({ wids: 1, startKey: -1 })

const lineSchema = defineSchema('workOrderLines', lineFields)
lineSchema.index({ woNo: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, wid: 1, isClosed: 1 })

/** The fields of a start; null if it is not planned. */
export const startingAt = (startDate: Date | null) => ({ startDate, startKey: startDate ?? EARLIEST })

export const workOrders = defineRecords<WorkOrderRecord>('WorkOrder', orderSchema)
export const workLines = defineRecords<WorkLineRecord>('WorkOrderLine', lineSchema)
export const workLineId = numberFirst
