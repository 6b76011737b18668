import mongoose, { type Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../shared/database/record-fields.ts'
import { TransactionConflict } from '../../shared/database/transaction.ts'
import type { Writes } from '../../shared/database/unit-of-work.ts'
import { type ItemFieldName, itemFieldEntries, type KindOf } from '../../shared/names/item-fields.ts'

const stored = {
  text: field.textOrEmpty,
  id: field.number,
  decimal: field.quantity,
  flag: field.optional(field.flag),
} as const
// Object.fromEntries loses which field belongs to which name.
const settable = Object.fromEntries(itemFieldEntries.map(([name, { kind }]) => [name, stored[kind]])) as {
  readonly [Name in ItemFieldName]: (typeof stored)[KindOf<Name>]
}

const fields = {
  _id: field.number,
  shortID: field.text,
  ...settable,
  created: field.date,
  /** Id of the caller that created it; stored, never sent (docs/decisions/items.md#18). */
  createdBy: field.textOrEmpty,
  modified: field.date,
  discontinued: field.flag,
  /** From 1; grows by 1 with every change of the item or its aliases. */
  version: field.number,
}

/** An item as stored; `_id` is its partNo. */
export type ItemRecord = RecordOf<typeof fields>

const schema = defineSchema('items', fields)
// For the list of all items and the list of active ones, each in the sorts that clients read in full.
schema.index({ shortID: 1 }, { unique: true })
schema.index({ discontinued: 1, shortID: 1 })
schema.index({ discontinued: 1, _id: 1 })
schema.index({ modified: 1, shortID: 1 })
schema.index({ discontinued: 1, modified: 1, shortID: 1 })
schema.index({ category: 1, shortID: 1 })
schema.index({ discontinued: 1, category: 1, shortID: 1 })

export const createItemModel = (connection: Connection) => connection.model('Item', schema)

/** Fields that clients set, as they are stored. */
export type StoredFields = RecordOf<typeof settable>

/** The stored form of units, exact to the last decimal (docs/decisions/interface.md#5). */
export const toStoredUnits = (units: number) => mongoose.Types.Decimal128.fromString(String(units))

const nameFields = {
  _id: field.text,
  kind: field.oneOf<'shortID' | 'alias'>(),
  /** Of the item with this name. */
  shortID: field.text,
  modified: field.date,
  /** Units in what carries an alias; 1 if absent. */
  units: field.optional(field.quantity),
}

/**
 * A shortID or an alias; `_id` is the name, so that concurrent writes cannot take one name twice
 * (docs/decisions/items.md#20).
 */
export type NameRecord = RecordOf<typeof nameFields>

const nameSchema = defineSchema('names', nameFields)
nameSchema.index({ shortID: 1, kind: 1, _id: 1 })

export const createNameModel = (connection: Connection) => connection.model('Name', nameSchema)
export type NameModel = ReturnType<typeof createNameModel>

/** Inserts names that are free in the session's snapshot; if one was taken since, the transaction runs again. */
export function insertNames(model: NameModel, names: readonly NameRecord[], writes: Writes): void {
  writes.insert(model, names, { onDuplicate: () => new TransactionConflict('A name was taken meanwhile') })
}
