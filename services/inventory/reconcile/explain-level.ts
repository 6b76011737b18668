import type { Connection } from 'mongoose'
import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber } from '../../../shared/database/quantity.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { toStockLevel } from '../levels/levels.ts'
import type { DescribeLots } from '../lots/describe-lots.ts'
import { type ReferenceParts, resolveReferences } from '../registries/references.ts'
import type { BookModels } from './item-books.ts'

interface ExplainParts extends ReferenceParts {
  readonly connection: Connection
  readonly models: Pick<BookModels, 'levels' | 'lots' | 'orderLines'>
  readonly describe: DescribeLots
}

type Explain = (typeof inventory)['explainLevel']

/** The lots and order lines that add up to an item's level in a warehouse, all of one moment. */
export const createExplainLevel =
  ({ connection, models, describe, ...parts }: ExplainParts) =>
  async (input: Input<Explain>, context: CallContext): Promise<Output<Explain>> => {
    const { wid } = input
    const item = await resolveReferences(parts, input, undefined, context)
    const partNo = item._id
    const { level, counted, orders } = await inSnapshot(connection, context.deadline, async (session) => ({
      level: await models.levels.findById(partNo).session(session).lean(),
      counted: await models.lots.find({ partNo, wid, active: true }).sort({ _id: 1 }).session(session).lean(),
      orders: await models.orderLines.find({ partNo, wid }).sort({ _id: 1 }).session(session).lean(),
    }))
    return {
      shortID: item.shortID,
      wid,
      level: toStockLevel(level ?? { _id: partNo, wids: [], stock: {} }, [wid]),
      lots: await describe(counted),
      orders: orders.map(({ kind, reference, line, units }) => ({ kind, reference, line, units: toNumber(units) })),
      lastTransactionNo: level?.stock[wid]?.transactionNo ?? null,
    }
  }
