import { z } from 'zod'
import { listOf, namedRecord, optional, requiredText, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { newOrderNo, oneOf, orderNo } from '../documents/document-inputs.ts'
import { documentChange, documentOperations, namedOperations } from '../documents/document-operations.ts'
import { moment, momentOrNull, numberOf, quantity, statusOf, totalLines } from '../documents/document-records.ts'
import {
  changedLineInput,
  changedLines,
  lineRecord,
  lineWarehouse,
  newLines,
  orderLineInput,
  orderQuery,
} from './order-fields.ts'

export const workStatuses = ['Open', 'In Progress', 'Closed'] as const
export type WorkStatus = (typeof workStatuses)[number]

const header = {
  woNo: numberOf('order'),
  description: z.string().meta({ description: 'What is made' }),
  status: statusOf(workStatuses, 'Open: not started. In Progress: started. Closed: finished'),
  startDate: momentOrNull('When the work begins, in UTC; null if it is not planned'),
  dueDate: momentOrNull('When it is to be finished, in UTC; null if that is open'),
  assignee: z.string().meta({ description: 'The person who does the work; blank if nobody is assigned' }),
  totalLines,
}
export const WorkOrder = namedRecord('WorkOrder', 'A work order', header)
const WorkLine = namedRecord('WorkOrderLine', 'A component of a work order', {
  ...lineRecord,
  units: quantity('Quantity required'),
  unitsCompleted: quantity('Quantity issued to the order'),
  ...lineWarehouse,
})
const WorkNote = namedRecord('WorkOrderNote', 'A note on a work order', {
  noteDate: moment('When it was written, in UTC'),
  author: z.string().meta({ description: 'Id of the client that wrote it' }),
  note: z.string().meta({ description: 'The note' }),
})
const WorkOrderDetail = namedRecord('WorkOrderDetail', 'A work order with its lines and notes', {
  ...header,
  lines: listOf(WorkLine, 'The components'),
  notes: z.array(WorkNote).meta({ description: 'The notes, oldest first' }),
})
export type WorkOrder = z.output<typeof WorkOrder>
export type WorkOrderDetail = z.output<typeof WorkOrderDetail>

export const MAX_NOTES = 500

const plan = {
  startDate: optional(dayOrMoment('named')).meta({ description: 'When the work begins' }),
  dueDate: optional(dayOrMoment('named', 'startDate')).meta({ description: 'When it is to be finished' }),
  assignee: optional(text(128)).meta({ description: 'The person who does the work' }),
}
const woNo = { woNo: orderNo('order') }
const createInput = z.object({
  woNo: newOrderNo('WorkOrder', 'order'),
  description: requiredText(255).meta({ description: 'What is made' }),
  ...plan,
  lines: newLines(orderLineInput()),
})
const updateInput = z.object({
  ...woNo,
  description: optional(requiredText(255)).meta({ description: 'What is made' }),
  ...plan,
  lines: changedLines(changedLineInput('Quantity required')),
})
const notesInput = z.object({ ...woNo, note: requiredText(255).meta({ description: 'The note' }) })
export type WorkOrderInput = z.output<typeof createInput>
export type WorkOrderChanges = z.output<typeof updateInput>

const order = documentOperations({
  ...namedOperations('workOrder'),
  number: woNo,
  record: WorkOrder,
  result: WorkOrderDetail,
  unknown: 'There is no work order NO-SUCH-ONE.',
  example: { woNo: 'WO-2026-900001' },
})
const CLOSED = 'Work order WO-2026-900001 is closed.'

/** Orders to make something of components (docs/orders.md#work-orders). */
export const workOrders = {
  listWorkOrders: {
    summary: 'List work orders, the latest start first',
    ...order.list,
    command: 'work list',
    warehouses: ['warehouse'],
    input: z.object({
      ...orderQuery('dueDate', 'a start date', 'a due date'),
      status: oneOf(workStatuses, 'Only this status'),
      assignee: optional(text(128)).meta({ description: 'Only orders of this assignee' }),
    }),
    example: {},
  },
  getWorkOrder: { summary: 'Get a work order with its lines and notes', ...order.get },
  createWorkOrder: {
    summary: 'Create a work order',
    ...order.create('There is a work order WO-2026-900001 already.', 'Item LED-3MM-GRN is discontinued.'),
    warehouses: ['lines[].warehouse'],
    input: createInput,
    example: { description: 'Control cabinet', lines: [{ shortID: 'BOLT-M6-30', units: 8, warehouse: 1 }] },
  },
  updateWorkOrder: {
    summary: 'Change description, dates, assignee or lines of a work order, or add lines',
    ...order.update(CLOSED),
    warehouses: ['lines[].warehouse'],
    input: updateInput,
    example: {
      woNo: 'WO-2026-900002',
      assignee: 'Line 2',
      lines: [{ lineNo: 9, shortID: 'NUT-M6', units: 100, warehouse: 1 }],
    },
  },
  startWorkOrder: {
    summary: 'Start a work order; starting it again changes nothing',
    ...order.step('Start', CLOSED),
    example: { woNo: 'WO-2026-900002' },
  },
  closeWorkOrder: {
    summary: 'Close a work order: nothing more is issued to it. Closing it again changes nothing',
    ...order.step('Close'),
    ...order.neverRefused,
    example: { woNo: 'WO-2026-900003' },
  },
  addWorkOrderNote: {
    summary: 'Add a note to a work order',
    ...order.step('Notes', `Work order WO-2026-900001 has ${MAX_NOTES} notes already.`),
    command: 'work note',
    input: notesInput,
    example: { woNo: 'WO-2026-900001', note: 'Waiting for the paint' },
  },
} as const satisfies Record<string, Spec>

/** The changes of them that the feed contains. */
export const workChanges = [
  documentChange('workOrder', {
    name: 'WorkOrderChange',
    description: 'A work order as it is after the change',
    types: ['workOrder.created', 'workOrder.started', 'workOrder.closed'],
    data: WorkOrder,
    ids: WorkOrder.pick({ woNo: true }),
  }),
] as const
