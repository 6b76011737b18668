import type { Output } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { toNumber } from '../../../shared/database/quantity.ts'
import type { ItemRecord } from '../items/item.model.ts'
import type { DescribeLots } from '../lots/lot-view.ts'
import type { Models } from '../models.ts'
import { toStockLevel } from './levels.ts'

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
