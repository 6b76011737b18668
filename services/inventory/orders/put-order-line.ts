import type { Params } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Idempotency } from '../../../shared/database/idempotency/idempotency.ts'
import { toQuantity, toStored, ZERO } from '../../../shared/database/quantity.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { StockEffect } from '../engine/effect.ts'
import type { Numbers, StockView } from '../engine/plan.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { type ReferenceParts, resolveReferences } from '../registries/references.ts'
import { orderLineId, orderLines } from './order-line.model.ts'

/** Open units of an order line, as the order system states them. */
type OpenOrderLine = Params<typeof inventory.putOrderLine>

interface OrderParts extends ReferenceParts {
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

/** The operation of the order system; throws 400 for an unknown item or warehouse. */
export const createPutOrderLine =
  ({ engine, idempotency, ...parts }: OrderParts) =>
  (input: OpenOrderLine, context: CallContext): Promise<OpenOrderLine> =>
    idempotency.once(inventory.putOrderLine, input, context, async (entry) => {
      const item = await resolveReferences(parts, input, undefined, context)
      return engine.change([item._id], entry, (...view) => planPutOrderLine(input, item, ...view))
    })

/** Sets the open units of an order line and the level figure that they count in; the same units again change nothing. */
async function planPutOrderLine(
  { kind, reference, line, wid, units: stated }: OpenOrderLine,
  { _id: partNo, shortID }: ItemRecord,
  stock: StockView,
  numbers: Numbers,
): Promise<StockEffect<OpenOrderLine>> {
  const units = toQuantity(stated)
  const _id = orderLineId(kind, { reference, line, partNo, wid })
  const before = await stock.documents.get(orderLines, _id)
  const added = units.minus(before ? toQuantity(before.units) : ZERO)
  const answer = { kind, reference, line, itemID: shortID, wid, units: stated }
  if (added.eq(ZERO)) return { entries: [], answer }
  const after = { _id, kind, reference, line, partNo, wid, units: toStored(units) }
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
        ledgerFacts: { reference, details: { line } },
      },
    ],
    documents: [orderLines.change(before, after)],
    answer,
  }
}
