import type { Input } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { WorkOrderInput } from '../../../../shared/contract/orders/work-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import { createCreation } from '../kit/creation.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import type { Unversioned } from '../kit/family/family.ts'
import { resultWithLines } from '../kit/lines/describe-line.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import { createSteps } from '../kit/steps.ts'
import { addNote, close, start, toNewWorkLine, update, type WorkLine } from './change-work-order.ts'
import { toWorkOrder, workFamily } from './work-family.ts'
import { startingAt, type WorkOrderRecord } from './work-order.model.ts'

type ListQuery = Input<(typeof inventory)['listWorkOrders']>
export interface WorkOrderNumber {
  readonly woNo: string
}

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
    updateWorkOrder: step(inventory.updateWorkOrder, update, NOT_CLOSED),
    startWorkOrder: step(inventory.startWorkOrder, start, NOT_CLOSED),
    closeWorkOrder: step(inventory.closeWorkOrder, close),
    addWorkOrderNote: step(inventory.addWorkOrderNote, addNote),
  }
}
