import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { PurchaseOrderChanges } from '../../../../shared/contract/orders/purchase-orders.ts'
import { toQuantity } from '../../../../shared/quantity.ts'
import { vendors } from '../../masters/parties/party.model.ts'
import type { Changes } from '../kit/document-effect.ts'
import { matchLines, refuseField } from '../kit/lines/changed-lines.ts'
import type { Opened } from '../kit/steps.ts'
import type { PurchaseLineRecord, PurchaseOrderRecord } from './purchase-order.model.ts'
import { isOpen, type PurchaseLine, toNewPurchaseLine, toOrdered, withOpen } from './purchase-order-line.ts'

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
