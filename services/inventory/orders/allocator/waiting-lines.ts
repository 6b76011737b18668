import { groupBy } from '../../../../shared/process/group-by.ts'
import type { Models } from '../../models.ts'
import { toStored, ZERO } from '../../records/quantity.ts'
import type { ShippingLineRecord, ShippingOrderRecord } from '../shipping/shipping-order.model.ts'

/** Lines that are to be allocated and are not, as far as there is no stock. */
const WAITING = { allocate: { $ne: 'none' as const }, backordered: { $gt: toStored(ZERO) } }

/** The items that lines wait for. */
export const findWaitingItems = ({ shippingLines }: Models): Promise<number[]> =>
  shippingLines.distinct('partNo', WAITING).exec()

/** Up to so many waiting lines are all read at once, whatever their items are. */
const FEW = 50

/**
 * The lines that wait for the items. A query that names 64 items takes 11 ms on DocumentDB, even if nothing waits, so it is asked only
 * when more than a few lines wait.
 */
async function readWaitingLines({ shippingLines }: Models, partNos: readonly number[]): Promise<ShippingLineRecord[]> {
  const few = await shippingLines
    .find(WAITING)
    .limit(FEW + 1)
    .lean<ShippingLineRecord[]>()
  if (few.length <= FEW) return few.filter(({ partNo }) => partNos.includes(partNo))
  return shippingLines.find({ partNo: { $in: [...partNos] }, ...WAITING }).lean<ShippingLineRecord[]>()
}

/** For each item the lines that wait for it: highest priority first, then the oldest order. */
export async function findWaitingLines(models: Models, partNos: readonly number[]): Promise<ShippingLineRecord[][]> {
  const { shippingOrders } = models
  const lines = await readWaitingLines(models, partNos)
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
