import type { Connection, Model } from 'mongoose'
import {
  date,
  defineSchema,
  nullable,
  number,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../../shared/database/record-fields.ts'

const fields = {
  _id: text,
  version: number,
  /** Its vendor or customer. */
  party: textOrEmpty,
  ordered: date,
  /** When it is expected, or to be shipped. */
  due: nullable(date),
}

/** An order without its lines, as it is now: `_id` is family/number. */
export type OrderRecord = RecordOf<typeof fields>

export const createOrderModel = (connection: Connection, generation: number): Model<OrderRecord> =>
  connection.model<OrderRecord>(`Order_${generation}`, defineSchema(`orders_${generation}`, fields))
