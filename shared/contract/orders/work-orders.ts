import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { dateTime, optional, requiredText, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf } from '../core/paging.ts'
import {
  changedLineInput,
  changedLines,
  lineRecord,
  lineWarehouse,
  newLines,
  newOrderNo,
  oneOf,
  orderLineInput,
  orderNo,
  orderQuery,
} from './order-fields.ts'

export const workStatuses = ['Open', 'In Progress', 'Closed'] as const
export type WorkStatus = (typeof workStatuses)[number]

const dateOrNull = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })

const header = {
  woNo: z.string().meta({ description: 'Number of the order' }),
  description: z.string().meta({ description: 'What is made' }),
  status: z.enum(workStatuses).meta({ description: 'Open: not started. In Progress: started. Closed: finished' }),
  startDate: dateOrNull('When the work begins, in UTC; null if it is not planned'),
  dueDate: dateOrNull('When it is to be finished, in UTC; null if that is open'),
  assignee: z.string().meta({ description: 'Who does the work; blank if nobody is assigned' }),
  totalLines: z.int().meta({ description: 'Number of lines' }),
}
export const WorkOrder = z.object(header).meta({ id: 'WorkOrder', description: 'A work order' })
const WorkLine = z
  .object({
    ...lineRecord,
    units: z.number().meta({ description: 'Quantity required' }),
    unitsCompleted: z.number().meta({ description: 'Quantity issued to the order' }),
    ...lineWarehouse,
  })
  .meta({ id: 'WorkOrderLine', description: 'A component of a work order' })
const WorkNote = z
  .object({
    noteDate: z.string().meta({ description: 'When it was written, in UTC', format: 'date-time' }),
    author: z.string().meta({ description: 'Id of the client that wrote it' }),
    note: z.string().meta({ description: 'The note' }),
  })
  .meta({ id: 'WorkOrderNote', description: 'A note on a work order' })
const WorkOrderDetail = z
  .object({
    ...header,
    lines: z.array(WorkLine).meta({ description: 'The components' }),
    notes: z.array(WorkNote).meta({ description: 'The notes, oldest first' }),
  })
  .meta({ id: 'WorkOrderDetail', description: 'A work order with its lines and notes' })
export type WorkOrder = z.output<typeof WorkOrder>
export type WorkOrderDetail = z.output<typeof WorkOrderDetail>

/** Most notes of one order. */
export const MAX_NOTES = 500

const plan = {
  startDate: optional(dateTime()).meta({ description: 'When the work begins' }),
  dueDate: optional(dateTime()).meta({ description: 'When it is to be finished' }),
  assignee: optional(text(128)).meta({ description: 'Who does the work' }),
}
const orderInput = z.object({ woNo: orderNo('order') })
const createInput = z.object({
  woNo: newOrderNo('WorkOrder', 'order'),
  description: requiredText(255).meta({ description: 'What is made' }),
  ...plan,
  lines: newLines(orderLineInput()),
})
const updateInput = z.object({
  ...orderInput.shape,
  description: optional(requiredText(255)).meta({ description: 'What is made' }),
  ...plan,
  lines: changedLines(changedLineInput('Quantity required')),
})
const notesInput = z.object({ ...orderInput.shape, note: requiredText(255).meta({ description: 'The note' }) })
export type WorkOrderInput = z.output<typeof createInput>
export type WorkOrderChanges = z.output<typeof updateInput>

const { readWorkOrders, writeWorkOrders } = permissions
const messages = { not_found: ['There is no work order NO-SUCH-ONE.'] } as const
const isClosed = { ...messages, conflict: ['Work order WO-2026-900001 is closed.'] } as const
const written = {
  access: writeWorkOrders,
  effect: 'write',
  output: WorkOrderDetail,
  errors: ['not_found', 'conflict'],
} as const

/** Orders to make something of components (docs/orders.md#work-orders). */
export const workOrders = {
  listWorkOrders: {
    summary: 'List work orders, the latest start first',
    route: 'GET /WorkOrder',
    command: 'work list',
    access: readWorkOrders,
    effect: 'read',
    paged: true,
    warehouses: ['warehouse'],
    input: z.object({
      ...orderQuery('a start date', 'a due date'),
      status: oneOf(workStatuses, 'Only this status'),
      assignee: optional(text(128)).meta({ description: 'Only orders of this assignee' }),
    }),
    output: pageOf(WorkOrder),
    errors: [],
    example: {},
  },
  getWorkOrder: {
    summary: 'Get a work order with its lines and notes',
    route: 'GET /WorkOrder/:woNo',
    command: 'work show',
    access: readWorkOrders,
    effect: 'read',
    input: orderInput,
    output: WorkOrderDetail,
    errors: ['not_found'],
    messages,
    example: { woNo: 'WO-2026-900001' },
  },
  createWorkOrder: {
    summary: 'Create a work order',
    route: 'POST /WorkOrder',
    ...written,
    errors: ['conflict'],
    messages: { conflict: ['There is a work order WO-2026-900001 already.', 'Item LED-3MM-GRN is discontinued.'] },
    warehouses: ['lines[].warehouse'],
    input: createInput,
    status: 201,
    example: { description: 'Control cabinet', lines: [{ shortID: 'BOLT-M6-30', units: 8, warehouse: 1 }] },
  },
  updateWorkOrder: {
    summary: 'Change description, dates, assignee or lines of a work order, or add lines',
    route: 'PUT /WorkOrder/:woNo',
    command: 'work update',
    ...written,
    messages: isClosed,
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
    route: 'POST /WorkOrder/:woNo/Start',
    command: 'work start',
    ...written,
    messages: isClosed,
    input: orderInput,
    example: { woNo: 'WO-2026-900002' },
  },
  closeWorkOrder: {
    summary: 'Close a work order: nothing more is issued to it. Closing it again changes nothing',
    route: 'POST /WorkOrder/:woNo/Close',
    command: 'work close',
    ...written,
    errors: ['not_found'],
    messages,
    input: orderInput,
    example: { woNo: 'WO-2026-900003' },
  },
  addWorkOrderNote: {
    summary: 'Add a note to a work order',
    route: 'POST /WorkOrder/:woNo/Notes',
    command: 'work note',
    ...written,
    messages: { ...messages, conflict: [`Work order WO-2026-900001 has ${MAX_NOTES} notes already.`] },
    input: notesInput,
    example: { woNo: 'WO-2026-900001', note: 'Waiting for the paint' },
  },
} as const satisfies Record<string, Spec>
