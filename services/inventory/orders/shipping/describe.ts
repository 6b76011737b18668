import type { ShippingOrder, ShippingOrderDetail } from '../../../../shared/contract/orders/shipping-orders.ts'
import { byLineNo, type DescribeLine } from '../describe-line.ts'
import type { ShippingLine as Line, ShippingOrderRecord } from './shipping-order.model.ts'

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

export const toDetail = (
  header: Omit<ShippingOrderRecord, 'version'>,
  lines: readonly Line[],
  describe: DescribeLine,
): ShippingOrderDetail => ({
  ...toShippingOrder(header),
  lines: lines.toSorted(byLineNo).map(describe),
})
