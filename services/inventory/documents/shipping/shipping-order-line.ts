import { AppError } from '../../../../shared/contract/core/errors.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { LineOf } from '../kit/creation.ts'
import type { Unwritten } from '../kit/family/family.ts'
import { addTo } from '../kit/family/quantities.ts'
import { type ShippingLineRecord, shippingLineId } from './shipping-order.model.ts'

export type ShippingLine = Unwritten<ShippingLineRecord>

/** Where the units of a line are. */
export const unitStates = ['shipped', 'packed', 'committed', 'backordered', 'canceled'] as const
type Moved = Readonly<Partial<Record<(typeof unitStates)[number] | 'units', Quantity>>>

/**
 * Moves units of a line between its places, or changes what is ordered. `lost` units are some of those that are
 * backordered, and end with them.
 */
export function moveUnits<L extends ShippingLine>(line: L, added: Moved, addedLost = ZERO): L {
  const moved = addTo<ShippingLine>(line, added)
  const lost = (line.lost ? toQuantity(line.lost) : ZERO).plus(addedLost)
  const isKnown = line.lost !== undefined || lost.gt(ZERO)
  return {
    ...line,
    ...moved,
    ...(isKnown && { lost: toStored(smaller(lost, toQuantity(moved.backordered))) }),
  }
}

/** A line of which nothing was done yet. */
export function toNewShippingLine(
  { number: soNo, lineNo, partNo, shortID, wid, units }: LineOf<{ readonly units: number }>,
  allocate: ShippingLine['allocate'],
): ShippingLine {
  const [none, wanted] = [toStored(ZERO), toStored(toQuantity(units))]
  return {
    _id: shippingLineId(soNo, lineNo),
    soNo,
    lineNo,
    partNo,
    shortID,
    wid,
    allocate,
    units: wanted,
    shipped: none,
    packed: none,
    committed: none,
    backordered: wanted,
    canceled: none,
  }
}

/** What is still to be shipped. */
export const openUnits = ({ units, shipped, canceled }: ShippingLine): Quantity =>
  toQuantity(units).minus(toQuantity(shipped)).minus(toQuantity(canceled))
export const isOpen = (line: ShippingLine) => openUnits(line).gt(ZERO)
export const isStarted = (line: ShippingLine) => toQuantity(line.shipped).plus(toQuantity(line.packed)).gt(ZERO)

/** 409 that says what of a line prevents the step. */
export const refuseLine = ({ soNo, lineNo }: Pick<ShippingLine, 'soNo' | 'lineNo'>, why: string) =>
  new AppError('conflict', `Shipping order ${soNo} line ${lineNo}: ${why}.`)
