import { Schema } from 'mongoose'
import type { CountLineState, CountStatus, MovedRule } from '../../../../shared/contract/counts/count-records.ts'
import { EARLIEST, type IndexedListFields } from '../../../../shared/database/page-index/indexed-list.ts'
import type { StoredQuantity } from '../../records/quantity.ts'
import { number, quantity, text } from '../../records/schema-fields.ts'
import { defineDocuments } from '../../records/versioned-documents.ts'

/** A count without its lines; `_id` is the countNo. */
export interface CountRecord {
  readonly _id: string
  readonly wid: number
  /** Of the day when the count was made. */
  readonly warehouseName: string
  readonly status: CountStatus
  readonly blind: boolean
  readonly ifMoved: MovedRule
  readonly assignee: string
  readonly remark: string
  /** Spots and items that are counted; null for all. */
  readonly spots: readonly string[] | null
  readonly items: readonly string[] | null
  readonly itemNos: readonly number[] | null
  /** Largest differences that the counter may approve; null for no limit. */
  readonly maxUnits: number | null
  readonly maxPercent: number | null
  readonly maxValue: number | null
  /** Lines in all, and by their states: Open and Recount, Posted, Blocked, Skipped. */
  readonly totalLines: number
  readonly openLines: number
  readonly postedLines: number
  readonly blockedLines: number
  readonly skippedLines: number
  readonly wids: readonly number[]
  readonly partNos: readonly number[]
  readonly createdBy: string
  readonly created: Date
  readonly submittedBy: string | null
  readonly approvedBy: string | null
  readonly posted: Date | null
  readonly modified: Date
  readonly version: number
}

/** The state of the books that a line was counted at. */
export interface CountPosition {
  /** The last transaction of the item in the warehouse. */
  readonly transactionNo: number
  /** Identifies the lots of the cell and their units. */
  readonly lots: string
  /** How often the cell was corrected. */
  readonly corrections: number
}

/** An item at a spot of a count's warehouse. */
export interface CountLineRecord {
  readonly _id: string
  readonly countNo: string
  readonly lineNo: number
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly spot: string
  readonly state: CountLineState
  /** Units of the books at the position; before the line is counted, when it was made. */
  readonly expected: StoredQuantity
  /** Mean cost of a unit of the lots at the position; null if none has a price. */
  readonly unitCost: StoredQuantity | null
  readonly counted: StoredQuantity | null
  readonly countedBy: string | null
  readonly countedAt: Date | null
  readonly position: CountPosition | null
  /** The part of the difference that was posted as moves. */
  readonly moved: StoredQuantity
  readonly transactions: readonly number[]
  /** Why the line was not posted. */
  readonly blocked: string
  readonly version: number
}

const limit = { type: Number, default: null }
const countSchema = new Schema<CountRecord>(
  {
    _id: text,
    wid: number,
    warehouseName: { type: String, default: '' },
    status: text,
    blind: { type: Boolean, required: true },
    ifMoved: text,
    assignee: { type: String, default: '' },
    remark: { type: String, default: '' },
    spots: { type: [String], default: null },
    items: { type: [String], default: null },
    itemNos: { type: [Number], default: null },
    maxUnits: limit,
    maxPercent: limit,
    maxValue: limit,
    totalLines: number,
    openLines: number,
    postedLines: number,
    blockedLines: number,
    skippedLines: number,
    wids: { type: [Number], required: true },
    partNos: { type: [Number], required: true },
    createdBy: { type: String, default: '' },
    created: { type: Date, required: true },
    submittedBy: { type: String, default: null },
    approvedBy: { type: String, default: null },
    posted: { type: Date, default: null },
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'counts', versionKey: false, strict: 'throw' },
)
countSchema.index({ created: -1, _id: -1 })
countSchema.index({ status: 1, created: -1, _id: -1 })
countSchema.index({ assignee: 1, created: -1, _id: -1 })
countSchema.index({ wids: 1, created: -1, _id: -1 })
countSchema.index({ modified: 1 })

const lineSchema = new Schema<CountLineRecord>(
  {
    _id: text,
    countNo: text,
    lineNo: number,
    partNo: number,
    shortID: text,
    wid: number,
    spot: { type: String, default: '' },
    state: text,
    expected: quantity,
    unitCost: { type: Schema.Types.Decimal128, default: null },
    counted: { type: Schema.Types.Decimal128, default: null },
    countedBy: { type: String, default: null },
    countedAt: { type: Date, default: null },
    position: {
      type: new Schema<CountPosition>({ transactionNo: number, lots: text, corrections: number }, { _id: false }),
      default: null,
    },
    moved: quantity,
    transactions: { type: [Number], required: true },
    blocked: { type: String, default: '' },
    version: number,
  },
  { collection: 'countLines', versionKey: false, strict: 'throw' },
)
lineSchema.index({ countNo: 1, lineNo: 1 })
lineSchema.index({ countNo: 1, partNo: 1, spot: 1 })

/** Counts by the time when they were made, with a page index (docs/decisions.md#16). */
export const countList = {
  name: 'countPageIndex',
  collection: 'counts',
  keyField: 'created',
  partitionFields: ['status', 'assignee', 'wids'],
  lowestKey: EARLIEST,
} as const satisfies IndexedListFields<Date>

export const counts = defineDocuments<CountRecord>('Count', countSchema)
export const countLines = defineDocuments<CountLineRecord>('CountLine', lineSchema)
export const countLineId = (countNo: string, lineNo: number) => `${lineNo}/${countNo}`

export const countFamily = {
  kind: 'count',
  numberField: 'countNo',
  headers: counts,
  lines: countLines,
  lineId: countLineId,
} as const
