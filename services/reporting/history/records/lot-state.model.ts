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

const arrivingFields = {
  ...fields,
  /** The transaction that brought units into the stock of the warehouse from outside, also where they are taken back. */
  broughtBy: optional(number),
  /** Those units; negative if the transaction was reversed. */
  brought: optional(quantity),
}

/** A state to which units may have come: from a vendor, another warehouse, a transit, an adjustment or a count. */
export type ArrivingLotRecord = RecordOf<typeof arrivingFields>

/** What a query for arrivals says, so that the index of arrivals is used. */
export const isArrival = { broughtBy: { $gt: 0 } } as const

/** States after each change, which are never changed: `_id` is recNo/wid/sequence. */
export function createLotStateModel(connection: Connection, generation: number): Model<ArrivingLotRecord> {
  const schema = defineSchema(`lotStates_${generation}`, arrivingFields)
  schema.index({ partNo: 1, wid: 1, recNo: 1, sequence: -1 })
  schema.index({ partNo: 1, wid: 1, sequence: -1, recNo: -1 }, { partialFilterExpression: isArrival })
  return connection.model<ArrivingLotRecord>(`LotState_${generation}`, schema)
}

/** The last state of each lot in each warehouse: `_id` is recNo/wid. */
export function createLotModel(connection: Connection, generation: number): LotStateModel {
  const schema = defineSchema(`lots_${generation}`, fields)
  schema.index({ partNo: 1, wid: 1, recNo: 1 })
  return connection.model<LotStateRecord>(`Lot_${generation}`, schema)
}
