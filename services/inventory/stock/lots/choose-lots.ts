import { authorizeWarehouses, type Caller } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import { type Quantity, smaller, sum, ZERO } from '../../../../shared/quantity.ts'
import type { Lot } from './lot.model.ts'

/** Which lots a request allows (docs/decisions/stock.md#22): all that is given must match. */
export interface LotSelection {
  readonly partNo: number
  readonly wid: number
  readonly recno?: number | undefined
  readonly spot?: string | undefined
  readonly serial?: string | undefined
  readonly serial2?: string | undefined
  readonly rfidTag?: string | undefined
  readonly receivedFrom?: Date | undefined
  readonly receivedBefore?: Date | undefined
}

/**
 * What the lot is wanted for: a held lot is never issued, and moved only by its number; an expired one is issued only
 * by it. All are counted.
 */
export type Purpose = 'move' | 'issue' | 'count'

export interface Chosen {
  readonly lot: Lot
  readonly units: Quantity
}

/** Why a lot that matches the request is passed over; undefined if it may be taken. */
export function whyNot(lot: Lot, purpose: Purpose, byNumber: boolean, now: Date): string | undefined {
  if (!lot.active) return 'not active'
  if (purpose === 'count') return undefined
  if (lot.hold && (purpose === 'issue' || !byNumber)) return 'on hold'
  if (purpose === 'issue' && !byNumber && lot.expires <= now) return 'expired'
  return undefined
}

/** First to expire, then oldest received, then lowest recNo (docs/decisions/stock.md#22). */
export function compareLots(one: Lot, other: Lot): number {
  return (
    one.expires.getTime() - other.expires.getTime() ||
    one.received.getTime() - other.received.getTime() ||
    one._id - other._id
  )
}

/** The same sequence, as the database sorts. */
export const sequenceOfChoice = { expires: 1, received: 1, _id: 1 } as const

/**
 * Takes units from lots in the sequence of choice, as many lots as needed. The lots must hold enough: see
 * `requireAvailable`.
 */
export function chooseLots(
  lots: readonly Lot[],
  units: Quantity,
  usableUnits: (lot: Lot) => Quantity = allUnits,
): Chosen[] {
  const chosen: Chosen[] = []
  let missing = units
  for (const lot of [...lots].sort(compareLots)) {
    if (missing.eq(ZERO)) break
    const taken = smaller(usableUnits(lot), missing)
    if (taken.lte(ZERO)) continue
    chosen.push({ lot, units: taken })
    missing = missing.minus(taken)
  }
  if (missing.gt(ZERO)) throw new Error(`Lots hold ${missing.toFixed()} units too few`)
  return chosen
}

/** Whether a lot is one of those that the request allows. */
export function isSelected(lot: Lot, selection: LotSelection): boolean {
  const { recno, receivedFrom, receivedBefore } = selection
  return (
    lot.partNo === selection.partNo &&
    lot.wid === selection.wid &&
    (recno === undefined || lot._id === recno) &&
    (selection.spot === undefined || lot.spot === selection.spot) &&
    (selection.serial === undefined || lot.serial === selection.serial) &&
    (selection.serial2 === undefined || lot.serial2 === selection.serial2) &&
    (selection.rfidTag === undefined || lot.rfidTag === selection.rfidTag) &&
    (receivedFrom === undefined || lot.received >= receivedFrom) &&
    (receivedBefore === undefined || lot.received < receivedBefore)
  )
}

const allUnits = ({ units }: Lot) => units

export const totalUnits = (lots: readonly Lot[], usableUnits: (lot: Lot) => Quantity = allUnits): Quantity =>
  sum(lots.map(usableUnits))

interface LotsByNumber {
  lot(recNo: number): Promise<Lot | undefined>
}

/**
 * The lot that a request names by `recno`; undefined if it names none. Throws 400 if there is no such lot or it does
 * not match; `field` is the name of the field in the request.
 */
export async function findNamedLot(
  selection: LotSelection,
  stock: LotsByNumber,
  field = 'recno',
): Promise<Lot | undefined> {
  if (selection.recno === undefined) return undefined
  const lot = await stock.lot(selection.recno)
  if (lot && isSelected(lot, selection)) return lot
  throw validationError({ [field]: [`The field ${field} must name a lot that matches the request.`] })
}

/**
 * Throws 403 if the lot is outside the caller's warehouses. It is called before any other check, so that an error reveals
 * nothing about a lot that the caller may not see, and again in the transaction, because the lot may have moved.
 */
export function authorizeLot({ wid }: Pick<Lot, 'wid'>, caller: Caller | undefined): void {
  authorizeWarehouses({ access: 'client', effect: 'write', warehouses: ['wid'] }, { wid }, caller)
}
