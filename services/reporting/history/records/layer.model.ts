import type { Connection, Model } from 'mongoose'
import {
  defineSchema,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'

/** Fields of a layer that hold a decimal; absent for zero. */
export const layerDecimals = ['units', 'priced', 'value'] as const
export type LayerDecimal = (typeof layerDecimals)[number]

/** What a layer holds of units, those of them that have a price, and the value of these. */
export const layerFields = {
  units: optional(quantity),
  priced: optional(quantity),
  value: optional(quantity),
}

const fields = {
  _id: text,
  /** The item and warehouse: partNo/wid. */
  cell: text,
  /** The lower it is, the sooner it leaves. */
  no: number,
  /** The lot that it came with. */
  recNo: number,
  ...layerFields,
}

/** Units that came into the stock of a warehouse at one cost. */
export type LayerRecord = RecordOf<typeof fields>

/** Layers as they are now, including those that have left: `_id` is partNo/wid/no. */
export function createLayerModel(connection: Connection, generation: number): Model<LayerRecord> {
  const schema = defineSchema(`layers_${generation}`, fields)
  schema.index({ recNo: 1 })
  return connection.model<LayerRecord>(`Layer_${generation}`, schema)
}
