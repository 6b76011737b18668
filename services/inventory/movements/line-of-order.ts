import { validationError } from '../../../shared/contract/core/errors.ts'
import type { StockView } from '../engine/plan.ts'
import type { NamedLine } from '../orders/open-units.ts'
import { purchaseLineId, purchaseLines, purchaseOrders } from '../orders/purchase-order.model.ts'
import { shippingLineId, shippingLines, shippingOrders } from '../orders/shipping/shipping-order.model.ts'
import { workLineId, workLines, workOrders } from '../orders/work/work-order.model.ts'
import type { Documents, VersionedRecord } from '../records/versioned-documents.ts'

interface StoredLine extends VersionedRecord {
  readonly _id: string
  readonly partNo: number
  readonly wid: number
}

const reading =
  <H extends VersionedRecord & { readonly _id: string }, L extends StoredLine>(
    headers: Documents<H>,
    lines: Documents<L>,
    toLineId: (number: string, lineNo: number) => L['_id'],
  ) =>
  async ({ documents }: StockView, reference: string, lineNo: number) => {
    const line: StoredLine | undefined = await documents.get(lines, toLineId(reference, lineNo))
    return { line, isKept: line !== undefined || (await documents.get(headers, reference)) !== undefined }
  }

const families = [
  reading(purchaseOrders, purchaseLines, purchaseLineId),
  reading(shippingOrders, shippingLines, shippingLineId),
  reading(workOrders, workLines, workLineId),
]

/**
 * Throws 400 if `reference` names an order kept here and `line` is not one of it, of the item and warehouse. An order that is not kept here
 * is another system's, whose lines are not known (docs/decisions.md#41).
 */
export async function requireLineOfOrder(
  stock: StockView,
  partNo: number,
  { wid, reference, line }: NamedLine,
): Promise<void> {
  if (!reference || line === undefined) return
  const found = await Promise.all(families.map((read) => read(stock, reference, line)))
  const isOneOfIt = found.some(({ line: known }) => known?.partNo === partNo && known.wid === wid)
  if (!isOneOfIt && found.some(({ isKept }) => isKept))
    throw validationError({
      line: ['The field line must be a line of the order in reference, of the same item and warehouse.'],
    })
}
