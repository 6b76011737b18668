import type { Connection } from 'mongoose'
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
import type { ReportedFamily } from '../../../../shared/names/families.ts'
import { indexPastStates, pastFields } from './past-state.ts'
import { namesOf } from './sparse-quantities.ts'

const decimal = optional(quantity)

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
  _id: text,
  number: text,
  lineNo: number,
  partNo: number,
  wid: number,
  sequence: number,
  /** When the change happened, but never before the state that precedes it. */
  at: date,
  version: number,
  /** Of the order; the date is null until it is known. */
  party: textOrEmpty,
  ordered: nullable(date),
  due: nullable(date),
  ...decimals,
  price: nullable(quantity),
  /** Whether units are open. */
  isOpen: flag,
  /** Since when there are backordered units without a break. */
  waitingSince: nullable(date),
  /** Whether the line has got the number of another order. */
  removed: optional(flag),
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
  _id: text,
  version: number,
  /** Its vendor or customer. */
  party: textOrEmpty,
  ordered: date,
  /** When it is expected, or to be shipped. */
  due: nullable(date),
}

/** An order without its lines, as it is now: `_id` is family/number. */
export type OrderRecord = RecordOf<typeof orderFields>

export const createOrderModel = (connection: Connection, generation: number) =>
  connection.model<OrderRecord>(`Order_${generation}`, defineSchema(`orders_${generation}`, orderFields))
