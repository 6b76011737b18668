import type { Connection, Model } from 'mongoose'
import {
  date,
  defineSchema,
  nullable,
  number,
  quantity,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: text,
  sequence: number,
  at: date,
  partNo: number,
  wid: number,
  /** Null if the settings were removed. */
  minimum: nullable(quantity),
  reorderTo: nullable(quantity),
  leadDays: nullable(number),
}

/** Reorder settings of an item in a warehouse after a change. */
export type ReorderStateRecord = RecordOf<typeof fields>
export type ReorderStateModel = Model<ReorderStateRecord>

/** Settings after each change: `_id` is partNo/wid/sequence. */
export function createReorderStateModel(connection: Connection, generation: number): ReorderStateModel {
  const schema = defineSchema(`reorderStates_${generation}`, fields)
  schema.index({ partNo: 1, wid: 1, at: 1 })
  return connection.model<ReorderStateRecord>(`ReorderState_${generation}`, schema)
}
