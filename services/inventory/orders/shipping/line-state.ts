import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { ShippingStatus } from '../../../../shared/contract/orders/shipping-orders.ts'
import { type Quantity, smaller, sum, toQuantity, toStored, ZERO } from '../../records/quantity.ts'
import { addLines } from '../order-header.ts'
import {
  type ShippingLine as Line,
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLineId,
  shippingLines,
} from './shipping-order.model.ts'

/** Where the units of a line are. */
const places = ['shipped', 'packed', 'committed', 'backordered', 'canceled'] as const
type Place = (typeof places)[number]

/** A line before and after; one that is added has no `before`. */
export interface LineChange {
  readonly before: ShippingLineRecord | undefined
  readonly after: Line
}

/** The write of a changed line. */
export const toLineWrite = ({ before, after }: LineChange, modified: Date) =>
  shippingLines.change(before, { ...after, modified })

/**
 * Moves units of a line between its places, or changes what is ordered; throws if they do not add up. `lost` units are
 * some of those that are backordered, and end with them.
 */
export function changeLine<L extends Line>(
  line: L,
  added: Readonly<Partial<Record<Place | 'units' | 'lost', Quantity>>>,
): L {
  const moved = (place: Place | 'units') => toStored(toQuantity(line[place]).plus(added[place] ?? ZERO))
  const backordered = moved('backordered')
  const lost = (line.lost ? toQuantity(line.lost) : ZERO).plus(added.lost ?? ZERO)
  return requireConserved({
    ...line,
    units: moved('units'),
    shipped: moved('shipped'),
    packed: moved('packed'),
    committed: moved('committed'),
    backordered,
    canceled: moved('canceled'),
    ...((line.lost || lost.gt(ZERO)) && { lost: toStored(smaller(lost, toQuantity(backordered))) }),
  })
}

/** A line of which nothing was done yet. */
export function toNewLine(
  soNo: string,
  lineNo: number,
  units: number,
  place: Pick<Line, 'partNo' | 'shortID' | 'wid'>,
  allocate: Line['allocate'],
): Line {
  const [none, wanted] = [toStored(ZERO), toStored(toQuantity(units))]
  const nothing = { shipped: none, packed: none, committed: none, canceled: none }
  const _id = shippingLineId(soNo, lineNo)
  return requireConserved({ _id, soNo, lineNo, ...place, allocate, units: wanted, ...nothing, backordered: wanted })
}

/** The one rule of a line: units = shipped + packed + committed + backordered + canceled, and none of them is negative. */
export function requireConserved<L extends Line>(line: L): L {
  const parts = places.map((place) => toQuantity(line[place]))
  if (sum(parts).eq(toQuantity(line.units)) && parts.every((part) => part.gte(ZERO))) return line
  throw new Error(`Units of line ${line.lineNo} of shipping order ${line.soNo} do not add up: ${parts.join(' + ')}`)
}

export const isOpen = (line: Line) =>
  toQuantity(line.shipped).plus(toQuantity(line.canceled)).lt(toQuantity(line.units))
export const isStarted = (line: Line) => toQuantity(line.shipped).plus(toQuantity(line.packed)).gt(ZERO)

/** The status that the lines imply (docs/orders.md#shipping-orders). */
export function toStatus(openLines: number, startedLines: number): ShippingStatus {
  if (openLines === 0) return 'Closed'
  return startedLines > 0 ? 'Partial' : 'Open'
}

/** What changes of lines change of their order. */
export function changeHeader<H extends Omit<ShippingOrderRecord, 'version'>>(
  header: H,
  changes: readonly LineChange[],
  now: Date,
): H {
  const difference = (counts: (line: Line) => boolean) =>
    sum(changes.map(({ before, after }) => toQuantity(Number(counts(after)) - Number(before ? counts(before) : false))))
  const openLines = header.openLines + Number(difference(isOpen))
  const startedLines = header.startedLines + Number(difference(isStarted))
  const status = toStatus(openLines, startedLines)
  return { ...header, ...addLines(header, changes), openLines, startedLines, status, modified: now }
}

/** 409 for a change of an order that is closed. */
export function requireNotClosed({ _id, status }: Pick<ShippingOrderRecord, '_id' | 'status'>): void {
  if (status === 'Closed') throw new AppError('conflict', `Shipping order ${_id} is closed.`)
}

/** 409 that says what of a line stands in the way. */
export const refuseLine = ({ soNo, lineNo }: Line, why: string) =>
  new AppError('conflict', `Shipping order ${soNo} line ${lineNo}: ${why}.`)
