import type {
  PurchaseLineProgress,
  PurchaseOrder,
  PurchaseOrderDetail,
} from '../../../../shared/contract/orders/purchase-orders.ts'
import { toNumber } from '../../records/quantity.ts'
import { byLineNo, type DescribeLine } from '../describe-line.ts'
import type { PurchaseLine, PurchaseOrderRecord } from '../purchase-order.model.ts'

/** A purchase order as it is answered, without lines. */
export function toPurchaseOrder(header: Omit<PurchaseOrderRecord, 'version'>): PurchaseOrder {
  const { _id: poNo, vendor, orderDate, expectedDate, status, totalLines, totalValue } = header
  return {
    poNo,
    vendor,
    orderDate: orderDate.toISOString(),
    expectedDate: expectedDate?.toISOString() ?? null,
    status,
    totalLines,
    totalValue: toNumber(totalValue),
  }
}

export function toDetail(
  header: Omit<PurchaseOrderRecord, 'version'>,
  lines: readonly PurchaseLine[],
  describe: DescribeLine,
): PurchaseOrderDetail {
  return {
    ...toPurchaseOrder(header),
    lines: lines.toSorted(byLineNo).map((line) => ({
      ...describe(line),
      unitsReceived: toNumber(line.received),
      unitPrice: toNumber(line.unitPrice),
    })),
  }
}

export function toProgress(line: PurchaseLine): PurchaseLineProgress {
  const { lineNo, shortID, wid: warehouse, units, received, open, closed, reason, overReceipt } = line
  return {
    lineNo,
    shortID,
    warehouse,
    units: toNumber(units),
    unitsReceived: toNumber(received),
    unitsOpen: toNumber(open),
    closedShort: closed !== null,
    reason: reason ?? closed,
    overReceipt: toNumber(overReceipt),
  }
}
