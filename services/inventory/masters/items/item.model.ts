import type { Connection } from 'mongoose'
import {
  defineSchema,
  flag,
  list,
  nested,
  number,
  optional,
  type RecordOf,
  text,
  textOrEmpty,
  texts,
} from '../../../../shared/database/record-fields.ts'

/** Inventory's own copy of what it needs of an item; `_id` is the partNo. */
const fields = {
  _id: number,
  /** The version in the catalog: older news is dropped. */
  version: number,
  shortID: text,
  aliases: texts,
  description: textOrEmpty,
  dfltOwner: number,
  discontinued: flag,
  wholeUnits: optional(flag),
  /** What it is found by, and of which version; absent or of another one until items are migrated. */
  words: optional(texts),
  wordsVersion: optional(number),
  /** Units of packages and aliases, as of the version that it names: an earlier one says nothing of the present. */
  packaging: optional(nested({ version: number, units: number, ofAliases: list({ alias: text, units: number }) })),
}
export type ItemRecord = RecordOf<typeof fields>

const schema = defineSchema('items', fields)
schema.index({ shortID: 1 })
schema.index({ aliases: 1 })
schema.index({ words: 1 })

export const createItemModel = (connection: Connection) => connection.model('Item', schema)
export type ItemModel = ReturnType<typeof createItemModel>
