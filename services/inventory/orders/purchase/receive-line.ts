import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import type { FigureChange } from '../../engine/effect.ts'
import type { StockView } from '../../engine/plan.ts'
import type { LedgerRecord } from '../../ledger/ledger.model.ts'
import { type Quantity, toNumber, toQuantity, toStored } from '../../records/quantity.ts'
import type { DocumentChange } from '../../records/versioned-documents.ts'
import type { NamedLine } from '../open-units.ts'
import {
  type PurchaseLine,
  type PurchaseLineRecord,
  purchaseLineId,
  purchaseLines,
  purchaseOrders,
} from '../purchase-order.model.ts'
import { changeHeader, isOpen, requireWithinTolerance, toFigure, toLineWrite, withOpen } from './line-change.ts'
import { toClosedEvent } from './purchase-events.ts'

/** What a receipt, or the reversal of one, changes of a purchase order. */
interface OrderChange {
  readonly figures: readonly FigureChange[]
  readonly documents: readonly DocumentChange[]
  readonly events: readonly OutgoingEvent[]
}

/** Receives units of the purchase order's line that a receipt names; undefined if it names none of its item and warehouse. */
export async function receiveLine(
  stock: StockView,
  partNo: number,
  { reference, line: lineNo, wid }: NamedLine,
  units: Quantity,
  transactionNo: number,
): Promise<OrderChange | undefined> {
  if (!reference || lineNo === undefined) return undefined
  const line = await stock.documents.get(purchaseLines, purchaseLineId(reference, lineNo))
  if (line?.partNo !== partNo || line.wid !== wid) return undefined
  if (line.closed !== null)
    throw new AppError('conflict', `Purchase order ${line.poNo} line ${line.lineNo} is closed (${line.closed}).`)
  requireWithinTolerance(line, units)
  const after = withOpen({ ...line, received: toStored(toQuantity(line.received).plus(units)) })
  const { poNo, shortID, received, open } = after
  const payload = {
    at: stock.now.toISOString(),
    wids: [wid],
    data: {
      poNo,
      lineNo,
      shortID,
      warehouse: wid,
      transactionNo,
      units: toNumber(units),
      unitsReceived: toNumber(received),
      unitsOpen: toNumber(open),
    },
  }
  const change = await changeLine(stock, line, after)
  return { ...change, events: [{ subject: 'purchaseOrder.received', payload }, ...change.events] }
}

/** Takes a receipt off the line that it served; undefined if it served no purchase order that is kept here. */
export async function reverseReceivedLine(stock: StockView, entry: LedgerRecord): Promise<OrderChange | undefined> {
  const served = entry.type === 'receive' ? entry.figures.find(({ figure }) => figure === 'onOrder') : undefined
  const line = served && (await stock.documents.get(purchaseLines, purchaseLineId(served.reference, served.line)))
  if (!line || line.partNo !== entry.partNo) return undefined
  const received = toQuantity(line.received).minus(toQuantity(entry.units))
  return changeLine(stock, line, withOpen({ ...line, received: toStored(received) }))
}

/** The change of one line, and of its order if that follows. */
async function changeLine(stock: StockView, before: PurchaseLineRecord, after: PurchaseLine): Promise<OrderChange> {
  const change = { before, after }
  const figures = [toFigure(change)]
  const line = toLineWrite(change, stock.now)
  const isSame = (counts: (of: PurchaseLine) => boolean) => counts(before) === counts(after)
  if (isSame(isOpen) && isSame(({ received }) => toNumber(received) > 0))
    return { figures, documents: [line], events: [] }
  const header = await stock.documents.get(purchaseOrders, before.poNo)
  if (!header) throw new Error(`Purchase order ${before.poNo} is gone`)
  const changed = { ...changeHeader(header, [change]), modified: stock.now }
  return {
    figures,
    documents: [line, purchaseOrders.change(header, changed)],
    events: changed.status === 'Closed' ? [toClosedEvent(changed, stock.now)] : [],
  }
}
