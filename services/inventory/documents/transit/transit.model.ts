import type { TransitStatus } from '../../../../shared/contract/documents/transit-records.ts'
import type { IndexedListFields } from '../../../../shared/database/page-index/indexed-list.ts'
import {
  date,
  defineSchema,
  flag,
  number,
  numbers,
  oneOf,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import { lineFirst } from '../kit/family/line-id.ts'
import { storedByHeaders, storedByLines } from '../kit/family/stored-fields.ts'

/** A transit without its lines; `_id` is the slip. */
const headerFields = {
  ...storedByHeaders,
  wid: number,
  shipToWid: number,
  /** Both ends, ascending. */
  wids: numbers,
  /** The names of the ends when the slip was made. */
  warehouse: textOrEmpty,
  shipToWarehouse: textOrEmpty,
  status: oneOf<TransitStatus>(),
  shipped: date,
  reference: textOrEmpty,
  remark: textOrEmpty,
}
export type TransitRecord = RecordOf<typeof headerFields>

/** A line: shipped = accepted + rejected + returned + lost + inTransit. */
const lineFields = {
  ...storedByLines,
  slip: text,
  /** The destination: what is in transit counts in its aSN. */
  wid: number,
  /** Whether its lot was on hold when it was shipped, and will be again. */
  held: flag,
  shipped: quantity,
  accepted: quantity,
  rejected: quantity,
  returned: quantity,
  lost: quantity,
  inTransit: quantity,
  /** The lots in transit. */
  recNos: numbers,
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

/** Transits by the time when they were shipped, with a page index (docs/decisions/lists.md#16). */
export const transitList = {
  name: 'transitPageIndex',
  collection: 'transits',
  keyField: 'shipped',
  sectionFields: ['status', 'wid', 'shipToWid'],
  lowestKey: new Date(0),
} as const satisfies IndexedListFields<Date>

export const transits = defineRecords<TransitRecord>('Transit', headerSchema)
export const transitLines = defineRecords<TransitLineRecord>('TransitLine', lineSchema)
export const transitLineId = lineFirst
