import type { Connection, Model } from 'mongoose'
import {
  defineSchema,
  list,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
} from '../../../../shared/database/record-fields.ts'
import { layerFields } from './layer.model.ts'

const fields = {
  _id: text,
  transactionNo: number,
  /** What left, at the average. */
  averageValue: optional(quantity),
  /** What left, first in, first out. */
  layers: list({ recNo: number, ...layerFields }),
}

/** What an issue or a move took of the stock of a warehouse, at its cost. */
export type WithdrawalRecord = RecordOf<typeof fields>

/** They are never changed: `_id` is transactionNo. */
export function createWithdrawalModel(connection: Connection, generation: number): Model<WithdrawalRecord> {
  const schema = defineSchema(`withdrawals_${generation}`, fields)
  return connection.model<WithdrawalRecord>(`Withdrawal_${generation}`, schema)
}
