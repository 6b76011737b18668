import { type Quantity, toQuantity, ZERO } from '../../../../../shared/quantity.ts'
import type { VersionedView } from '../../../records/versioned-records.ts'
import { packs } from './pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from './reservation.model.ts'

/**
 * Where reservations are looked for: an item in a warehouse, with the promised figures of its level, which say if there can
 * be any.
 */
interface ReservedStock {
  readonly partNo: number
  readonly wid: number
  readonly level: { readonly committed: Quantity; readonly packed: Quantity }
  readonly now: Date
}

/** How many units of a lot may be taken. */
export type FreeUnits = (lot: { readonly _id: number; readonly units: Quantity }) => Quantity

/** What is left of lots beside the units that are packed, or held by hard reservations other than `own`. */
export async function findFreeUnits(
  records: Pick<VersionedView, 'find'>,
  { partNo, wid, level, now }: ReservedStock,
  own: readonly ReservationRecord[] = [],
): Promise<FreeUnits> {
  const reserved = new Map<number, Quantity>()
  const add = (recNo: number, units: Quantity) => reserved.set(recNo, (reserved.get(recNo) ?? ZERO).plus(units))
  if (level.committed.gt(ZERO)) {
    const hard = await records.find(reservations, { partNo, wid, state: 'Active', hard: true })
    const others = hard.filter((record) => !hasLapsed(record, now) && !own.some(({ _id }) => _id === record._id))
    for (const { recno, remaining } of others) if (recno !== null) add(recno, toQuantity(remaining))
  }
  if (level.packed.gt(ZERO))
    for (const { recNo, units } of await records.find(packs, { partNo, wid })) add(recNo, toQuantity(units))
  return ({ _id, units }) => {
    const left = units.minus(reserved.get(_id) ?? ZERO)
    return left.gt(ZERO) ? left : ZERO
  }
}
