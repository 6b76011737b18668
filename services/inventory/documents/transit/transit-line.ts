import type { TransitStatus } from '../../../../shared/contract/documents/transit-records.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { Unwritten } from '../kit/family/family.ts'
import type { TransitLineRecord } from './transit.model.ts'

export type TransitLine = Unwritten<TransitLineRecord>

/** Where the shipped units of a line are. */
export const unitStates = ['accepted', 'rejected', 'returned', 'lost', 'inTransit'] as const

const has = (line: TransitLine, state: (typeof unitStates)[number]) => toQuantity(line[state]).gt(ZERO)
export const isInTransit = (line: TransitLine) => has(line, 'inTransit')
export const isReceived = (line: TransitLine) => has(line, 'accepted') || has(line, 'rejected')

/** The status that the lines imply (docs/transits.md#status). */
export function toTransitStatus(lines: readonly TransitLine[]): TransitStatus {
  if (lines.some(isInTransit)) return lines.some(isReceived) ? 'Partial' : 'In Transit'
  if (lines.some((line) => has(line, 'lost'))) return 'Closed'
  return lines.some(isReceived) ? 'Received' : 'Canceled'
}

/** The statuses in which something is in transit. */
export const UNDER_WAY: readonly TransitStatus[] = ['In Transit', 'Partial']
