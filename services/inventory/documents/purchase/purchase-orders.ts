import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { toPage } from '../../../../shared/contract/core/paging.ts'
import { inventory, withinScope } from '../../../../shared/contract/inventory/inventory.ts'
import {
  LineProgress,
  type PurchaseOrderChanges,
  type PurchaseOrderInput,
  type PurchaseStatus,
} from '../../../../shared/contract/orders/purchase-orders.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toQuantity } from '../../../../shared/quantity.ts'
import { vendors } from '../../masters/party.model.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { ledgerSort } from '../../stock/ledger/ledger.ts'
import { toLedgerEntry } from '../../stock/ledger/ledger-entry.ts'
import { matchLines, refuseField } from '../kit/changed-lines.ts'
import { createCreation } from '../kit/creation.ts'
import type { Changes } from '../kit/document-effect.ts'
import { findHeader } from '../kit/find-document.ts'
import { createReads, onlyOne, resultWithLines } from '../kit/reads.ts'
import type { DocumentDeps } from '../kit/register-family.ts'
import { createSteps, type Opened } from '../kit/steps.ts'
import { purchaseFamily, toPurchaseOrder, toPurchaseProgress } from './purchase-family.ts'
import type { PurchaseLineRecord, PurchaseOrderRecord } from './purchase-order.model.ts'
import { isOpen, type PurchaseLine, toNewPurchaseLine, toOrdered, withOpen } from './purchase-order-line.ts'

type ListQuery = Input<(typeof inventory)['listPurchaseOrders']>
type LinesQuery = Input<(typeof inventory)['listPurchaseOrderLines']>
type PurchaseOrderNumber = Input<(typeof inventory)['getPurchaseOrder']>

const OPEN: readonly PurchaseStatus[] = ['Open', 'Partial']

/** The operations on purchase orders (docs/orders.md#purchase-orders). */
export function createPurchaseOrders(deps: DocumentDeps) {
  const { connection, ledger, vendors } = deps
  const result = resultWithLines(deps, toPurchaseOrder, ({ received, unitPrice }: PurchaseLine) => ({
    unitsReceived: toNumber(received),
    unitPrice: toNumber(unitPrice),
  }))
  const reads = createReads(deps, purchaseFamily, toPurchaseOrder, result)
  const step = createSteps(deps, purchaseFamily, result)
  const list = async (query: ListQuery, statuses: readonly PurchaseStatus[] | undefined, context: CallContext) => {
    const vendorNo = query.vendor === undefined ? undefined : await vendors.numbersOf(query.vendor)
    return reads.list(query, { status: onlyOne(query.status) ?? statuses, vendorNo }, context)
  }

  return {
    listOpenPurchaseOrders: (query: ListQuery, context: CallContext) => list(query, OPEN, context),
    listPurchaseOrders: (query: ListQuery, context: CallContext) => list(query, undefined, context),
    getPurchaseOrder: ({ poNo }: PurchaseOrderNumber, context: CallContext) => reads.get(poNo, context),

    async listPurchaseOrderLines(query: LinesQuery, context: CallContext) {
      const fields = LineProgress.keyof().options
      const { value, ...page } = await reads.lines(query, query.poNo, fields, () => toPurchaseProgress, context)
      return { ...page, value: value.map((line) => line.result) }
    },

    async listPurchaseOrderReceipts(query: LinesQuery, { caller }: CallContext) {
      await findHeader(connection, purchaseFamily, query.poNo, caller)
      const reference = query.poNo
      const filter = {
        reference,
        type: { $in: ['receive', 'reverse'] },
        figures: { $elemMatch: { figure: 'onOrder', reference } },
        ...(query.modifiedSince && { at: { $gte: new Date(query.modifiedSince) } }),
      }
      const { sort } = ledgerSort(query)
      const { totalCount, found } = await readCountedPage<LedgerRecord>(
        ledger,
        { filter, sort, selective: ['reference'] },
        query,
      )
      return toPage(
        found.map((entry) => withinScope(toLedgerEntry(entry), 'all')),
        totalCount,
        query,
      )
    },

    createPurchaseOrder: createCreation(deps, purchaseFamily, result, inventory.createPurchaseOrder, {
      given: ({ poNo }: PurchaseOrderInput) => poNo,
      async prepare({ vendor }) {
        const named = await vendors.named(vendor)
        if (!named) throw validationError({ vendor: ['The field vendor must name an active vendor.'] })
        return named
      },
      toHeader: ({ orderDate, expectedDate }, vendor, now) => ({
        vendorNo: vendor._id,
        vendor: vendor.name,
        orderDate: orderDate === undefined ? now : new Date(orderDate),
        expectedDate: expectedDate === undefined ? null : new Date(expectedDate),
      }),
      toLine: (line, _, { overReceipt }) => toNewPurchaseLine(line, overReceipt),
    }),
    updatePurchaseOrder: step(inventory.updatePurchaseOrder, { from: OPEN, decide: update }),
    finalizePurchaseOrder: step(inventory.finalizePurchaseOrder, { decide: finalize }),
    cancelPurchaseOrder: step(inventory.cancelPurchaseOrder, { decide: cancel }),
  }
}

