import type { Connection } from 'mongoose'
import { hasPermission, permissions } from '../../../../shared/contract/core/access.ts'
import type { ShippingProgress } from '../../../../shared/contract/orders/shipping-orders.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { type Quantity, sum, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'
import { OTHERS } from '../../stock/reservations/keep-reserved.ts'
import { type PackRecord, packs } from '../../stock/reservations/records/pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import type { ShippingLineRecord } from './shipping-order.model.ts'

type Shortage = ShippingProgress['short'][number]

/**
 * Stock of a line's item in its warehouse that cannot be allocated to it: lost, on hold, expired, or promised to other lines
 * and reservations. The reference of a reservation is `others` unless the caller may read reservations.
 */
export function findShortages(
  connection: Connection,
  { partNo, wid, soNo, lineNo, lost }: ShippingLineRecord,
  { caller, deadline }: CallContext,
): Promise<Shortage[]> {
  const readsReservations = hasPermission(caller, permissions.readReservations)
  return inSnapshot(connection, deadline, async (session) => {
    const now = present()
    const barred = { partNo, wid, active: true, $or: [{ hold: true }, { expires: { $lte: now } }] }
    const lots = await connection.model<LotRecord>('Lot').find(barred).session(session).lean<LotRecord[]>()
    const active = { partNo, wid, state: 'Active' as const }
    const reserved = await reservations.model(connection).find(active).session(session).lean<ReservationRecord[]>()
    const packed = await packs.model(connection).find({ partNo, wid }).session(session).lean<PackRecord[]>()
    const total = (found: readonly LotRecord[]) => sum(found.map(({ units }) => toQuantity(units)))
    const reservedForOthers = reserved
      .filter((record) => !hasLapsed(record, now) && !(record.reference === soNo && record.line === lineNo))
      .map(({ ofOrder, reference, remaining }) => ({
        reference: ofOrder || readsReservations ? reference : OTHERS,
        units: toQuantity(remaining),
      }))
    const packedForOthers = packed
      .filter((pack) => !(pack.soNo === soNo && pack.lineNo === lineNo))
      .map(({ soNo: reference, units }) => ({ reference, units: toQuantity(units) }))
    const shortages = [
      { reason: 'lost' as const, reference: '', units: lost ? toQuantity(lost) : ZERO },
      { reason: 'held' as const, reference: '', units: total(lots.filter(({ hold }) => hold)) },
      { reason: 'expired' as const, reference: '', units: total(lots.filter(({ hold }) => !hold)) },
      ...byReference(reservedForOthers).map((one) => ({ reason: 'reserved' as const, ...one })),
      ...byReference(packedForOthers).map((one) => ({ reason: 'packed' as const, ...one })),
    ]
    return shortages.filter(({ units }) => units.gt(ZERO)).map((one) => ({ ...one, units: toNumber(one.units) }))
  })
}

function byReference(all: readonly { readonly reference: string; readonly units: Quantity }[]) {
  const sums = new Map<string, Quantity>()
  for (const { reference, units } of all) sums.set(reference, units.plus(sums.get(reference) ?? ZERO))
  return [...sums].map(([reference, units]) => ({ reference, units }))
}
