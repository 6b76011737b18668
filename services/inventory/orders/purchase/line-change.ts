import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { PurchaseStatus } from '../../../../shared/contract/orders/purchase-orders.ts'
import type { FigureChange, StockEntry } from '../../engine/effect.ts'
import { type Quantity, sum, toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import { addLines } from '../order-header.ts'
import {
  type PurchaseLine as Line,
  type PurchaseLineRecord,
  type PurchaseOrderRecord,
  purchaseLines,
} from '../purchase-order.model.ts'

/** A line before and after; one that is added has no `before`. */
export interface LineChange {
  readonly before: PurchaseLineRecord | undefined
  readonly after: Line
}

/** The write of a changed line. */
export const toLineWrite = ({ before, after }: LineChange, modified: Date) =>
  purchaseLines.change(before, { ...after, modified })

export const isOpen = ({ open }: Pick<Line, 'open'>) => toQuantity(open).gt(ZERO)
const isReceived = ({ received }: Line) => toQuantity(received).gt(ZERO)
const toValue = ({ units, unitPrice }: Line) => toQuantity(units).times(toQuantity(unitPrice))

/** The line with what is open of it now. */
export function withOpen(line: Line): Line {
  const rest = toQuantity(line.units).minus(toQuantity(line.received))
  return { ...line, open: toStored(line.closed !== null || rest.lt(ZERO) ? ZERO : rest) }
}

const count = (lines: readonly (Line | undefined)[], counts: (line: Line) => boolean) =>
  lines.filter((line) => line && counts(line)).length

/** What changes of lines change of their order: counts, value and status. */
export function changeHeader<H extends Omit<PurchaseOrderRecord, 'version'>>(
  header: H,
  changes: readonly LineChange[],
) {
  const before = changes.map((change) => change.before)
  const after = changes.map((change) => change.after)
  const openLines = header.openLines + count(after, isOpen) - count(before, isOpen)
  const receivedLines = header.receivedLines + count(after, isReceived) - count(before, isReceived)
  const value = sum(after.map(toValue)).minus(sum(before.flatMap((line) => (line ? [toValue(line)] : []))))
  return {
    ...header,
    ...addLines(header, changes),
    openLines,
    receivedLines,
    status: toStatus(openLines, receivedLines),
    totalValue: toStored(toQuantity(header.totalValue).plus(value)),
  }
}

/** The status that the lines imply (docs/orders.md#purchase-orders). */
export function toStatus(openLines: number, receivedLines: number): PurchaseStatus {
  if (openLines === 0) return 'Closed'
  return receivedLines > 0 ? 'Partial' : 'Open'
}

/** What a change of a line adds to onOrder, also if that is nothing: by it the ledger knows the entries that served the order. */
export function toFigure({ before, after }: LineChange): FigureChange {
  const { poNo: reference, lineNo: line, wid, open } = after
  const added = toQuantity(open).minus(before ? toQuantity(before.open) : ZERO)
  return { figure: 'onOrder', wid, units: added, reference, line }
}

/** The ledger's entry of a change of a line that no receipt causes. */
export function toEntry(change: LineChange, transactionNo: number): StockEntry {
  const { poNo: reference, lineNo: line, partNo, shortID, wid, units, reason } = change.after
  const remark = reason ?? ''
  return {
    transactionNo,
    type: 'order',
    partNo,
    shortID,
    wid,
    units: toQuantity(units),
    lots: [],
    figures: [toFigure(change)],
    ledgerFacts: { reference, remark, details: { line } },
  }
}

/** Throws 409 if a receipt would bring the line above what was ordered and its tolerance allow. */
export function requireWithinTolerance(line: PurchaseLineRecord, receiving: Quantity): void {
  const [units, received] = [toQuantity(line.units), toQuantity(line.received)]
  const most = units.times(toQuantity(line.overReceipt).div(100).plus(1))
  if (received.plus(receiving).lte(most)) return
  const figures = `ordered ${units.toFixed()}, received ${received.toFixed()}, receiving ${receiving.toFixed()}`
  throw new AppError('conflict', `Purchase order ${line.poNo} line ${line.lineNo}: ${figures}.`)
}
