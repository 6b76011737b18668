import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import type { StockView } from '../../engine/plan.ts'
import type { LedgerRecord } from '../../ledger/ledger.model.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import type { DocumentChange } from '../../records/versioned-documents.ts'
import type { NamedLine } from '../open-units.ts'
import { toEvents } from './work-events.ts'
import { startingAt, workLineId, workLines, workOrders } from './work-order.model.ts'

/** What an issue changes of a work order. */
interface Completed {
  readonly documents: readonly DocumentChange[]
  readonly events: readonly OutgoingEvent[]
}
const NOTHING: Completed = { documents: [], events: [] }

/**
 * Counts an issue in the component that it names; the first one starts the order. More than required may be issued: scrap is replaced.
 * Throws 409 if the order is closed.
 */
export async function completeLine(
  stock: StockView,
  partNo: number,
  { reference, line: lineNo, wid }: NamedLine,
  units: Quantity,
): Promise<Completed> {
  if (!reference || lineNo === undefined) return NOTHING
  const line = await stock.documents.get(workLines, workLineId(reference, lineNo))
  if (line?.partNo !== partNo || line.wid !== wid) return NOTHING
  if (line.isClosed) throw new AppError('conflict', `Work order ${reference} is closed.`)
  const completed = toQuantity(line.completed)
  const change = workLines.change(line, { ...line, completed: toStored(completed.plus(units)) })
  const header = completed.eq(ZERO) ? await stock.documents.get(workOrders, reference) : undefined
  if (header?.status !== 'Open') return { documents: [change], events: [] }
  const started = {
    ...header,
    ...startingAt(header.startDate ?? stock.now),
    ...{ status: 'In Progress' as const, modified: stock.now },
  }
  return { documents: [change, workOrders.change(header, started)], events: toEvents(header, started) }
}

/** Takes an issue off the component that it was counted in. */
export async function reverseCompletedLine(
  stock: StockView,
  { type, reference, partNo, wid, details, at, units }: LedgerRecord,
): Promise<DocumentChange[]> {
  if (type !== 'issue' || typeof details.line !== 'number') return []
  const line = await stock.documents.get(workLines, workLineId(reference, details.line))
  // An issue from before the line was made was never counted.
  if (!line || line.partNo !== partNo || line.wid !== wid || at < line.created) return []
  const completed = toQuantity(line.completed)
  const left = completed.minus(smaller(completed, toQuantity(units)))
  return [workLines.change(line, { ...line, completed: toStored(left) })]
}
