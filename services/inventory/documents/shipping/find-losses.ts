import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { LossReason, StockView } from '../../stock/engine/plan.ts'
import { available } from '../../stock/levels/figures.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { packs } from '../../stock/reservations/records/pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import { shippingOrders } from './shipping-order.model.ts'

/** Units that a reservation loses; a reservation may lose units for two reasons. */
export interface Loss {
  readonly record: ReservationRecord
  readonly units: Quantity
  readonly reason: LossReason
}

/**
 * The units reserved of an item in a warehouse that are no longer available; `why` is what happened to the stock.
 *
 * What is reserved of a lot beyond what it has is lost, whoever reserved it. What orders reserved of a lot on hold or
 * an expired one is lost too. Of the rest, orders lose what the lots that may be issued do not have. Reservations that
 * belong to no order take their share of that and stay, as nothing would bring them back (docs/orders.md#shortages).
 */
export async function findLosses(stock: StockView, partNo: number, wid: number, why: LossReason): Promise<Loss[]> {
  const level = await stock.level(partNo, wid)
  if (level.committed.lte(ZERO)) return []
  const found = await stock.records.find(reservations, { partNo, wid, state: 'Active' })
  const active = found.filter((record) => !hasLapsed(record, stock.now))
  const losses = createLosses(active)
  const isBarred = new Set<ReservationRecord>()
  // Reservations that the lots that may be issued need not meet.
  let elsewhere = ZERO
  for (const { lot, reserved, takenUp } of await findReservedLots(
    stock,
    { partNo, wid, packed: level.packed },
    active,
  )) {
    const beyond = takenUp.minus(lot.units)
    if (beyond.gt(ZERO)) losses.take(await inSequenceOfLoss(reserved, stock), beyond, 'lost')
    const reason = lot.hold ? 'held' : lot.expires <= stock.now ? 'expired' : undefined
    if (reason) {
      for (const record of reserved) isBarred.add(record)
      losses.take(reserved.filter(isOfOrder), takenUp, reason)
      elsewhere = elsewhere.plus(takenUp)
    } else if (beyond.gt(ZERO)) elsewhere = elsewhere.plus(beyond)
  }
  const expired = sum((await stock.expiredLots(partNo, wid)).map(({ units }) => units))
  const missing = expired.minus(available(level)).minus(elsewhere)
  if (missing.lte(ZERO)) return losses.ofAll
  // A reservation of a lot that may be issued has its units, whatever is missing of others.
  const candidates = active.filter((record) => !isBarred.has(record) && (record.ofOrder || !record.hard))
  losses.take(await inSequenceOfLoss(candidates, stock), missing, why, isOfOrder)
  return losses.ofAll
}

const isOfOrder = ({ ofOrder }: ReservationRecord) => ofOrder

function createLosses(records: readonly ReservationRecord[]) {
  const left = new Map(records.map((record) => [record, toQuantity(record.remaining)]))
  const ofAll: Loss[] = []
  return {
    ofAll,
    /** Takes units off reservations in their sequence; what a reservation does not lose, it has its share of. */
    take(
      from: readonly ReservationRecord[],
      most: Quantity,
      reason: LossReason,
      loses = (_: ReservationRecord) => true,
    ) {
      let missing = most
      for (const record of from) {
        const units = smaller(left.get(record) ?? ZERO, missing)
        if (units.lte(ZERO)) continue
        missing = missing.minus(units)
        left.set(record, (left.get(record) ?? ZERO).minus(units))
        if (loses(record)) ofAll.push({ record, units, reason })
      }
    },
  }
}

/** The lots of which units are reserved by number or packed. */
async function findReservedLots(
  stock: StockView,
  { partNo, wid, packed }: { readonly partNo: number; readonly wid: number; readonly packed: Quantity },
  active: readonly ReservationRecord[],
) {
  const packedUnits = packed.gt(ZERO) ? await stock.records.find(packs, { partNo, wid }) : []
  const reservedOf = groupBy(
    active.filter(({ hard }) => hard),
    ({ recno }) => recno ?? 0,
  )
  const packedOf = groupBy(packedUnits, ({ recNo }) => recNo)
  const lots: { lot: Lot; reserved: readonly ReservationRecord[]; takenUp: Quantity }[] = []
  for (const recNo of new Set([...reservedOf.keys(), ...packedOf.keys()])) {
    const lot = await stock.lot(recNo)
    if (!lot) throw new Error(`Lot ${recNo} is gone`)
    const reserved = reservedOf.get(recNo) ?? []
    const units = [
      ...reserved.map(({ remaining }) => remaining),
      ...(packedOf.get(recNo) ?? []).map((one) => one.units),
    ]
    lots.push({ lot, reserved, takenUp: sum(units.map(toQuantity)) })
  }
  return lots
}

/** Lowest priority first, then the newest order, the reverse of the sequence of the allocator. */
async function inSequenceOfLoss(records: readonly ReservationRecord[], stock: StockView): Promise<ReservationRecord[]> {
  const ranked = await Promise.all(
    records.map(async (record) => {
      const order = record.ofOrder ? await stock.records.get(shippingOrders, record.reference) : undefined
      return { record, priority: order?.priority ?? record.priority, since: order?.orderDate ?? record.created }
    }),
  )
  return ranked
    .sort(
      (one, other) =>
        one.priority - other.priority ||
        Number(other.since) - Number(one.since) ||
        (other.record.line ?? 0) - (one.record.line ?? 0) ||
        other.record._id - one.record._id,
    )
    .map(({ record }) => record)
}
