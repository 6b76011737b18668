import type { Output, Params } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import { type ReferenceDeps, resolveReferences } from '../../masters/references.ts'
import type { StockEffect } from '../../stock/engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../stock/engine/plan.ts'
import { createStockOperation, type OperationDeps } from '../../stock/stock-operation.ts'
import type { OrderNumbers } from '../kit/order-number.ts'
import { orderLineId, orderLines, progressOf } from './order-line.model.ts'

/** What is ordered of a line, as the order system states it. */
type StatedLine = Params<typeof inventory.putOrderLine>
type Result = Output<typeof inventory.putOrderLine>

interface OrderDeps extends ReferenceDeps, OperationDeps {
  readonly numbers: OrderNumbers
}

/** The operation of the order system; throws 400 for an unknown item or warehouse. */
export const createPutOrderLine = ({ numbers, ...deps }: OrderDeps) =>
  createStockOperation(deps)(inventory.putOrderLine, async (input: StatedLine, context: CallContext) => {
    const item = await resolveReferences(deps, input, undefined, context)
    const plan: Plan<Result> = (...view) => planPutOrderLine(input, item, numbers, ...view)
    return { partNos: [item._id], plan }
  })

/**
 * Sets what is ordered of a line. What was received or issued of it stays: the rest is open and counts in the level
 * figure. The same units again change nothing.
 */
async function planPutOrderLine(
  { kind, reference, line, wid, units: stated }: StatedLine,
  { _id: partNo, shortID }: ItemRecord,
  orderNumbers: OrderNumbers,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<Result>> {
  const ordered = toQuantity(stated)
  const _id = orderLineId(kind, { reference, line, partNo, wid })
  const before = await stock.records.get(orderLines, _id)
  const taken = before ? [] : await orderNumbers.takeForeign(stock, reference)
  const progress = before ? progressOf(before) : ZERO
  const units = progress.gt(ordered) ? ZERO : ordered.minus(progress)
  const added = units.minus(before ? toQuantity(before.units) : ZERO)
  const result = { kind, reference, line, itemID: shortID, wid, units: stated, open: toNumber(units) }
  // Never below the progress, which follows from what is ordered and open.
  const kept = units.plus(progress)
  const figures = {
    ordered: toStored(kept),
    units: toStored(units),
    ...(before?.carried && { carried: before.carried }),
  }
  const after = { _id, kind, reference, line, partNo, wid, ...figures }
  const isKnown = before ? before.ordered && toQuantity(before.ordered).eq(kept) : kept.eq(ZERO)
  if (added.eq(ZERO) && isKnown) return { entries: [], result }
  if (added.eq(ZERO)) return { entries: [], records: [...taken, orderLines.change(before, after)], result }
  return {
    entries: [
      {
        transactionNo: await numbers.transactionNo(),
        type: 'order',
        partNo,
        shortID,
        wid,
        units,
        lots: [],
        figures: [{ figure: kind, wid, units: added, reference, line }],
        attributes: { reference, details: { line } },
      },
    ],
    records: [...taken, orderLines.change(before, after)],
    result,
  }
}
