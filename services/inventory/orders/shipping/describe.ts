import type { ShippingOrder, ShippingOrderDetail } from '../../../../shared/contract/orders/shipping-orders.ts'
import { toNumber } from '../../../../shared/database/quantity.ts'
import type { ReferenceParts } from '../../registries/references.ts'
import type { ShippingLineRecord, ShippingOrderRecord } from './shipping-order.model.ts'

type Line = Omit<ShippingLineRecord, 'version'>

/** A shipping order as it is answered, without lines. */
export function toShippingOrder(header: Omit<ShippingOrderRecord, 'version'>): ShippingOrder {
  const { _id: soNo, customer, orderDate, shipDate, status, totalLines } = header
  return {
    soNo,
    customer,
    orderDate: orderDate.toISOString(),
    shipDate: shipDate?.toISOString() ?? null,
    status,
    totalLines,
  }
}

/** Describes lines, with the names of what they refer to. */
export async function createDescribeLine(
  { items, registries }: ReferenceParts,
  lines: readonly { readonly partNo: number; readonly wid: number }[],
) {
  const byPartNo = await items.findMany(lines.map(({ partNo }) => partNo))
  const warehouses = await registries.warehouses.namesOf(lines.map(({ wid }) => wid))
  return ({ lineNo, shortID, partNo, units, wid }: Line) => ({
    lineNo,
    shortID,
    description: byPartNo.get(partNo)?.description ?? '',
    units: toNumber(units),
    warehouse: wid,
    warehouseName: warehouses.get(wid) ?? '',
  })
}
export type DescribeLine = Awaited<ReturnType<typeof createDescribeLine>>

export const toDetail = (
  header: Omit<ShippingOrderRecord, 'version'>,
  lines: readonly Line[],
  describe: DescribeLine,
): ShippingOrderDetail => ({
  ...toShippingOrder(header),
  lines: lines.toSorted((one, other) => one.lineNo - other.lineNo).map(describe),
})
