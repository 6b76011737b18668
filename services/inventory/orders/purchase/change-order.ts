import { AppError } from '../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { PurchaseOrderChanges, PurchaseOrderDetail } from '../../../../shared/contract/orders/purchase-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Numbers, StockView } from '../../engine/plan.ts'
import { toQuantity, toStored } from '../../records/quantity.ts'
import {
  type ItemsByName,
  refuseField,
  requireAtMostMaxLines,
  requireNewLine,
  requireSamePlace,
  withChanges,
} from '../changed-lines.ts'
import { createDescribeOrder } from '../describe-line.ts'
import { findOrder } from '../find-order.ts'
import { authorizeOrder } from '../order-access.ts'
import { requirePrepared } from '../preparation.ts'
import {
  type PurchaseLineRecord,
  type PurchaseOrderRecord,
  purchaseFamily,
  purchaseLines,
  purchaseOrders,
} from '../purchase-order.model.ts'
import { resolveLines } from '../resolve-lines.ts'
import { createStockOperation } from '../stock-operation.ts'
import { toNewLine } from './create-order.ts'
import { toDetail } from './describe-order.ts'
import { changeHeader, isOpen, type LineChange, toEntry, toLineWrite, withOpen } from './line-change.ts'
import { toClosedEvent } from './purchase-events.ts'
import type { PurchaseParts } from './purchase-orders.ts'

/** A purchase order in a transaction. */
interface Order {
  readonly header: PurchaseOrderRecord
  readonly lines: readonly PurchaseLineRecord[]
}

/** What a request changes of an order. */
interface Changes {
  readonly dates?: Partial<Pick<PurchaseOrderRecord, 'orderDate' | 'expectedDate'>>
  readonly lines: readonly LineChange[]
}

/** Operations that change a purchase order: what is no longer expected leaves onOrder. */
export function createChangeOrder(parts: PurchaseParts) {
  const { connection } = parts
  const operation = createStockOperation(parts)

  /** Reads what the order refers to, then plans on the order as it is in the transaction. */
  const prepare = async (
    poNo: string,
    { caller }: CallContext,
    added: ItemsByName,
    decide: (order: Order) => Changes,
    addedWids: readonly number[] = [],
  ) => {
    const known = await findOrder(connection, purchaseFamily, poNo, caller)
    const partNos = [...known.partNos, ...[...added.values()].map(({ _id }) => _id)]
    const wids = [...known.wids, ...addedWids]
    const describe = await createDescribeOrder(parts, partNos, wids)

    const plan = async (stock: StockView, numbers: Numbers) => {
      const header = await stock.documents.get(purchaseOrders, poNo)
      if (!header) throw new AppError('not_found', `There is no purchase order ${poNo}.`)
      authorizeOrder(header, caller)
      requirePrepared(header, partNos, wids)
      const lines = await stock.documents.find(purchaseLines, { poNo })
      const { dates = {}, lines: changes } = decide({ header, lines })
      if (changes.length === 0 && Object.keys(dates).length === 0)
        return { entries: [], answer: toDetail(header, lines, describe) satisfies PurchaseOrderDetail }
      const after = { ...changeHeader(header, changes), ...dates, modified: stock.now }
      const entries = []
      for (const change of changes) entries.push(toEntry(change, await numbers.transactionNo()))
      return {
        entries,
        documents: [purchaseOrders.change(header, after), ...changes.map((change) => toLineWrite(change, stock.now))],
        events: after.status === 'Closed' ? [toClosedEvent(after, stock.now)] : [],
        answer: toDetail(after, withChanges(lines, changes), describe),
      }
    }
    return { partNos, plan }
  }

  const closeAll = (lines: Order['lines'], closed: 'finalized' | 'canceled') =>
    lines.filter(isOpen).map((before) => ({ before, after: withOpen({ ...before, closed }) }))

  return {
    update: operation(inventory.updatePurchaseOrder, async (input: PurchaseOrderChanges, context: CallContext) => {
      const { poNo, orderDate, expectedDate } = input
      const requested = input.lines ?? []
      const added = await resolveLines(parts, requested, context)
      const dates = {
        ...(orderDate !== undefined && { orderDate: new Date(orderDate) }),
        ...(expectedDate !== undefined && { expectedDate: new Date(expectedDate) }),
      }
      const decide = ({ header, lines }: Order): Changes => {
        if (header.status === 'Closed') throw new AppError('conflict', `Purchase order ${poNo} is closed.`)
        const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
        const changes = requested.map((line, index) => {
          const before = byNumber.get(line.lineNo)
          return before ? changeLine(before, line, index, added) : addLine(poNo, line, index, added)
        })
        requireAtMostMaxLines(lines.length + changes.filter(({ before }) => !before).length)
        return { dates, lines: changes }
      }
      return prepare(
        poNo,
        context,
        added,
        decide,
        requested.flatMap(({ warehouse }) => warehouse ?? []),
      )
    }),

    finalize: operation(inventory.finalizePurchaseOrder, ({ poNo }: { poNo: string }, context: CallContext) =>
      prepare(poNo, context, new Map(), ({ header, lines }) => {
        if (header.receivedLines === 0)
          throw new AppError('conflict', `Purchase order ${poNo} has no receipts: cancel it instead.`)
        return { lines: closeAll(lines, 'finalized') }
      }),
    ),

    cancel: operation(inventory.cancelPurchaseOrder, ({ poNo }: { poNo: string }, context: CallContext) =>
      prepare(poNo, context, new Map(), ({ header, lines }) => {
        if (header.receivedLines > 0)
          throw new AppError('conflict', `Purchase order ${poNo} has receipts: finalize it instead.`)
        return { lines: closeAll(lines, 'canceled') }
      }),
    ),
  }
}

type RequestedLine = NonNullable<PurchaseOrderChanges['lines']>[number]

function addLine(poNo: string, line: RequestedLine, index: number, items: ItemsByName): LineChange {
  const { place, units } = requireNewLine(line, index, items)
  if (line.close) throw refuseField(index, 'close', 'must not be given for a new line.')
  return { before: undefined, after: toNewLine(poNo, line.lineNo, { ...line, units }, place) }
}

function changeLine(before: PurchaseLineRecord, line: RequestedLine, index: number, items: ItemsByName): LineChange {
  const { poNo, lineNo } = before
  const { units, unitPrice, overReceipt, close, reason } = line
  requireSamePlace(before, line, index, items)
  if (before.closed !== null) throw new AppError('conflict', `Purchase order ${poNo} line ${lineNo} is closed.`)
  const received = toQuantity(before.received)
  if (units !== undefined && received.gt(units)) {
    const message = `received ${received.toFixed()}, it cannot be ordered ${toQuantity(units).toFixed()}.`
    throw new AppError('conflict', `Purchase order ${poNo} line ${lineNo}: ${message}`)
  }
  const stored = (value: number) => toStored(toQuantity(value))
  const after = withOpen({
    ...before,
    ...(units !== undefined && { units: stored(units) }),
    ...(unitPrice !== undefined && { unitPrice: stored(unitPrice) }),
    ...(overReceipt !== undefined && { overReceipt: stored(overReceipt) }),
    ...(close && { closed: 'short' as const, reason: reason ?? null }),
  })
  return { before, after }
}
