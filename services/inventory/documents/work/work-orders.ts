import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import {
  MAX_NOTES,
  type WorkOrderChanges,
  type WorkOrderInput,
} from '../../../../shared/contract/orders/work-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { matchLines } from '../kit/changed-lines.ts'
import { createCreation, type LineOf } from '../kit/creation.ts'
import type { Changes } from '../kit/document-effect.ts'
import type { Unversioned, Unwritten } from '../kit/family/family.ts'
import { createReads, onlyOne, resultWithLines } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { createSteps, type Opened } from '../kit/steps.ts'
import { toWorkOrder, workFamily } from './work-family.ts'
import { startingAt, type WorkLineRecord, type WorkOrderRecord, workLineId } from './work-order.model.ts'

type ListQuery = Input<(typeof inventory)['listWorkOrders']>
type WorkOrderNumber = Input<(typeof inventory)['getWorkOrder']>

const NOT_CLOSED = { from: ['Open', 'In Progress'] }

const withNotes = (header: Unversioned<WorkOrderRecord>) => ({
  ...toWorkOrder(header),
  notes: header.notes.map(({ noteDate, ...note }) => ({ noteDate: noteDate.toISOString(), ...note })),
})

/** The operations on work orders (docs/orders.md#work-orders). */
export function createWorkOrders(deps: DocumentDeps) {
  const result = resultWithLines(deps, withNotes, ({ completed }: WorkLine) => ({
    unitsCompleted: toNumber(completed),
  }))
  const reads = createReads(deps, workFamily, toWorkOrder, result)
  const step = createSteps(deps, workFamily, result)

  return {
    listWorkOrders: (query: ListQuery, context: CallContext) =>
      reads.list(query, { status: onlyOne(query.status), assignee: onlyOne(query.assignee) }, context),
    getWorkOrder: ({ woNo }: WorkOrderNumber, context: CallContext) => reads.get(woNo, context),

    createWorkOrder: createCreation(deps, workFamily, result, inventory.createWorkOrder, {
      given: ({ woNo }: WorkOrderInput) => woNo,
      prepare: async () => undefined,
      toHeader: ({ description, startDate, dueDate, assignee = '' }) => ({
        description,
        assignee,
        notes: [],
        ...startingAt(startDate === undefined ? null : new Date(startDate)),
        dueDate: dueDate === undefined ? null : new Date(dueDate),
      }),
      toLine: (line, _input, _prepared, now) => toNewWorkLine(line, now),
    }),
    updateWorkOrder: step(inventory.updateWorkOrder, { ...NOT_CLOSED, decide: update }),
    startWorkOrder: step(inventory.startWorkOrder, { ...NOT_CLOSED, decide: start }),
    closeWorkOrder: step(inventory.closeWorkOrder, { decide: close }),
    addWorkOrderNote: step(inventory.addWorkOrderNote, { decide: addNote }),
  }
}

export type WorkLine = Unwritten<WorkLineRecord>
type Order = Opened<WorkOrderRecord, WorkLineRecord>
type NoteInput = Input<(typeof inventory)['addWorkOrderNote']>
type OrderChanges = Changes<WorkOrderRecord, WorkLineRecord>

/** A component of which nothing was issued yet. */
export const toNewWorkLine = (
  { number: woNo, lineNo, partNo, shortID, wid, units }: LineOf<{ units: number }>,
  created: Date,
): WorkLine => ({
  _id: workLineId(woNo, lineNo),
  woNo,
  lineNo,
  partNo,
  shortID,
  wid,
  units: toStored(toQuantity(units)),
  completed: toStored(ZERO),
  isClosed: false,
  created,
})

/** Changes what is made, when and by whom, or lines; adds lines. */
export function update(order: Order, { startDate, dueDate, lines = [], ...input }: WorkOrderChanges): OrderChanges {
  const { header, stock } = order
  const { description = header.description, assignee = header.assignee } = input
  return {
    fields: {
      description,
      assignee,
      ...startingAt(startDate === undefined ? header.startDate : new Date(startDate)),
      dueDate: dueDate === undefined ? header.dueDate : new Date(dueDate),
    },
    lines: matchLines(order, lines).map(({ input: line, ...matched }) => {
      const { before } = matched
      if (!before) {
        const added = { ...line, ...matched.added, number: header._id }
        return { before, after: toNewWorkLine(added, stock.now) }
      }
      return {
        before,
        after: line.units === undefined ? before : { ...before, units: toStored(toQuantity(line.units)) },
      }
    }),
  }
}

/** One that is started already stays as it is. */
export const start = ({ header, stock }: Order): OrderChanges =>
  header.status === 'Open' ? { fields: { status: 'In Progress', ...startingAt(header.startDate ?? stock.now) } } : {}

/** One that is closed already stays as it is. */
export const close = ({ header, lines }: Order): OrderChanges =>
  header.status === 'Closed'
    ? {}
    : {
        fields: { status: 'Closed' },
        lines: lines.map((before) => ({ before, after: { ...before, isClosed: true } })),
      }

export function addNote({ header, stock, caller }: Order, { note }: NoteInput): OrderChanges {
  const { _id, notes } = header
  if (notes.length >= MAX_NOTES) throw new AppError('conflict', `Work order ${_id} has ${MAX_NOTES} notes already.`)
  return { fields: { notes: [...notes, { noteDate: stock.now, author: caller?.id ?? '', note }] } }
}
