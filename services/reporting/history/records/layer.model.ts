import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { namesOf } from './sparse-quantities.ts'

const decimal = field.optional(field.quantity)

/** What a layer holds of units, those of them that have a price, and the value of these; absent for zero. */
const layerFields = { units: decimal, priced: decimal, value: decimal }
export type LayerDecimal = keyof typeof layerFields
export const layerDecimals = namesOf(layerFields)

const fields = {
  _id: field.text,
  /** The item and warehouse: partNo/wid. */
  cell: field.text,
  /** The lower it is, the sooner it leaves. */
  no: field.number,
  /** The lot that it came with. */
  recNo: field.number,
  ...layerFields,
}

/** Units that came into the stock of a warehouse at one cost. */
export type LayerRecord = RecordOf<typeof fields>

/** Layers as they are now, including those that have left: `_id` is partNo/wid/no. */
export function createLayerModel(connection: Connection, generation: number) {
  const schema = defineSchema(`layers_${generation}`, fields)
  schema.index({ recNo: 1 })
  return connection.model<LayerRecord>(`Layer_${generation}`, schema)
}

/** Absent for zero. */
const loadFields = {
  /** Units that have a price. */
  priced: decimal,
  /** These at the price of the lot, and at the average with which they left. */
  lotValue: decimal,
  averageValue: decimal,
}
export const loadDecimals = namesOf(loadFields)

const allLoadFields = {
  _id: field.text,
  recNo: field.number,
  partNo: field.number,
  /** The warehouse to which it is in transit. */
  wid: field.number,
  /** Whether it carries anything. */
  isThere: field.flag,
  ...loadFields,
  /** The oldest first. */
  layers: field.list(layerFields),
}

/** What a lot in transit carries of value, by every method. */
export type LoadRecord = RecordOf<typeof allLoadFields>

/** Loads as they are now: `_id` is recNo. */
export function createLoadModel(connection: Connection, generation: number) {
  const schema = defineSchema(`loads_${generation}`, allLoadFields)
  schema.index({ isThere: 1, partNo: 1 })
  return connection.model<LoadRecord>(`Load_${generation}`, schema)
}

const withdrawalFields = {
  _id: field.text,
  transactionNo: field.number,
  /** What left, at the average. */
  averageValue: decimal,
  /** What left, first in, first out. */
  layers: field.list({ recNo: field.number, ...layerFields }),
}

/** What an issue or a move took of the stock of a warehouse, at its cost. */
export type WithdrawalRecord = RecordOf<typeof withdrawalFields>

/** They are never changed: `_id` is transactionNo. */
export const createWithdrawalModel = (connection: Connection, generation: number) =>
  connection.model<WithdrawalRecord>(
    `Withdrawal_${generation}`,
    defineSchema(`withdrawals_${generation}`, withdrawalFields),
  )
