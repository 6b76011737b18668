import type { Connection } from 'mongoose'
import {
  date,
  defineSchema,
  oneOf,
  optional,
  quantity,
  type RecordOf,
  text,
} from '../../shared/database/record-fields.ts'
import { TransactionConflict } from '../../shared/database/transaction.ts'
import type { Writes } from '../../shared/database/unit-of-work.ts'

const fields = {
  _id: text,
  kind: oneOf<'shortID' | 'alias'>(),
  /** Of the item with this name. */
  shortID: text,
  modified: date,
  /** Units in what carries an alias; 1 if absent. */
  units: optional(quantity),
}

/**
 * A shortID or an alias; `_id` is the name, so that concurrent writes cannot take one name twice
 * (docs/decisions/items.md#20).
 */
export type NameRecord = RecordOf<typeof fields>

const schema = defineSchema('names', fields)
schema.index({ shortID: 1, kind: 1, _id: 1 })

export const createNameModel = (connection: Connection) => connection.model('Name', schema)
export type NameModel = ReturnType<typeof createNameModel>

/** Inserts names that are free in the session's snapshot; if one was taken since, the transaction runs again. */
export function insertNames(model: NameModel, names: readonly NameRecord[], writes: Writes): void {
  writes.insert(model, names, { onDuplicate: () => new TransactionConflict('A name was taken meanwhile') })
}
