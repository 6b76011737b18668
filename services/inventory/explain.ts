import type { inventory } from '../../shared/contract/inventory.ts'
import type { Output } from '../../shared/contract/operation.ts'
import type { ItemRecord } from './item.model.ts'
import { toStockLevel } from './levels.ts'
import type { DescribeLots } from './lot-view.ts'
import type { Models } from './models.ts'
import { toNumber } from './quantity.ts'

/** The lots and order lines that add up to an item's level in a warehouse. */
export async function explainLevel(
  models: Models,
  describe: DescribeLots,
  item: ItemRecord,
  wid: number,
): Promise<Output<(typeof inventory)['explainLevel']>> {
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
