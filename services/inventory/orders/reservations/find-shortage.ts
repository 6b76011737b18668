import { type Quantity, sum, toQuantity, ZERO } from '../../../../shared/database/quantity.ts'
import { packs } from '../../claims/pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../../claims/reservation.model.ts'
import type { StockView } from '../../engine/plan.ts'
import { available } from '../../levels/availability.ts'

/** Why promised units cannot be had. */
export type ShortageReason = 'held' | 'expired'

/** What is promised of an item in a warehouse and cannot be had any more. */
export interface PromiseShortage {
  /** Reservations of a lot that is on hold or has expired. */
  readonly barred: readonly { readonly record: ReservationRecord; readonly reason: ShortageReason }[]
  /** The other reservations. */
  readonly others: readonly ReservationRecord[]
  /** Units that the others and the packed units hold beyond what lots have that may be issued. */
  readonly missing: Quantity
}

/**
 * Compares what is promised with the lots that may be issued. What is reserved in or packed from a lot on hold or an expired one is no
 * claim on the other lots.
 */
export async function findShortage(stock: StockView, partNo: number, wid: number): Promise<PromiseShortage> {
  const level = await stock.level(partNo, wid)
  if (level.committed.lte(ZERO)) return { barred: [], others: [], missing: ZERO }
  const reasonOf = async (recNo: number | null): Promise<ShortageReason | undefined> => {
    const lot = recNo === null ? undefined : await stock.lot(recNo)
    if (lot?.hold) return 'held'
    return lot && lot.expires <= stock.now ? 'expired' : undefined
  }
  const active = await stock.documents.find(reservations, { partNo, wid, state: 'Active' })
  const barred: { record: ReservationRecord; reason: ShortageReason }[] = []
  const others: ReservationRecord[] = []
  for (const record of active.filter((one) => !hasLapsed(one, stock.now))) {
    const reason = await reasonOf(record.recno)
    if (reason) barred.push({ record, reason })
    else others.push(record)
  }
  const packed = level.packed.gt(ZERO) ? await stock.documents.find(packs, { partNo, wid }) : []
  const reasons = await Promise.all(packed.map(({ recNo }) => reasonOf(recNo)))
  const barredUnits = sum([
    ...barred.map(({ record }) => toQuantity(record.remaining)),
    ...packed.filter((_, index) => reasons[index]).map(({ units }) => toQuantity(units)),
  ])
  const expired = sum((await stock.expiredLots(partNo, wid)).map(({ units }) => units))
  return { barred, others, missing: expired.minus(available(level)).minus(barredUnits) }
}
