import { AppError } from '../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { MAX_NOTES, type WorkOrderChanges } from '../../../../shared/contract/orders/work-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { StockView } from '../../engine/plan.ts'
import { toQuantity, toStored } from '../../records/quantity.ts'
import {
  type ItemsByName,
  requireAtMostMaxLines,
  requireNewLine,
  requireSamePlace,
  withChanges,
} from '../changed-lines.ts'
import { createDescribeOrder } from '../describe-line.ts'
import { findOrder } from '../find-order.ts'
import { authorizeOrder } from '../order-access.ts'
import { addLines } from '../order-header.ts'
import { requirePrepared } from '../preparation.ts'
import { resolveLines } from '../resolve-lines.ts'
import { createStockOperation } from '../stock-operation.ts'
import { toNewLine } from './create-order.ts'
import { toDetail } from './describe.ts'
import { toEvents } from './work-events.ts'
import {
  startingAt,
  type WorkLineRecord,
  type WorkOrderRecord,
  workFamily,
  workLines,
  workOrders,
} from './work-order.model.ts'
import type { WorkParts } from './work-orders.ts'

/** A work order in a transaction. */
interface Order {
  readonly header: WorkOrderRecord
  readonly lines: readonly WorkLineRecord[]
  readonly now: Date
}

interface LineChange {
  readonly before: WorkLineRecord | undefined
  readonly after: Omit<WorkLineRecord, 'version'>
}

/** What a request changes of an order. */
interface Changes extends Partial<Omit<WorkOrderRecord, '_id' | 'version'>> {
  readonly lines?: readonly LineChange[]
}

export interface OrderNumber {
  readonly woNo: string
}

const NO_ITEMS: ItemsByName = new Map()

/** Operations that change a work order. */
export function createChangeOrder(parts: WorkParts) {
  const operation = createStockOperation(parts)

  /** Reads what the order refers to, then changes it as `decide` says; undefined leaves it as it is. */
  const prepare = async (
    woNo: string,
    context: CallContext,
    decide: (order: Order, context: CallContext) => Changes | undefined,
    added = NO_ITEMS,
    addedWids: readonly number[] = [],
  ) => {
    const { caller } = context
    const known = await findOrder(parts.connection, workFamily, woNo, caller)
    const partNos = [...known.partNos, ...[...added.values()].map(({ _id }) => _id)]
    const wids = [...known.wids, ...addedWids]
    const describe = await createDescribeOrder(parts, partNos, wids)
    const plan = async (stock: StockView) => {
      const header = await stock.documents.get(workOrders, woNo)
      if (!header) throw new AppError('not_found', `There is no work order ${woNo}.`)
      authorizeOrder(header, caller)
      requirePrepared(header, partNos, wids)
      const lines = await stock.documents.find(workLines, { woNo })
      const changes = decide({ header, lines, now: stock.now }, context)
      if (!changes) return { entries: [], answer: toDetail(header, lines, describe) }
      const { lines: changed = [], ...fields } = changes
      const after = { ...header, ...fields, ...addLines(header, changed), modified: stock.now }
      return {
        entries: [],
        documents: [workOrders.change(header, after), ...changed.map((one) => workLines.change(one.before, one.after))],
        events: toEvents(header, after),
        answer: toDetail(after, withChanges(lines, changed), describe),
      }
    }
    return { partNos: [], plan }
  }

  return {
    update: operation(inventory.updateWorkOrder, async (input: WorkOrderChanges, context: CallContext) => {
      const { woNo, lines = [] } = input
      const added = await resolveLines(parts, lines, context)
      const wids = lines.flatMap(({ warehouse }) => warehouse ?? [])
      return prepare(woNo, context, (order) => update(order, input, added), added, wids)
    }),
    start: operation(inventory.startWorkOrder, ({ woNo }: OrderNumber, context: CallContext) =>
      prepare(woNo, context, ({ header, now }) => {
        requireNotClosed(header)
        return header.status === 'Open' ? { status: 'In Progress', ...startingAt(header.startDate ?? now) } : undefined
      }),
    ),
    close: operation(inventory.closeWorkOrder, ({ woNo }: OrderNumber, context: CallContext) =>
      prepare(woNo, context, ({ header, lines }) => {
        if (header.status === 'Closed') return undefined
        return { status: 'Closed', lines: lines.map((before) => ({ before, after: { ...before, isClosed: true } })) }
      }),
    ),
    addNote: operation(
      inventory.addWorkOrderNote,
      ({ woNo, note }: OrderNumber & { readonly note: string }, context: CallContext) =>
        prepare(woNo, context, ({ header: { notes }, now: noteDate }, { caller }) => {
          if (notes.length >= MAX_NOTES)
            throw new AppError('conflict', `Work order ${woNo} has ${MAX_NOTES} notes already.`)
          return { notes: [...notes, { noteDate, author: caller?.id ?? '', note }] }
        }),
    ),
  }
}

function requireNotClosed({ _id, status }: WorkOrderRecord): void {
  if (status === 'Closed') throw new AppError('conflict', `Work order ${_id} is closed.`)
}

function update({ header, lines, now }: Order, input: WorkOrderChanges, items: ItemsByName): Changes {
  requireNotClosed(header)
  const { description = header.description, assignee = header.assignee, startDate, dueDate } = input
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const changes = (input.lines ?? []).map((line, index): LineChange => {
    const before = byNumber.get(line.lineNo)
    if (!before) {
      const { place, units } = requireNewLine(line, index, items)
      return { before, after: toNewLine(header._id, line.lineNo, units, place, now) }
    }
    requireSamePlace(before, line, index, items)
    return { before, after: line.units === undefined ? before : { ...before, units: toStored(toQuantity(line.units)) } }
  })
  requireAtMostMaxLines(lines.length + changes.filter(({ before }) => !before).length)
  return {
    description,
    assignee,
    ...startingAt(startDate === undefined ? header.startDate : new Date(startDate)),
    dueDate: dueDate === undefined ? header.dueDate : new Date(dueDate),
    lines: changes,
  }
}
