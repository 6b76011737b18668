import type { WorkOrder, WorkOrderDetail } from '../../../../shared/contract/orders/work-orders.ts'
import { toNumber } from '../../records/quantity.ts'
import { byLineNo, type DescribeLine } from '../describe-line.ts'
import type { WorkLineRecord, WorkOrderRecord } from './work-order.model.ts'

type Header = Omit<WorkOrderRecord, 'version'>

/** A work order as it is answered, without lines and notes. */
export function toWorkOrder({ _id: woNo, startDate, dueDate, ...header }: Header): WorkOrder {
  const { description, status, assignee, totalLines } = header
  const dates = { startDate: startDate?.toISOString() ?? null, dueDate: dueDate?.toISOString() ?? null }
  return { woNo, description, status, ...dates, assignee, totalLines }
}

export const toDetail = (
  header: Header,
  lines: readonly Omit<WorkLineRecord, 'version'>[],
  describe: DescribeLine,
): WorkOrderDetail => ({
  ...toWorkOrder(header),
  lines: lines.toSorted(byLineNo).map((line) => ({ ...describe(line), unitsCompleted: toNumber(line.completed) })),
  notes: header.notes.map(({ noteDate, ...note }) => ({ noteDate: noteDate.toISOString(), ...note })),
})
