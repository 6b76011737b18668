import {
  date,
  defineSchema,
  nullable,
  number,
  quantity,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../records/versioned-records.ts'

/** When an item is reordered for a warehouse (docs/decisions/stock.md#68); `_id` names both. */
const fields = {
  _id: text,
  partNo: number,
  /** The item's when the point was set, for sorting. */
  shortID: text,
  wid: number,
  minimum: quantity,
  reorderTo: quantity,
  leadDays: nullable(number),
  modified: date,
  version: number,
}
export type ReorderPointRecord = RecordOf<typeof fields>

const schema = defineSchema('reorderPoints', fields)
schema.index({ partNo: 1, wid: 1 })
schema.index({ wid: 1, partNo: 1 })

export const reorderPoints = defineRecords<ReorderPointRecord>('ReorderPoint', schema)

export const reorderPointId = (partNo: number, wid: number) => `${partNo}/${wid}`
