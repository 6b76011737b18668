import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { toPage } from '../../../../shared/contract/core/paging.ts'
import { inventory, withinScope } from '../../../../shared/contract/inventory/inventory.ts'
import {
  LineProgress,
  type PurchaseOrderInput,
  type PurchaseStatus,
} from '../../../../shared/contract/orders/purchase-orders.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { ledgerSort } from '../../stock/ledger/ledger.ts'
import { toLedgerEntry } from '../../stock/ledger/ledger-entry.ts'
import { createCreation } from '../kit/creation.ts'
import type { DocumentDeps } from '../kit/document-deps.ts'
import { findHeader } from '../kit/find-document.ts'
import { resultWithLines } from '../kit/lines/describe-line.ts'
import { createReads, onlyOne } from '../kit/reads.ts'
import { createSteps } from '../kit/steps.ts'
import { cancel, finalize, update } from './change-purchase-order.ts'
import { purchaseFamily, toPurchaseOrder, toPurchaseProgress } from './purchase-family.ts'
import { type PurchaseLine, toNewPurchaseLine } from './purchase-order-line.ts'

type ListQuery = Input<(typeof inventory)['listPurchaseOrders']>
type LinesQuery = Input<(typeof inventory)['listPurchaseOrderLines']>
export interface PurchaseOrderNumber {
  readonly poNo: string
}

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
      return { ...page, value: value.map((line) => line.answer) }
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
      const { totalCount, found } = await readCountedPage<LedgerRecord>(ledger, { filter, sort }, query)
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
    updatePurchaseOrder: step(inventory.updatePurchaseOrder, update, { from: OPEN }),
    finalizePurchaseOrder: step(inventory.finalizePurchaseOrder, finalize),
    cancelPurchaseOrder: step(inventory.cancelPurchaseOrder, cancel),
  }
}
