import type { Connection } from 'mongoose'
import type { TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'

const fields = {
  /** The sequence of the change. */
  _id: field.number,
  at: field.date,
  transactionNo: field.number,
  type: field.oneOf<TransactionType>(),
  clientId: field.text,
  /** '' if the client named nobody. */
  actor: field.textOrEmpty,
  /** Issuer and subject of the person, if an identity provider has verified the actor. */
  person: field.optional(field.text),
  partNo: field.number,
  units: field.quantity,
  wids: field.numbers,
  /** The transaction that it reversed. */
  reverses: field.nullable(field.number),
}

/** An entry of the ledger: who did what. */
export type DeedRecord = RecordOf<typeof fields>

export function createDeedModel(connection: Connection, generation: number) {
  const schema = defineSchema(`deeds_${generation}`, fields)
  schema.index({ at: 1 })
  schema.index({ reverses: 1 }, { partialFilterExpression: { reverses: { $gt: 0 } } })
  return connection.model<DeedRecord>(`Deed_${generation}`, schema)
}
