import type { Connection, Model } from 'mongoose'
import { date, defineSchema, number, quantity, type RecordOf, text } from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: text,
  partNo: number,
  wid: number,
  recNo: number,
  /** The transaction that brought the units, also of the row that takes them back. */
  transactionNo: number,
  sequence: number,
  at: date,
  /** Negative if the transaction was reversed. */
  units: quantity,
}

/** Units of a lot that came into the stock of a warehouse: from a vendor, another warehouse, an adjustment or a count. */
export type ArrivalRecord = RecordOf<typeof fields>
export type ArrivalModel = Model<ArrivalRecord>

/** `_id` is sequence/wid/recNo. */
export function createArrivalModel(connection: Connection, generation: number): ArrivalModel {
  const schema = defineSchema(`arrivals_${generation}`, fields)
  schema.index({ partNo: 1, wid: 1, sequence: -1, recNo: -1 })
  return connection.model<ArrivalRecord>(`Arrival_${generation}`, schema)
}
