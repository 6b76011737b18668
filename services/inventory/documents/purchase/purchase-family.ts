import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import { LineProgress, PurchaseOrder } from '../../../../shared/contract/orders/purchase-orders.ts'
import { EARLIEST } from '../../../../shared/database/page-index/indexed-list.ts'
import { namesOf } from '../../../../shared/names/families.ts'
import { toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { vendors } from '../../masters/party.model.ts'
import { toDates, toLinePayload } from '../kit/document-events.ts'
import type { Family, Unversioned } from '../kit/family/family.ts'
import { createResults } from '../kit/family/results.ts'
import {
  type PurchaseLineRecord,
  type PurchaseOrderRecord,
  purchaseLineId,
  purchaseLines,
  purchaseOrders,
} from './purchase-order.model.ts'
import { isOpen, isReceived, lineValue, openUnits, type PurchaseLine } from './purchase-order-line.ts'

export const toPurchaseOrder = createResults<typeof PurchaseOrder, Unversioned<PurchaseOrderRecord>>(PurchaseOrder, {
  poNo: '_id',
})

export const toPurchaseProgress = createResults<typeof LineProgress, PurchaseLine>(LineProgress, {
  warehouse: 'wid',
  unitsReceived: 'received',
  unitsOpen: 'open',
  closedShort: ({ closed }) => closed !== null,
  reason: ({ reason, closed }) => reason ?? closed,
})

/** Orders to vendors: what of them is open counts in onOrder (docs/orders.md#purchase-orders). */
export const purchaseFamily: Family<PurchaseOrderRecord, PurchaseLineRecord> = {
  ...namesOf('purchaseOrder'),
  headers: purchaseOrders,
  lines: purchaseLines,
  lineId: purchaseLineId,
  linesAreDated: true,
  list: {
    name: 'purchaseOrderPageIndex',
    collection: 'purchaseOrders',
    keyField: 'orderDate',
    sectionFields: ['status', 'vendorNo', 'wids'],
    lowestKey: EARLIEST,
    dueField: 'expectedDate',
    sortable: Object.keys(PurchaseOrder.shape),
    storedAs: { poNo: '_id' },
    warehouses: { fields: ['wids'], seenBy: 'every' },
  },
  touches: 'figures',
  found: { nameOf: ({ vendor }) => vendor, party: { of: vendors, field: 'vendorNo' } },
  atp: {
    where: { open: { $gt: toStored(ZERO) } },
    unitsOf: ({ open }) => toQuantity(open),
    dateOf: ({ expectedDate }) => expectedDate,
  },
  counts: { openLines: isOpen, receivedLines: isReceived },
  sums: { totalValue: lineValue },
  statusOf({ openLines, receivedLines }) {
    if (openLines === 0) return 'Closed'
    return receivedLines > 0 ? 'Partial' : 'Open'
  },
  follows: { open: openUnits },
  figures: {
    figure: 'onOrder',
    field: 'open',
    entry: ({ units, reason }) => ({ units, remark: reason ?? '' }),
  },
  entered: { figure: 'onOrder', types: { received: { receive: 1, reverse: -1 } } },
  payloadOf: ({ _id: number, version, vendor: party, orderDate, expectedDate }) => ({
    orders: [{ family: 'purchase', number, version, party, ...toDates(orderDate, expectedDate) }],
  }),
  payloadOfLine: (line) => ({
    lines: [
      {
        family: 'purchase',
        ...toLinePayload(purchaseFamily, line),
        units: toNumber(line.units),
        done: toNumber(line.received),
        open: toNumber(line.open),
        // An order that says no price stores 0.
        price: toNumber(line.unitPrice) || null,
      },
    ],
  }),
  events(before, after) {
    const payload = { at: after.modified.toISOString(), wids: requiringAll(after.wids), data: toPurchaseOrder(after) }
    if (!before) return [{ subject: 'purchaseOrder.created', payload }]
    return after.status === 'Closed' && before.status !== 'Closed' ? [{ subject: 'purchaseOrder.closed', payload }] : []
  },
}
