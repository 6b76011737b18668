import { toStored, ZERO } from '../../../../shared/database/quantity.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import type { Models } from '../../models.ts'
import type { ShippingLineRecord, ShippingOrderRecord } from '../shipping/shipping-order.model.ts'

/** Lines that are to be allocated and are not, as far as there is no stock. */
const WAITING = { allocate: { $ne: 'none' as const }, backordered: { $gt: toStored(ZERO) } }

/** The items that lines wait for. */
export const findWaitingItems = ({ shippingLines }: Models): Promise<number[]> =>
  shippingLines.distinct('partNo', WAITING).exec()

/** For each item the lines that wait for it: highest priority first, then the oldest order. */
export async function findWaitingLines(
  { shippingLines, shippingOrders }: Models,
  partNos: readonly number[],
): Promise<ShippingLineRecord[][]> {
  const lines = await shippingLines.find({ partNo: { $in: [...partNos] }, ...WAITING }).lean<ShippingLineRecord[]>()
  if (lines.length === 0) return partNos.map(() => [])
  const soNos = lines.map(({ soNo }) => soNo)
  const orders = await shippingOrders.find({ _id: { $in: soNos } }).lean<ShippingOrderRecord[]>()
  const rankOf = new Map(
    orders
      .sort((one, other) => other.priority - one.priority || Number(one.orderDate) - Number(other.orderDate))
      .map(({ _id }, rank) => [_id, rank]),
  )
  const rank = ({ soNo }: ShippingLineRecord) => rankOf.get(soNo) ?? 0
  const ranked = groupBy(
    lines.sort((one, other) => rank(one) - rank(other) || one.lineNo - other.lineNo),
    ({ partNo }) => partNo,
  )
  return partNos.map((partNo) => ranked.get(partNo) ?? [])
}
