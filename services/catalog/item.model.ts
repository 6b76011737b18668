import mongoose, { type Connection } from 'mongoose'
import {
  date,
  defineSchema,
  flag,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../shared/database/record-fields.ts'

const fields = {
  _id: number,
  shortID: text,
  description: textOrEmpty,
  category: number,
  subCategory: number,
  uOM: textOrEmpty,
  putUp: textOrEmpty,
  units: quantity,
  dfltOwner: number,
  created: date,
  /** Id of the caller that created it; stored, never sent (docs/decisions/items.md#18). */
  createdBy: textOrEmpty,
  modified: date,
  discontinued: flag,
  /** Quantities of it are whole numbers only (docs/decisions/items.md#97). */
  wholeUnits: optional(flag),
  /** From 1; grows by 1 with every change of the item or its aliases. */
  version: number,
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
export type ItemModel = ReturnType<typeof createItemModel>

/** The stored form of units, exact to the last decimal (docs/decisions/interface.md#5). */
export const toStoredUnits = (units: number) => mongoose.Types.Decimal128.fromString(String(units))
