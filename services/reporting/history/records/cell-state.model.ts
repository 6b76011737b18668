import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { indexPastStates, pastFields } from './past-state.ts'
import { namesOf } from './sparse-quantities.ts'

const decimal = field.optional(field.quantity)

/** What changes the stock of an item in a warehouse: sums of all changes until now, negative for units that left. */
const ofActivities = {
  received: decimal,
  issued: decimal,
  movedIn: decimal,
  movedOut: decimal,
  shipped: decimal,
  transitIn: decimal,
  transitOut: decimal,
  adjusted: decimal,
  counted: decimal,
  reversed: decimal,
}
export type Activity = keyof typeof ofActivities
export const activities = namesOf(ofActivities)

/** Sums of all that ever changed the values of an item in a warehouse, or in transit to it. */
const ofValues = {
  /** What came from outside at the prices of its lots, less receipts that were reversed. */
  bought: decimal,
  /** Changes of prices, for units that were there. */
  repriced: decimal,
  /** What left for good, less what was put back, by each method. */
  usedByLot: decimal,
  usedByAverage: decimal,
  usedByFifo: decimal,
  /** What a method had less, or more, than a change of a price or a receipt that was reversed asked for. */
  averageVariance: decimal,
  fifoVariance: decimal,
  /** Changes of prices, for units that had been used. */
  priceVariance: decimal,
}
export type ValueSum = keyof typeof ofValues

/** Absent for zero, as most of most states are. */
const decimals = {
  inStock: decimal,
  onHold: decimal,
  onOrder: decimal,
  committed: decimal,
  packed: decimal,
  aSN: decimal,
  /** Units in stock whose lots have no price. */
  unpriced: decimal,
  /** The others at the prices of their lots. */
  value: decimal,
  /** The others at their moving average. */
  averageValue: decimal,
  /** Units in stock that came first in, first out, at their cost; and those of them that came without a price. */
  fifoValue: decimal,
  fifoUnpriced: decimal,
  /** What was issued or shipped until now, at the prices of its lots, less issues that were reversed. */
  issuedCost: decimal,
  /** Sums over the time until now, in milliseconds: of the value, and of being out of stock. */
  valueTime: decimal,
  outTime: decimal,
  ...ofActivities,
  ...ofValues,
}
export type CellDecimal = keyof typeof decimals
export const cellDecimals = namesOf(decimals)

const fields = {
  _id: field.text,
  partNo: field.number,
  wid: field.number,
  /** The change that led to the state. */
  sequence: field.number,
  /** When it happened, but never before the state that precedes it. */
  at: field.date,
  ...decimals,
  /** When units were last issued or shipped. */
  lastIssued: field.optional(field.date),
}

/** An item in a warehouse after a change. */
export type CellStateRecord = RecordOf<typeof fields>

const stateFields = { ...fields, ...pastFields }
export type PastCellRecord = RecordOf<typeof stateFields>

/** States that others have followed: `_id` is partNo/wid/sequence. */
export function createCellStateModel(connection: Connection, generation: number) {
  const schema = defineSchema(`cellStates_${generation}`, stateFields)
  indexPastStates(schema)
  schema.index({ at: 1, sequence: 1, wid: 1 })
  return connection.model<PastCellRecord>(`CellState_${generation}`, schema)
}

const lastFields = {
  ...fields,
  /** When the last change happened there of the item or of one of its lots: it need not have changed the state. */
  clock: field.date,
  /** Numbers of its first layer, and of the next one. */
  firstLayer: field.number,
  nextLayer: field.number,
}

export type LastCellRecord = RecordOf<typeof lastFields>

/** The last state of each item in each warehouse: `_id` is partNo/wid. */
export function createCellModel(connection: Connection, generation: number) {
  const schema = defineSchema(`cells_${generation}`, lastFields)
  schema.index({ partNo: 1, wid: 1 })
  return connection.model<LastCellRecord>(`Cell_${generation}`, schema)
}
