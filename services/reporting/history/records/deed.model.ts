import type { Connection } from 'mongoose'
import type { TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import {
  date,
  defineSchema,
  nullable,
  number,
  numbers,
  oneOf,
  optional,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../../shared/database/record-fields.ts'

const fields = {
  /** The sequence of the change. */
  _id: number,
  at: date,
  transactionNo: number,
  type: oneOf<TransactionType>(),
  clientId: text,
  /** '' if the client named nobody. */
  actor: textOrEmpty,
  /** Issuer and subject of the person, if an identity provider has verified the actor. */
  person: optional(text),
  partNo: number,
  units: quantity,
  wids: numbers,
  /** The transaction that it reversed. */
  reverses: nullable(number),
}

/** An entry of the ledger: who did what. */
export type DeedRecord = RecordOf<typeof fields>

export function createDeedModel(connection: Connection, generation: number) {
  const schema = defineSchema(`deeds_${generation}`, fields)
  schema.index({ at: 1 })
  schema.index({ reverses: 1 }, { partialFilterExpression: { reverses: { $gt: 0 } } })
  return connection.model<DeedRecord>(`Deed_${generation}`, schema)
}
