import type { Connection } from 'mongoose'
import type { ShippingProgress } from '../../../../shared/contract/orders/shipping-orders.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import { type Quantity, sum, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { type PackRecord, packs } from '../../stock/claims/records/pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../../stock/claims/records/reservation.model.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'
import type { ShippingLineRecord } from './shipping-order.model.ts'

type Shortage = ShippingProgress['short'][number]

/** Stock of a line's item in its warehouse that cannot be allocated to it: lost, on hold, expired, or promised to others. */
export function findShortages(connection: Connection, line: ShippingLineRecord, deadline: number): Promise<Shortage[]> {
  const { partNo, wid, soNo } = line
  return inSnapshot(connection, deadline, async (session) => {
    const now = new Date()
    const barred = { partNo, wid, active: true, $or: [{ hold: true }, { expires: { $lte: now } }] }
    const lots = await connection.model<LotRecord>('Lot').find(barred).session(session).lean<LotRecord[]>()
    const active = { partNo, wid, state: 'Active' as const }
    const reserved = await reservations.model(connection).find(active).session(session).lean<ReservationRecord[]>()
    const packed = await packs.model(connection).find({ partNo, wid }).session(session).lean<PackRecord[]>()
    const total = (found: readonly LotRecord[]) => sum(found.map(({ units }) => toQuantity(units)))
    const ofOthers = reserved.filter((record) => !hasLapsed(record, now) && record.reference !== soNo)
    const shortages = [
      { reason: 'lost' as const, reference: '', units: line.lost ? toQuantity(line.lost) : ZERO },
      { reason: 'held' as const, reference: '', units: total(lots.filter(({ hold }) => hold)) },
      { reason: 'expired' as const, reference: '', units: total(lots.filter(({ hold }) => !hold)) },
      ...byReference(ofOthers.map(({ reference, remaining: units }) => ({ reference, units: toQuantity(units) }))).map(
        (one) => ({ reason: 'reserved' as const, ...one }),
      ),
      ...byReference(packed.map(({ soNo: reference, units }) => ({ reference, units: toQuantity(units) }))).map(
        (one) => ({ reason: 'packed' as const, ...one }),
      ),
    ]
    return shortages.filter(({ units }) => units.gt(ZERO)).map((one) => ({ ...one, units: toNumber(one.units) }))
  })
}

function byReference(all: readonly { readonly reference: string; readonly units: Quantity }[]) {
  const sums = new Map<string, Quantity>()
  for (const { reference, units } of all) sums.set(reference, units.plus(sums.get(reference) ?? ZERO))
  return [...sums].map(([reference, units]) => ({ reference, units }))
}
