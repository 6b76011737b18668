import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { MAX_NOTES, type WorkOrderChanges } from '../../../../shared/contract/orders/work-orders.ts'
import { toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { LineOf } from '../kit/creation.ts'
import type { Changes } from '../kit/document-effect.ts'
import type { Unwritten } from '../kit/family/family.ts'
import { matchLines } from '../kit/lines/changed-lines.ts'
import type { Opened } from '../kit/steps.ts'
import { startingAt, type WorkLineRecord, type WorkOrderRecord, workLineId } from './work-order.model.ts'

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
