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
} from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: text,
  partNo: number,
  wid: number,
  recNo: number,
  sequence: number,
  at: date,
  /** The transaction that brought units, also where they are taken back; 0 if only the price of the lot has changed. */
  transactionNo: number,
  /** Units from a vendor, another warehouse, a transit, an adjustment or a count; negative if they were taken back. */
  units: optional(quantity),
  /** That of the lot from then on. */
  price: nullable(quantity),
}

/** Units of a lot that came into the stock of a warehouse, or another price of a lot there. */
export type ArrivalRecord = RecordOf<typeof fields>

/** Arrivals are never changed: `_id` is recNo/wid/sequence. */
export function createArrivalModel(connection: Connection, generation: number): Model<ArrivalRecord> {
  const schema = defineSchema(`arrivals_${generation}`, fields)
  schema.index({ partNo: 1, wid: 1, at: 1 })
  return connection.model<ArrivalRecord>(`Arrival_${generation}`, schema)
}
