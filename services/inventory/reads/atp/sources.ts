import type { ClientSession } from 'mongoose'
import type { Source } from '../../../../shared/contract/orders/available-to-promise.ts'
import { type Quantity, type StoredQuantity, smaller, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { OrderLineRecord } from '../../documents/foreign/order-line.model.ts'
import { numberOf } from '../../documents/kit/document-effect.ts'
import type { Family, Header, Line } from '../../documents/kit/family/family.ts'
import { purchaseFamily } from '../../documents/purchase/purchase-family.ts'
import { shippingFamily } from '../../documents/shipping/shipping-family.ts'
import { transitFamily } from '../../documents/transit/transit-family.ts'
import {
  type WorkLineRecord,
  type WorkOrderRecord,
  workLines,
  workOrders,
} from '../../documents/work/work-order.model.ts'
import type { Models } from '../../models.ts'
import { hasLapsed, type ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'

/** Units of an order's line that will come in, or that are needed; demand is negative. */
export interface OrderUnits extends Omit<Source, 'date' | 'units'> {
  /** When; null if the order does not say. */
  readonly at: Date | null
  readonly units: Quantity
}

interface LevelKey {
  readonly partNo: number
  readonly wid: number
}

/**
 * What orders will bring to and need of an item in a warehouse, beside what they have committed, in the snapshot of the
 * session.
 */
export async function findOrderUnits(
  models: Models,
  key: LevelKey,
  now: Date,
  session: ClientSession,
): Promise<OrderUnits[]> {
  return [
    ...(await findPurchased(models, key, session)),
    ...(await findStated(models, key, session)),
    ...(await findInTransit(models, key, session)),
    ...(await findBackordered(models, key, session)),
    ...(await findComponents(models, key, now, session)),
  ]
}

const moreThanZero = { $gt: toStored(ZERO) }

/** The lines of a family of which a quantity is more than zero, with that and when their order plans it. */
async function findOpen<H extends Header, L extends Line, T>(
  { items: { db } }: Models,
  { headers, lines, numberField }: Family<H, L, T>,
  field: keyof L & string,
  dateOf: (header: H) => Date | null,
  key: LevelKey,
  session: ClientSession,
) {
  const found = lines.model(db).find(key).where(field, moreThanZero)
  const open = (await found.session(session).lean<L[]>()).map((line) => {
    const reference = numberOf({ numberField }, line)
    // The field holds a quantity.
    return { reference, line: line.lineNo, units: toQuantity(line[field] as StoredQuantity) }
  })
  const numbers = [...new Set(open.map(({ reference }) => reference))]
  const orders = headers.model(db).find().where('_id', { $in: numbers })
  const dates = new Map((await orders.session(session).lean<H[]>()).map((header) => [header._id, dateOf(header)]))
  return open.map((one) => ({ ...one, at: dates.get(one.reference) ?? null }))
}

async function findPurchased(models: Models, key: LevelKey, session: ClientSession): Promise<OrderUnits[]> {
  const open = await findOpen(models, purchaseFamily, 'open', ({ expectedDate }) => expectedDate, key, session)
  return open.map((one) => ({ ...one, kind: 'purchaseOrder' }))
}

/** A slip states no date of arrival. */
async function findInTransit(models: Models, key: LevelKey, session: ClientSession): Promise<OrderUnits[]> {
  const open = await findOpen(models, transitFamily, 'inTransit', () => null, key, session)
  return open.map((one) => ({ ...one, kind: 'transit' }))
}

async function findBackordered(models: Models, key: LevelKey, session: ClientSession): Promise<OrderUnits[]> {
  const open = await findOpen(models, shippingFamily, 'backordered', ({ shipDate }) => shipDate, key, session)
  return open.map((one) => ({ ...one, kind: 'shippingOrder', units: one.units.times(-1) }))
}

/** Another order system states no dates; what it has committed and packed is in the level. */
async function findStated({ orderLines }: Models, key: LevelKey, session: ClientSession) {
  const lines = await orderLines
    .find({ ...key, kind: { $in: ['onOrder', 'aSN'] }, units: moreThanZero })
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

/** Components that are neither issued nor reserved. */
async function findComponents({ reservations }: Models, key: LevelKey, now: Date, session: ClientSession) {
  const lines = await workLines
    .model(reservations.db)
    .find({ ...key, isClosed: false })
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
    .find({ ...key, state: 'Active', reference: { $in: ids } })
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
