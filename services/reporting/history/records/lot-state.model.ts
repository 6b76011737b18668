import type { Connection, Model } from 'mongoose'
import {
  date,
  defineSchema,
  nullable,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../../shared/database/record-fields.ts'

/** Fields of a state that hold a decimal; absent for zero. */
export const lotDecimals = ['inStock', 'onHold', 'aSN'] as const
export type LotDecimal = (typeof lotDecimals)[number]

const fields = {
  _id: text,
  recNo: number,
  partNo: number,
  wid: number,
  sequence: number,
  at: date,
  inStock: optional(quantity),
  onHold: optional(quantity),
  /** On its way to the warehouse. */
  aSN: optional(quantity),
  /** The version of the lot that what follows is of. */
  version: number,
  spot: textOrEmpty,
  price: nullable(quantity),
  /** Its first receipt, which parts of a lot keep. */
  received: date,
  expires: nullable(date),
}

/** A lot in a warehouse after a change. */
export type LotStateRecord = RecordOf<typeof fields>
export type LotStateModel = Model<LotStateRecord>

/** States after each change, which are never changed: `_id` is recNo/wid/sequence. */
export function createLotStateModel(connection: Connection, generation: number): LotStateModel {
  const schema = defineSchema(`lotStates_${generation}`, fields)
  schema.index({ partNo: 1, wid: 1, recNo: 1, sequence: -1 })
  return connection.model<LotStateRecord>(`LotState_${generation}`, schema)
}

/** The last state of each lot in each warehouse: `_id` is recNo/wid. */
export function createLotModel(connection: Connection, generation: number): LotStateModel {
  const schema = defineSchema(`lots_${generation}`, fields)
  schema.index({ partNo: 1, wid: 1, recNo: 1 })
  return connection.model<LotStateRecord>(`Lot_${generation}`, schema)
}
