import type { TransitStatus } from '../../../shared/contract/transits/transit-records.ts'
import { type Quantity, sum, toQuantity, toStored, ZERO } from '../records/quantity.ts'
import type { TransitLineRecord } from './transit.model.ts'

/** Where the shipped units of a line are. */
const places = ['accepted', 'rejected', 'returned', 'lost', 'inTransit'] as const
export type Place = (typeof places)[number]
export type Line = Omit<TransitLineRecord, 'version'>

/** Takes units of a line out of transit to another place; throws if they do not add up. */
export const moveUnits = (line: Line, place: Exclude<Place, 'inTransit'>, units: Quantity): Line =>
  requireConserved({
    ...line,
    [place]: toStored(toQuantity(line[place]).plus(units)),
    inTransit: toStored(toQuantity(line.inTransit).minus(units)),
  })

/** The one rule of a line: shipped = accepted + rejected + returned + lost + in transit, and none of them is negative. */
export function requireConserved<L extends Line>(line: L): L {
  const parts = places.map((place) => toQuantity(line[place]))
  if (sum(parts).eq(toQuantity(line.shipped)) && parts.every((part) => part.gte(ZERO))) return line
  throw new Error(`Units of line ${line.lineNo} of transit ${line.slip} do not add up: ${parts.join(' + ')}`)
}

const has = (line: Line, place: Place) => toQuantity(line[place]).gt(ZERO)
export const isInTransit = (line: Line) => has(line, 'inTransit')
export const isReceived = (line: Line) => has(line, 'accepted') || has(line, 'rejected')

/** The status that the lines imply (docs/transits.md#status). */
export function toStatus(lines: readonly Line[]): TransitStatus {
  if (lines.some(isInTransit)) return lines.some(isReceived) ? 'Partial' : 'In Transit'
  if (lines.some((line) => has(line, 'lost'))) return 'Closed'
  return lines.some(isReceived) ? 'Received' : 'Canceled'
}

export const isEnded = (status: TransitStatus) => status !== 'In Transit' && status !== 'Partial'
