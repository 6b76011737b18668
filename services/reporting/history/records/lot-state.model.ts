import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { indexPastStates, pastFields } from './past-state.ts'
import { namesOf } from './sparse-quantities.ts'

const decimal = field.optional(field.quantity)

/** Absent for zero. */
const figures = {
  inStock: decimal,
  onHold: decimal,
  /** On its way to the warehouse. */
  aSN: decimal,
}
export type LotFigure = keyof typeof figures
export const lotFigures = namesOf(figures)
/** What was used of the lot, wherever it was then: known in the warehouse to which it went last. */
const decimals = { ...figures, gone: decimal }
export type LotDecimal = keyof typeof decimals
export const lotDecimals = namesOf(decimals)

const fields = {
  _id: field.text,
  recNo: field.number,
  partNo: field.number,
  wid: field.number,
  sequence: field.number,
  at: field.date,
  ...decimals,
  /** Whether any figure is not zero: most lots that ever came have left. */
  isThere: field.flag,
  /** The version of the lot that what follows is of. */
  version: field.number,
  spot: field.textOrEmpty,
  price: field.nullable(field.quantity),
  /** Its first receipt, which child lots keep. */
  received: field.date,
  expires: field.nullable(field.date),
  /** The moment from which it has expired; absent from states of entries of earlier versions. */
  goodUntil: field.optional(field.nullable(field.date)),
}

/** A lot in a warehouse after a change. */
export type LotStateRecord = RecordOf<typeof fields>

const stateFields = { ...fields, ...pastFields }
export type PastLotRecord = RecordOf<typeof stateFields>

/** States that others have followed: `_id` is recNo/wid/sequence. */
export function createLotStateModel(connection: Connection, generation: number) {
  const schema = defineSchema(`lotStates_${generation}`, stateFields)
  indexPastStates(schema)
  return connection.model<PastLotRecord>(`LotState_${generation}`, schema)
}

/** The last state of each lot in each warehouse: `_id` is recNo/wid. */
export function createLotModel(connection: Connection, generation: number) {
  const schema = defineSchema(`lots_${generation}`, fields)
  schema.index({ isThere: 1, partNo: 1, wid: 1, recNo: 1 })
  return connection.model<LotStateRecord>(`Lot_${generation}`, schema)
}
