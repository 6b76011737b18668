import { type Connection, Schema } from 'mongoose'
import { TransactionConflict } from '../../shared/database/transaction.ts'
import type { Writes } from '../../shared/database/unit-of-work.ts'

/** A shortID or an alias; `_id` is the name, so that concurrent writes cannot take one name twice (docs/decisions.md#20). */
export interface NameRecord {
  readonly _id: string
  readonly kind: 'shortID' | 'alias'
  /** Of the item with this name. */
  readonly shortID: string
  readonly modified: Date
}

const schema = new Schema<NameRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    shortID: { type: String, required: true },
    modified: { type: Date, required: true },
  },
  { collection: 'names', versionKey: false, strict: 'throw' },
)
schema.index({ shortID: 1, kind: 1, _id: 1 })

export const createNameModel = (connection: Connection) => connection.model('Name', schema)
export type NameModel = ReturnType<typeof createNameModel>

/** Inserts names that are free in the session's snapshot; if one was taken since, the transaction runs again. */
export function insertNames(model: NameModel, names: readonly NameRecord[], writes: Writes): void {
  writes.insert(model, names, { onDuplicate: () => new TransactionConflict('A name was taken meanwhile') })
}
