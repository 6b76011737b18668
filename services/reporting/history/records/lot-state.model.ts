import type { Connection, Model } from 'mongoose'
import {
  date,
  defineSchema,
  flag,
  nullable,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../../shared/database/record-fields.ts'
import { indexPastStates, pastFields } from './past-state.ts'

/** Fields of a state that hold a decimal; absent for zero. */
export const lotFigures = ['inStock', 'onHold', 'aSN'] as const
export type LotFigure = (typeof lotFigures)[number]
export const lotDecimals = [...lotFigures, 'gone'] as const
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
  /** What was used of the lot, wherever it was then: known in the warehouse to which it went last. */
  gone: optional(quantity),
  /** Whether any figure is not zero: most lots that ever came have left. */
  isThere: flag,
  /** The version of the lot that what follows is of. */
  version: number,
  spot: textOrEmpty,
  price: nullable(quantity),
  /** Its first receipt, which child lots keep. */
  received: date,
  expires: nullable(date),
  /** The moment from which it has expired; absent from states of entries of earlier versions. */
  goodUntil: optional(nullable(date)),
}

/** A lot in a warehouse after a change. */
export type LotStateRecord = RecordOf<typeof fields>

const stateFields = { ...fields, ...pastFields }
export type PastLotRecord = RecordOf<typeof stateFields>

/** States that others have followed: `_id` is recNo/wid/sequence. */
export function createLotStateModel(connection: Connection, generation: number): Model<PastLotRecord> {
  const schema = defineSchema(`lotStates_${generation}`, stateFields)
  indexPastStates(schema)
  return connection.model<PastLotRecord>(`LotState_${generation}`, schema)
}

/** The last state of each lot in each warehouse: `_id` is recNo/wid. */
export function createLotModel(connection: Connection, generation: number): Model<LotStateRecord> {
  const schema = defineSchema(`lots_${generation}`, fields)
  schema.index({ isThere: 1, partNo: 1, wid: 1, recNo: 1 })
  return connection.model<LotStateRecord>(`Lot_${generation}`, schema)
}
