import { Schema } from 'mongoose'
import type { WorkStatus } from '../../../../shared/contract/orders/work-orders.ts'
import { EARLIEST, type IndexedListFields } from '../../../../shared/database/page-index/indexed-list.ts'
import type { StoredQuantity } from '../../records/quantity.ts'
import { number, quantity, text } from '../../records/schema-fields.ts'
import { defineDocuments } from '../../records/versioned-documents.ts'

interface Note {
  readonly noteDate: Date
  readonly author: string
  readonly note: string
}

/** A work order without its lines; `_id` is the woNo. */
export interface WorkOrderRecord {
  readonly _id: string
  readonly description: string
  readonly status: WorkStatus
  readonly startDate: Date | null
  /** What sorts the list: the start, or a date before all others. */
  readonly startKey: Date
  readonly dueDate: Date | null
  readonly assignee: string
  readonly totalLines: number
  readonly wids: readonly number[]
  readonly partNos: readonly number[]
  readonly notes: readonly Note[]
  readonly modified: Date
  readonly version: number
}

/** A component of a work order. */
export interface WorkLineRecord {
  readonly _id: string
  readonly woNo: string
  readonly lineNo: number
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly units: StoredQuantity
  readonly completed: StoredQuantity
  /** Set when the order is closed, so that no issue is committed beside that. */
  readonly isClosed: boolean
  readonly created: Date
  readonly version: number
}

const date = { type: Date, default: null }

const orderSchema = new Schema<WorkOrderRecord>(
  {
    _id: text,
    description: text,
    status: text,
    startDate: date,
    startKey: { type: Date, required: true },
    dueDate: date,
    assignee: { type: String, default: '' },
    totalLines: number,
    wids: { type: [Number], required: true },
    partNos: { type: [Number], required: true },
    notes: {
      type: [new Schema<Note>({ noteDate: { type: Date, required: true }, author: text, note: text }, { _id: false })],
      required: true,
    },
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'workOrders', versionKey: false, strict: 'throw' },
)
orderSchema.index({ startKey: -1, _id: -1 })
orderSchema.index({ status: 1, startKey: -1, _id: -1 })
orderSchema.index({ assignee: 1, startKey: -1, _id: -1 })
orderSchema.index({ partNos: 1, startKey: -1 })
orderSchema.index({ wids: 1, startKey: -1 })

const lineSchema = new Schema<WorkLineRecord>(
  {
    _id: text,
    woNo: text,
    lineNo: number,
    partNo: number,
    shortID: text,
    wid: number,
    units: quantity,
    completed: quantity,
    isClosed: { type: Boolean, required: true },
    created: { type: Date, required: true },
    version: number,
  },
  { collection: 'workOrderLines', versionKey: false, strict: 'throw' },
)
lineSchema.index({ woNo: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, wid: 1, isClosed: 1 })

/** Orders by start, with a page index (docs/decisions.md#16). */
export const workOrderList = {
  name: 'workOrderPageIndex',
  collection: 'workOrders',
  keyField: 'startKey',
  partitionFields: ['status', 'assignee', 'wids'],
  lowestKey: EARLIEST,
} as const satisfies IndexedListFields<Date>

/** The fields of a start; null if it is not planned. */
export const startingAt = (startDate: Date | null) => ({ startDate, startKey: startDate ?? EARLIEST })

export const workOrders = defineDocuments<WorkOrderRecord>('WorkOrder', orderSchema)
export const workLines = defineDocuments<WorkLineRecord>('WorkOrderLine', lineSchema)
export const workLineId = (woNo: string, lineNo: number) => `${woNo}/${lineNo}`

export const workFamily = {
  kind: 'work order',
  numberField: 'woNo',
  headers: workOrders,
  lines: workLines,
  lineId: workLineId,
} as const
