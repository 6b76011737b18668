import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import type { ReportedFamily } from '../../../../shared/names/families.ts'
import { indexPastStates, pastFields } from './past-state.ts'
import { namesOf } from './sparse-quantities.ts'

const decimal = field.optional(field.quantity)

/** Fields of a state that hold a decimal; absent for zero. */
const decimals = {
  units: decimal,
  /** Received or shipped. */
  done: decimal,
  /** Still expected, or still to be shipped. */
  open: decimal,
  backordered: decimal,
  /** Of the backordered units, those that were allocated and then lost. */
  lost: decimal,
  /** Units that came or were shipped by the change; negative if they were reversed. */
  moved: decimal,
}
export type OrderLineDecimal = keyof typeof decimals
export const orderLineDecimals = namesOf(decimals)

const fields = {
  _id: field.text,
  number: field.text,
  lineNo: field.number,
  partNo: field.number,
  wid: field.number,
  sequence: field.number,
  /** When the change happened, but never before the state that precedes it. */
  at: field.date,
  version: field.number,
  /** Of the order; the date is null until it is known. */
  party: field.textOrEmpty,
  ordered: field.nullable(field.date),
  due: field.nullable(field.date),
  ...decimals,
  price: field.nullable(field.quantity),
  /** Whether units are open. */
  isOpen: field.flag,
  /** Since when there are backordered units without a break. */
  waitingSince: field.nullable(field.date),
  /** Whether the line has got the number of another order. */
  removed: field.optional(field.flag),
}

/** A line of an order after a change. */
export type OrderLineRecord = RecordOf<typeof fields>

/** The last state of each line of a family: `_id` is number/lineNo. */
export function createOrderLineModel(connection: Connection, generation: number, family: ReportedFamily) {
  const schema = defineSchema(`${family}Lines_${generation}`, fields)
  schema.index({ number: 1, lineNo: 1 })
  schema.index({ isOpen: 1, number: 1, lineNo: 1 })
  schema.index({ due: 1 })
  return connection.model<OrderLineRecord>(`${family}Line_${generation}`, schema)
}

const stateFields = { ...fields, ...pastFields }
export type PastOrderLineRecord = RecordOf<typeof stateFields>

/** States that others have followed: `_id` is number/lineNo/sequence. */
export function createOrderLineStateModel(connection: Connection, generation: number, family: ReportedFamily) {
  const schema = defineSchema(`${family}LineStates_${generation}`, stateFields)
  indexPastStates(schema)
  schema.index({ number: 1, lineNo: 1, sequence: 1 })
  return connection.model<PastOrderLineRecord>(`${family}LineState_${generation}`, schema)
}

const orderFields = {
  _id: field.text,
  version: field.number,
  /** Its vendor or customer. */
  party: field.textOrEmpty,
  ordered: field.date,
  /** When it is expected, or to be shipped. */
  due: field.nullable(field.date),
}

/** An order without its lines, as it is now: `_id` is family/number. */
export type OrderRecord = RecordOf<typeof orderFields>

export const createOrderModel = (connection: Connection, generation: number) =>
  connection.model<OrderRecord>(`Order_${generation}`, defineSchema(`orders_${generation}`, orderFields))
