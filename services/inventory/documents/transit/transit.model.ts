import type { TransitStatus } from '../../../../shared/contract/documents/transit-records.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { lineFirst, storedByHeaders, storedByLines, type Unwritten } from '../kit/family/family.ts'

/** A transit without its lines; `_id` is the slip. */
const headerFields = {
  ...storedByHeaders,
  wid: field.number,
  shipToWid: field.number,
  /** Both ends, ascending. */
  wids: field.numbers,
  /** The names of the ends when the slip was made. */
  warehouse: field.textOrEmpty,
  shipToWarehouse: field.textOrEmpty,
  status: field.oneOf<TransitStatus>(),
  shipped: field.date,
  reference: field.textOrEmpty,
  remark: field.textOrEmpty,
}
export type TransitRecord = RecordOf<typeof headerFields>

/** A line: shipped = accepted + rejected + returned + lost + inTransit. */
const lineFields = {
  ...storedByLines,
  slip: field.text,
  /** The destination: what is in transit counts in its aSN. */
  wid: field.number,
  /** Whether its lot was on hold when it was shipped, and will be again. */
  held: field.flag,
  shipped: field.quantity,
  accepted: field.quantity,
  rejected: field.quantity,
  returned: field.quantity,
  lost: field.quantity,
  inTransit: field.quantity,
  /** The lots in transit. */
  recNos: field.numbers,
}
export type TransitLineRecord = RecordOf<typeof lineFields>

const headerSchema = defineSchema('transits', headerFields)
headerSchema.index({ shipped: -1, _id: -1 })
headerSchema.index({ status: 1, shipped: -1, _id: -1 })
headerSchema.index({ wids: 1, shipped: -1, _id: -1 })
headerSchema.index({ partNos: 1 })
headerSchema.index({ modified: 1 })
headerSchema.index({ reference: 1 }, { partialFilterExpression: { reference: { $gt: '' } } })

const lineSchema = defineSchema('transitLines', lineFields)
lineSchema.index({ slip: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, wid: 1 })

export const transits = defineRecords<TransitRecord>('Transit', headerSchema)
export const transitLines = defineRecords<TransitLineRecord>('TransitLine', lineSchema)
export const transitLineId = lineFirst

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
