import type { Connection, Model } from 'mongoose'
import {
  defineSchema,
  flag,
  list,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'
import { layerFields } from './layer.model.ts'

/** Fields of a load that hold a decimal; absent for zero. */
export const loadDecimals = ['priced', 'lotValue', 'averageValue'] as const

const fields = {
  _id: text,
  recNo: number,
  partNo: number,
  /** The warehouse to which it is in transit. */
  wid: number,
  /** Whether it carries anything. */
  isThere: flag,
  /** Units that have a price. */
  priced: optional(quantity),
  /** These at the price of the lot, and at the average with which they left. */
  lotValue: optional(quantity),
  averageValue: optional(quantity),
  /** The oldest first. */
  layers: list(layerFields),
}

/** What a lot in transit carries of value, by every method. */
export type LoadRecord = RecordOf<typeof fields>

/** Loads as they are now: `_id` is recNo. */
export function createLoadModel(connection: Connection, generation: number): Model<LoadRecord> {
  const schema = defineSchema(`loads_${generation}`, fields)
  schema.index({ isThere: 1, partNo: 1 })
  return connection.model<LoadRecord>(`Load_${generation}`, schema)
}
