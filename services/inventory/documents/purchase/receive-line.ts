import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { type Quantity, toNumber, toQuantity, toStored } from '../../../../shared/quantity.ts'
import { NO_EFFECT } from '../../stock/engine/document-hooks.ts'
import type { DocumentEffect, DocumentHooks, NamedLine, StockView } from '../../stock/engine/plan.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { toFigures, toLineWrite } from '../kit/document-effect.ts'
import { imply } from '../kit/family/quantities.ts'
import { createFindLine } from '../kit/find-document.ts'
import { purchaseFamily } from './purchase-family.ts'
import { type PurchaseLineRecord, purchaseLineId, purchaseLines, purchaseOrders } from './purchase-order.model.ts'
import { isOpen, isReceived, type PurchaseLine, requireWithinTolerance, withOpen } from './purchase-order-line.ts'

/** Purchase orders: a receipt that names a line receives its units. */
export const purchaseHooks: DocumentHooks = {
  findLine: createFindLine(purchaseFamily),
  receive: receiveLine,
  reverse: reverseReceivedLine,
}

async function receiveLine(
  stock: StockView,
  { reference, line: lineNo, partNo, wid }: NamedLine,
  units: Quantity,
  transactionNo: number,
): Promise<DocumentEffect | undefined> {
  const line = await stock.records.get(purchaseLines, purchaseLineId(reference, lineNo))
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

/** Takes a receipt off the line that it served, if that is kept here. */
async function reverseReceivedLine(stock: StockView, entry: LedgerRecord): Promise<DocumentEffect> {
  const served = entry.type === 'receive' ? entry.figures.find(({ figure }) => figure === 'onOrder') : undefined
  const line = served && (await stock.records.get(purchaseLines, purchaseLineId(served.reference, served.line)))
  if (!line || line.partNo !== entry.partNo) return NO_EFFECT
  const received = toQuantity(line.received).minus(toQuantity(entry.units))
  return changeLine(stock, line, withOpen({ ...line, received: toStored(received) }))
}

/** The change of one line, and of its order if that follows. */
async function changeLine(
  stock: StockView,
  before: PurchaseLineRecord,
  after: PurchaseLine,
): Promise<DocumentEffect & { readonly events: readonly OutgoingEvent[] }> {
  const change = { before, after }
  const figures = toFigures(purchaseFamily, change)
  const line = toLineWrite(purchaseFamily, change, stock.now)
  if (isOpen(before) === isOpen(after) && isReceived(before) === isReceived(after))
    return { figures, records: [line], events: [] }
  const header = await stock.records.get(purchaseOrders, before.poNo)
  if (!header) throw new Error(`Purchase order ${before.poNo} is gone`)
  const changed = { ...imply(purchaseFamily, header, [change], [after]), modified: stock.now }
  return {
    figures,
    records: [line, purchaseOrders.change(header, changed)],
    events: purchaseFamily.events?.(header, changed, [change], undefined) ?? [],
  }
}
