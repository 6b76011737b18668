import { validationError } from '../../../../shared/contract/core/errors.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { PurchaseOrderDetail, PurchaseOrderInput } from '../../../../shared/contract/orders/purchase-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Numbers, StockView } from '../../engine/plan.ts'
import { toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import { createDescribeLine } from '../describe-line.ts'
import { NO_LINES, nextOrderNumber } from '../order-header.ts'
import { type PurchaseLine as Line, purchaseFamily, purchaseLineId, purchaseOrders } from '../purchase-order.model.ts'
import { numberLines, resolveLines } from '../resolve-lines.ts'
import { createStockOperation } from '../stock-operation.ts'
import { toDetail } from './describe-order.ts'
import { changeHeader, toEntry, toLineWrite, withOpen } from './line-change.ts'
import { toCreatedEvent } from './purchase-events.ts'
import type { PurchaseParts } from './purchase-orders.ts'

/** What is needed for a new line of an order. */
interface NewLine {
  readonly units: number
  readonly unitPrice?: number | undefined
  readonly overReceipt?: number | undefined
}

/** A line of which nothing was received yet. */
export function toNewLine(
  poNo: string,
  lineNo: number,
  { units, unitPrice = 0, overReceipt = 0 }: NewLine,
  place: Pick<Line, 'partNo' | 'shortID' | 'wid'>,
): Line {
  const stored = (value: number) => toStored(toQuantity(value))
  const ordered = { units: stored(units), unitPrice: stored(unitPrice), overReceipt: stored(overReceipt) }
  const nothing = { received: toStored(ZERO), open: toStored(ZERO), closed: null, reason: null }
  return withOpen({ _id: purchaseLineId(poNo, lineNo), poNo, lineNo, ...place, ...ordered, ...nothing })
}

/** Creates purchase orders: each line counts in onOrder from then on. */
export function createCreateOrder(parts: PurchaseParts) {
  const { counters, numbers: orderNumbers, vendors } = parts

  return createStockOperation(parts)(
    inventory.createPurchaseOrder,
    async (input: PurchaseOrderInput, context: CallContext) => {
      const lineNos = numberLines(input.lines)
      const [vendor, byName, number] = await Promise.all([
        vendors.named(input.vendor),
        resolveLines(parts, input.lines, context),
        orderNumbers.choose({
          kind: purchaseFamily.kind,
          given: input.poNo,
          next: () => nextOrderNumber(counters, 'purchaseOrder', 'PO'),
        }),
      ])
      if (!vendor) throw validationError({ vendor: ['The field vendor must name an active vendor.'] })
      const poNo = number.value
      const tolerance = vendor.overReceipt ? Number(vendor.overReceipt.toString()) : 0
      const lines = input.lines.map(({ shortID: name, warehouse: wid, overReceipt = tolerance, ...line }, index) => {
        const item = byName.get(name)
        if (!item) throw new Error(`Item ${name} was not resolved`)
        const place = { partNo: item._id, shortID: item.shortID, wid }
        return toNewLine(poNo, lineNos[index] ?? 0, { ...line, overReceipt }, place)
      })
      const describe = await createDescribeLine(parts, lines, byName.values())

      const plan = async (stock: StockView, numbers: Numbers) => {
        const taken = await number.take(stock)
        const changes = lines.map((after) => ({ before: undefined, after }))
        const { orderDate, expectedDate } = input
        const header = changeHeader(
          {
            _id: poNo,
            vendorNo: vendor._id,
            vendor: vendor.name,
            orderDate: orderDate === undefined ? stock.now : new Date(orderDate),
            expectedDate: expectedDate === undefined ? null : new Date(expectedDate),
            status: 'Open',
            ...NO_LINES,
            totalValue: toStored(ZERO),
            openLines: 0,
            receivedLines: 0,
            modified: stock.now,
          },
          changes,
        )
        const entries = []
        for (const change of changes) entries.push(toEntry(change, await numbers.transactionNo()))
        return {
          entries,
          documents: [
            taken,
            purchaseOrders.change(undefined, header),
            ...changes.map((change) => toLineWrite(change, stock.now)),
          ],
          events: [toCreatedEvent(header, stock.now)],
          answer: toDetail(header, lines, describe) satisfies PurchaseOrderDetail,
        }
      }
      return { partNos: lines.map(({ partNo }) => partNo), plan }
    },
  )
}
