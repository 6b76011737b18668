import type { CountLineState, CountStatus, MovedRule } from '../../../../shared/contract/documents/count-records.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { lineFirst, storedByHeaders, storedByLines } from '../kit/family/family.ts'

/** A verified person; absent from records of earlier versions, null if nobody has verified one. */
const person = field.optional(
  field.nullable(field.nested({ issuer: field.text, subject: field.text, name: field.text })),
)

/** A count without its lines; `_id` is the countNo. */
const countFields = {
  ...storedByHeaders,
  wid: field.number,
  /** Of the day when the count was made. */
  warehouseName: field.textOrEmpty,
  status: field.oneOf<CountStatus>(),
  blind: field.flag,
  ifMoved: field.oneOf<MovedRule>(),
  assignee: field.textOrEmpty,
  remark: field.textOrEmpty,
  /** Spots and items that are counted; null for all. */
  spots: field.nullable(field.texts),
  items: field.nullable(field.texts),
  itemNos: field.nullable(field.numbers),
  /** Largest differences that the counter may approve; null for no limit. */
  maxUnits: field.nullable(field.number),
  maxPercent: field.nullable(field.number),
  maxValue: field.nullable(field.number),
  /** Lines by their states: Open and Recount, Posted, Blocked, Skipped. */
  openLines: field.number,
  postedLines: field.number,
  blockedLines: field.number,
  skippedLines: field.number,
  createdBy: field.textOrEmpty,
  createdPerson: person,
  created: field.date,
  submittedBy: field.nullable(field.text),
  submittedPerson: person,
  approvedBy: field.nullable(field.text),
  approvedPerson: person,
  posted: field.nullable(field.date),
}
export type CountRecord = RecordOf<typeof countFields>

/** An item at a spot of a count's warehouse. */
const lineFields = {
  ...storedByLines,
  countNo: field.text,
  spot: field.textOrEmpty,
  state: field.oneOf<CountLineState>(),
  /** Units of the books at the position; before the line is counted, when it was made. */
  expected: field.quantity,
  /** Mean cost of a unit of the lots at the position; null if none has a price. */
  unitCost: field.nullable(field.quantity),
  counted: field.nullable(field.quantity),
  countedBy: field.nullable(field.text),
  countedPerson: person,
  /** The person that the client named; absent from records of version 1.3.0 and before. */
  countedActor: field.optional(field.nullable(field.text)),
  countedAt: field.nullable(field.date),
  /**
   * The state of the books that the line was counted at: the last transaction of the item in the warehouse, what identifies
   * the lots of the cell and their units, and how often the cell was corrected.
   */
  position: field.nullable(field.nested({ transactionNo: field.number, lots: field.text, corrections: field.number })),
  /** The part of the difference that was posted as moves. */
  moved: field.quantity,
  transactions: field.numbers,
  /** Of the entry that posted what was not moved; absent if there is none. */
  reasonCode: field.optional(field.number),
  /** Why the line was not posted. */
  blocked: field.textOrEmpty,
}
export type CountLineRecord = RecordOf<typeof lineFields>

const countSchema = defineSchema('counts', countFields)
countSchema.index({ created: -1, _id: -1 })
countSchema.index({ status: 1, created: -1, _id: -1 })
countSchema.index({ assignee: 1, created: -1, _id: -1 })
countSchema.index({ wids: 1, created: -1, _id: -1 })
countSchema.index({ modified: 1 })

const lineSchema = defineSchema('countLines', lineFields)
lineSchema.index({ countNo: 1, lineNo: 1 })
lineSchema.index({ countNo: 1, partNo: 1, spot: 1 })

export const counts = defineRecords<CountRecord>('Count', countSchema)
export const countLines = defineRecords<CountLineRecord>('CountLine', lineSchema)
export const countLineId = lineFirst
