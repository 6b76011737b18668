import type { CountLineState, CountStatus, MovedRule } from '../../../../shared/contract/documents/count-records.ts'
import { EARLIEST, type IndexedListFields } from '../../../../shared/database/page-index/indexed-list.ts'
import {
  date,
  defineSchema,
  flag,
  nested,
  nullable,
  number,
  numbers,
  oneOf,
  optional,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
  texts,
} from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { lineFirst } from '../kit/family/line-id.ts'
import { storedByHeaders, storedByLines } from '../kit/family/stored-fields.ts'

/** A verified person; absent from records of earlier versions, null if nobody has verified one. */
const person = optional(nullable(nested({ issuer: text, subject: text, name: text })))

/** A count without its lines; `_id` is the countNo. */
const countFields = {
  ...storedByHeaders,
  wid: number,
  /** Of the day when the count was made. */
  warehouseName: textOrEmpty,
  status: oneOf<CountStatus>(),
  blind: flag,
  ifMoved: oneOf<MovedRule>(),
  assignee: textOrEmpty,
  remark: textOrEmpty,
  /** Spots and items that are counted; null for all. */
  spots: nullable(texts),
  items: nullable(texts),
  itemNos: nullable(numbers),
  /** Largest differences that the counter may approve; null for no limit. */
  maxUnits: nullable(number),
  maxPercent: nullable(number),
  maxValue: nullable(number),
  /** Lines by their states: Open and Recount, Posted, Blocked, Skipped. */
  openLines: number,
  postedLines: number,
  blockedLines: number,
  skippedLines: number,
  createdBy: textOrEmpty,
  createdPerson: person,
  created: date,
  submittedBy: nullable(text),
  submittedPerson: person,
  approvedBy: nullable(text),
  approvedPerson: person,
  posted: nullable(date),
}
export type CountRecord = RecordOf<typeof countFields>

/** An item at a spot of a count's warehouse. */
const lineFields = {
  ...storedByLines,
  countNo: text,
  spot: textOrEmpty,
  state: oneOf<CountLineState>(),
  /** Units of the books at the position; before the line is counted, when it was made. */
  expected: quantity,
  /** Mean cost of a unit of the lots at the position; null if none has a price. */
  unitCost: nullable(quantity),
  counted: nullable(quantity),
  countedBy: nullable(text),
  countedPerson: person,
  /** The person that the client named; absent from records of version 1.3.0 and before. */
  countedActor: optional(nullable(text)),
  countedAt: nullable(date),
  /**
   * The state of the books that the line was counted at: the last transaction of the item in the warehouse, what identifies
   * the lots of the cell and their units, and how often the cell was corrected.
   */
  position: nullable(nested({ transactionNo: number, lots: text, corrections: number })),
  /** The part of the difference that was posted as moves. */
  moved: quantity,
  transactions: numbers,
  /** Of the entry that posted what was not moved; absent if there is none. */
  reasonCode: optional(number),
  /** Why the line was not posted. */
  blocked: textOrEmpty,
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

/** Counts by the time when they were made, with a page index (docs/decisions/lists.md#16). */
export const countList = {
  name: 'countPageIndex',
  collection: 'counts',
  keyField: 'created',
  sectionFields: ['status', 'assignee', 'wids'],
  lowestKey: EARLIEST,
} as const satisfies IndexedListFields<Date>

export const counts = defineRecords<CountRecord>('Count', countSchema)
export const countLines = defineRecords<CountLineRecord>('CountLine', lineSchema)
export const countLineId = lineFirst
