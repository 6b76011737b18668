import { Schema } from 'mongoose'
import type { TransitStatus } from '../../../shared/contract/transits/transit-records.ts'
import type { IndexedListFields } from '../../../shared/database/page-index/indexed-list.ts'
import type { StoredQuantity } from '../records/quantity.ts'
import { number, quantity, text } from '../records/schema-fields.ts'
import { defineDocuments } from '../records/versioned-documents.ts'

/** A transit without its lines; `_id` is the slip. */
export interface TransitRecord {
  readonly _id: string
  readonly wid: number
  readonly shipToWid: number
  /** Both ends, ascending. */
  readonly wids: readonly number[]
  /** The names of the ends when the slip was made. */
  readonly warehouse: string
  readonly shipToWarehouse: string
  readonly status: TransitStatus
  readonly shipped: Date
  readonly reference: string
  readonly remark: string
  readonly totalLines: number
  /** Of its lines, ascending. */
  readonly partNos: readonly number[]
  readonly modified: Date
  readonly version: number
}

/** A line: shipped = accepted + rejected + returned + lost + inTransit. */
export interface TransitLineRecord {
  readonly _id: string
  readonly slip: string
  readonly lineNo: number
  readonly partNo: number
  readonly shortID: string
  /** The destination: what is in transit counts in its aSN. */
  readonly wid: number
  /** Whether its lot was on hold when it was shipped, and will be again. */
  readonly held: boolean
  readonly shipped: StoredQuantity
  readonly accepted: StoredQuantity
  readonly rejected: StoredQuantity
  readonly returned: StoredQuantity
  readonly lost: StoredQuantity
  readonly inTransit: StoredQuantity
  /** The lots in transit. */
  readonly recNos: readonly number[]
  readonly version: number
}

const headerSchema = new Schema<TransitRecord>(
  {
    _id: text,
    wid: number,
    shipToWid: number,
    wids: { type: [Number], required: true },
    warehouse: { type: String, default: '' },
    shipToWarehouse: { type: String, default: '' },
    status: text,
    shipped: { type: Date, required: true },
    reference: { type: String, default: '' },
    remark: { type: String, default: '' },
    totalLines: number,
    partNos: { type: [Number], required: true },
    modified: { type: Date, required: true },
    version: number,
  },
  { collection: 'transits', versionKey: false, strict: 'throw' },
)
headerSchema.index({ shipped: -1, _id: -1 })
headerSchema.index({ status: 1, shipped: -1, _id: -1 })
headerSchema.index({ wids: 1, shipped: -1, _id: -1 })
headerSchema.index({ partNos: 1 })
headerSchema.index({ modified: 1 })

const lineSchema = new Schema<TransitLineRecord>(
  {
    _id: text,
    slip: text,
    lineNo: number,
    partNo: number,
    shortID: text,
    wid: number,
    held: { type: Boolean, required: true },
    shipped: quantity,
    accepted: quantity,
    rejected: quantity,
    returned: quantity,
    lost: quantity,
    inTransit: quantity,
    recNos: { type: [Number], required: true },
    version: number,
  },
  { collection: 'transitLines', versionKey: false, strict: 'throw' },
)
lineSchema.index({ slip: 1, lineNo: 1 })
lineSchema.index({ partNo: 1, wid: 1 })

/** Transits by the time when they were shipped, with a page index (docs/decisions.md#16). */
export const transitList = {
  name: 'transitPageIndex',
  collection: 'transits',
  keyField: 'shipped',
  partitionFields: ['status', 'wid', 'shipToWid'],
  lowestKey: new Date(0),
} as const satisfies IndexedListFields<Date>

export const transits = defineDocuments<TransitRecord>('Transit', headerSchema)
export const transitLines = defineDocuments<TransitLineRecord>('TransitLine', lineSchema)
export const transitLineId = (slip: string, lineNo: number) => `${lineNo}/${slip}`

export const transitFamily = {
  kind: 'transit',
  numberField: 'slip',
  headers: transits,
  lines: transitLines,
  lineId: transitLineId,
} as const