type Order = Opened<PurchaseOrderRecord, PurchaseLineRecord>
type OrderChanges = Changes<PurchaseOrderRecord, PurchaseLineRecord>
type RequestedLine = NonNullable<PurchaseOrderChanges['lines']>[number]

/** Changes dates and lines, adds lines, or closes some short. */
export async function update(
  order: Order,
  { orderDate, expectedDate, lines = [] }: PurchaseOrderChanges,
): Promise<OrderChanges> {
  const { _id: number, vendorNo } = order.header
  const matched = matchLines(order, lines)
  const isAdding = matched.some(({ before }) => !before)
  const tolerance = isAdding ? (await order.stock.records.get(vendors, vendorNo))?.overReceipt : undefined
  return {
    fields: {
      ...(orderDate !== undefined && { orderDate: new Date(orderDate) }),
      ...(expectedDate !== undefined && { expectedDate: new Date(expectedDate) }),
    },
    lines: matched.map(({ input, index, ...line }) => {
      if (line.before) return { before: line.before, after: changeLine(line.before, input) }
      if (input.close) throw refuseField(index, 'close', 'must not be given for a new line.')
      return { before: undefined, after: toNewPurchaseLine({ ...input, ...line.added, number }, tolerance) }
    }),
  }
}

function changeLine(before: PurchaseLineRecord, line: RequestedLine): PurchaseLine {
  const { poNo, lineNo } = before
  const { units, close, reason } = line
  if (before.closed !== null) throw new AppError('conflict', `Purchase order ${poNo} line ${lineNo} is closed.`)
  const received = toQuantity(before.received)
  if (units !== undefined && !toQuantity(before.units).eq(units) && received.gt(units)) {
    const message = `received ${received.toFixed()}, it cannot be ordered ${toQuantity(units).toFixed()}.`
    throw new AppError('conflict', `Purchase order ${poNo} line ${lineNo}: ${message}`)
  }
  const closed = close && { closed: 'short' as const, reason: reason ?? null }
  return withOpen({ ...before, ...toOrdered(line), ...closed })
}

export function finalize({ header, lines }: Order): OrderChanges {
  if (header.receivedLines === 0)
    throw new AppError('conflict', `Purchase order ${header._id} has no receipts: cancel it instead.`)
  return { lines: closeAll(lines, 'finalized') }
}

export function cancel({ header, lines }: Order): OrderChanges {
  if (header.receivedLines > 0)
    throw new AppError('conflict', `Purchase order ${header._id} has receipts: finalize it instead.`)
  return { lines: closeAll(lines, 'canceled') }
}

const closeAll = (lines: Order['lines'], closed: 'finalized' | 'canceled') =>
  lines.filter(isOpen).map((before) => ({ before, after: withOpen({ ...before, closed }) }))
