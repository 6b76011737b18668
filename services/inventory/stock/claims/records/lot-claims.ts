import { type Quantity, toQuantity, ZERO } from '../../../../../shared/quantity.ts'
import type { DocumentView } from '../../../records/versioned-documents.ts'
import { packs } from './pack.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from './reservation.model.ts'

/**
 * Where claims are looked for: an item in a warehouse, with the promised figures of its level, which say if there can
 * be any.
 */
interface ClaimedStock {
  readonly partNo: number
  readonly wid: number
  readonly level: { readonly committed: Quantity; readonly packed: Quantity }
  readonly now: Date
}

/** How many units of a lot may be taken. */
export type FreeUnits = (lot: { readonly _id: number; readonly units: Quantity }) => Quantity

/** What is left of lots beside the units that are packed, or held by hard reservations other than `own`. */
export async function findFreeUnits(
  documents: Pick<DocumentView, 'find'>,
  { partNo, wid, level, now }: ClaimedStock,
  own: readonly ReservationRecord[] = [],
): Promise<FreeUnits> {
  const claimed = new Map<number, Quantity>()
  const claim = (recNo: number, units: Quantity) => claimed.set(recNo, (claimed.get(recNo) ?? ZERO).plus(units))
  if (level.committed.gt(ZERO)) {
    const hard = await documents.find(reservations, { partNo, wid, state: 'Active', hard: true })
    const others = hard.filter((record) => !hasLapsed(record, now) && !own.some(({ _id }) => _id === record._id))
    for (const { recno, remaining } of others) if (recno !== null) claim(recno, toQuantity(remaining))
  }
  if (level.packed.gt(ZERO))
    for (const { recNo, units } of await documents.find(packs, { partNo, wid })) claim(recNo, toQuantity(units))
  return ({ _id, units }) => {
    const left = units.minus(claimed.get(_id) ?? ZERO)
    return left.gt(ZERO) ? left : ZERO
  }
}
