import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber } from '../../../shared/database/quantity.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { toStockLevel } from '../levels/levels.ts'
import type { DescribeLots } from '../lots/describe-lots.ts'
import { type ReferenceParts, resolveReferences } from '../registries/references.ts'
import type { BookModels } from './item-books.ts'

interface ExplainParts extends ReferenceParts {
  readonly models: Pick<BookModels, 'levels' | 'lots' | 'orderLines'>
  readonly describe: DescribeLots
}

type Explain = (typeof inventory)['explainLevel']

/** The lots and order lines that add up to an item's level in a warehouse. */
export const createExplainLevel =
  ({ models, describe, ...parts }: ExplainParts) =>
  async (input: Input<Explain>, context: CallContext): Promise<Output<Explain>> => {
    const { wid } = input
    const item = await resolveReferences(parts, input, undefined, context)
    const level = await models.levels.findById(item._id).lean()
    const counted = await models.lots.find({ partNo: item._id, wid, active: true }).sort({ _id: 1 }).lean()
    const orders = await models.orderLines.find({ partNo: item._id, wid }).sort({ _id: 1 }).lean()
    return {
      shortID: item.shortID,
      wid,
      level: toStockLevel(level ?? { _id: item._id, wids: [], stock: {} }, [wid]),
      lots: await describe(counted),
      orders: orders.map(({ kind, reference, line, units }) => ({ kind, reference, line, units: toNumber(units) })),
      lastTransactionNo: level?.stock[wid]?.transactionNo ?? null,
    }
  }
