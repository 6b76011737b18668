import type { ClientSession } from 'mongoose'
import type { Source } from '../../../../shared/contract/orders/available-to-promise.ts'
import type { OrderLineRecord } from '../../documents/foreign/order-line.model.ts'
import {
  type PurchaseLineRecord,
  type PurchaseOrderRecord,
  purchaseLines,
  purchaseOrders,
} from '../../documents/purchase/purchase-order.model.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLines,
  shippingOrders,
} from '../../documents/shipping/shipping-order.model.ts'
import { type TransitLineRecord, transitLines } from '../../documents/transit/transit.model.ts'
import {
  type WorkLineRecord,
  type WorkOrderRecord,
  workLines,
  workOrders,
} from '../../documents/work/work-order.model.ts'
import type { Models } from '../../models.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import { hasLapsed, type ReservationRecord } from '../../stock/claims/records/reservation.model.ts'

/** Units of an order's line that will come in, or that are needed; demand is negative. */
export interface OrderUnits extends Omit<Source, 'date' | 'units'> {
  /** When; null if the order does not say. */
  readonly at: Date | null
  readonly units: Quantity
}

interface Place {
  readonly partNo: number
  readonly wid: number
}

/** What orders will bring to and need of an item in a warehouse, beside what they have committed, in the snapshot of the session. */
export async function findOrderUnits(
  models: Models,
  place: Place,
  now: Date,
  session: ClientSession,
): Promise<OrderUnits[]> {
  return [
    ...(await findPurchased(models, place, session)),
    ...(await findStated(models, place, session)),
    ...(await findInTransit(models, place, session)),
    ...(await findBackordered(models, place, session)),
    ...(await findComponents(models, place, now, session)),
  ]
}

const moreThanZero = { $gt: toStored(ZERO) }

async function findPurchased({ items: { db } }: Models, place: Place, session: ClientSession) {
  const lines = await purchaseLines
    .model(db)
    .find({ ...place, open: moreThanZero })
    .session(session)
    .lean<PurchaseLineRecord[]>()
  const ids = [...new Set(lines.map(({ poNo }) => poNo))]
  const orders = await purchaseOrders
    .model(db)
    .find({ _id: { $in: ids } })
    .session(session)
    .lean<PurchaseOrderRecord[]>()
  const expected = new Map(orders.map(({ _id, expectedDate }) => [_id, expectedDate]))
  return lines.map(({ poNo: reference, lineNo: line, open }): OrderUnits => {
    const at = expected.get(reference) ?? null
    return { kind: 'purchaseOrder', reference, line, units: toQuantity(open), at }
  })
}

/** Another order system states no dates; what it has committed and packed is in the level. */
async function findStated({ orderLines }: Models, place: Place, session: ClientSession) {
  const lines = await orderLines
    .find({ ...place, kind: { $in: ['onOrder', 'aSN'] }, units: moreThanZero })
    .session(session)
    .lean<OrderLineRecord[]>()
  return lines.map(
    ({ reference, line, units }): OrderUnits => ({
      kind: 'otherSystem',
      reference,
      line,
      units: toQuantity(units),
      at: null,
    }),
  )
}

/** A slip states no date of arrival. */
async function findInTransit({ items: { db } }: Models, place: Place, session: ClientSession) {
  const lines = await transitLines
    .model(db)
    .find({ ...place, inTransit: moreThanZero })
    .session(session)
    .lean<TransitLineRecord[]>()
  return lines.map(
    ({ slip: reference, lineNo: line, inTransit }): OrderUnits => ({
      kind: 'transit',
      reference,
      line,
      units: toQuantity(inTransit),
      at: null,
    }),
  )
}

async function findBackordered({ items: { db } }: Models, place: Place, session: ClientSession) {
  const lines = await shippingLines
    .model(db)
    .find({ ...place, backordered: moreThanZero })
    .session(session)
    .lean<ShippingLineRecord[]>()
  const ids = [...new Set(lines.map(({ soNo }) => soNo))]
  const orders = await shippingOrders
    .model(db)
    .find({ _id: { $in: ids } })
    .session(session)
    .lean<ShippingOrderRecord[]>()
  const planned = new Map(orders.map(({ _id, shipDate }) => [_id, shipDate]))
  return lines.map(({ soNo: reference, lineNo: line, backordered }): OrderUnits => {
    const at = planned.get(reference) ?? null
    return { kind: 'shippingOrder', reference, line, units: toQuantity(backordered).times(-1), at }
  })
}

/** Components that are neither issued nor reserved. */
async function findComponents({ reservations }: Models, place: Place, now: Date, session: ClientSession) {
  const lines = await workLines
    .model(reservations.db)
    .find({ ...place, isClosed: false })
    .session(session)
    .lean<WorkLineRecord[]>()
  if (lines.length === 0) return []
  const ids = [...new Set(lines.map(({ woNo }) => woNo))]
  const orders = await workOrders
    .model(reservations.db)
    .find({ _id: { $in: ids } })
    .session(session)
    .lean<WorkOrderRecord[]>()
  const starts = new Map(orders.map(({ _id, startDate }) => [_id, startDate]))
  const active = await reservations
    .find({ ...place, state: 'Active', reference: { $in: ids } })
    .session(session)
    .lean<ReservationRecord[]>()
  const left = new Map(
    active.filter((one) => !hasLapsed(one, now)).map((one) => [one, toQuantity(one.remaining)] as const),
  )
  return lines.flatMap(({ woNo: reference, lineNo: line, units, completed }): OrderUnits[] => {
    let needed = toQuantity(units).minus(toQuantity(completed))
    for (const [one, remaining] of left) {
      if (one.reference !== reference || (one.line !== null && one.line !== line) || needed.lte(ZERO)) continue
      const taken = smaller(needed, remaining)
      left.set(one, remaining.minus(taken))
      needed = needed.minus(taken)
    }
    if (needed.lte(ZERO)) return []
    return [{ kind: 'workOrder', reference, line, units: needed.times(-1), at: starts.get(reference) ?? null }]
  })
}
