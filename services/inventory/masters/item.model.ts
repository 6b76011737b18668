import type { Connection } from 'mongoose'
import type { ItemSnapshot } from '../../../shared/contract/catalog/catalog.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'

/** Inventory's own copy of what it needs of an item; `_id` is the partNo. */
const fields = {
  _id: field.number,
  /** The version in the catalog: older news is dropped. */
  version: field.number,
  shortID: field.text,
  aliases: field.texts,
  description: field.textOrEmpty,
  dfltOwner: field.number,
  discontinued: field.flag,
  wholeUnits: field.optional(field.flag),
  /** What it is found by, and of which version; absent or of another one until items are migrated. */
  words: field.optional(field.texts),
  wordsVersion: field.optional(field.number),
  /** Units of packages and aliases, as of the version that it names: an earlier one says nothing of the present. */
  packaging: field.optional(
    field.nested({
      version: field.number,
      units: field.number,
      ofAliases: field.list({ alias: field.text, units: field.number }),
    }),
  ),
}
export type ItemRecord = RecordOf<typeof fields>

const schema = defineSchema('items', fields)
schema.index({ shortID: 1 })
schema.index({ aliases: 1 })
schema.index({ words: 1 })

export const createItemModel = (connection: Connection) => connection.model('Item', schema)
export type ItemModel = ReturnType<typeof createItemModel>

/** Further words of an item with thousands of aliases are not kept: exact names have an index of their own. */
const MAX_WORDS = 1_000

const APART = /[^\p{L}\p{N}]+/u

/** The copy of an item, with the words that it is found by. */
export function toItemRecord({ partNo: _id, packaging, wholeUnits, ...fields }: ItemSnapshot): ItemRecord {
  const found = { words: wordsOf(fields), wordsVersion: fields.version }
  const further = { ...(wholeUnits !== undefined && { wholeUnits }), ...(packaging && { packaging }) }
  return { _id, ...fields, ...further, ...found }
}

/** Names as they are, and the words in them and in the description; in lower case. */
export function wordsOf({
  shortID,
  aliases,
  description,
}: Pick<ItemRecord, 'shortID' | 'aliases' | 'description'>): readonly string[] {
  const tokens = [shortID, ...aliases, ...wordsIn(description)].map((token) => token.toLowerCase())
  const words = tokens.flatMap((token) => [token, ...token.split(APART)])
  return [...new Set(words)].filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** What was typed, word by word, as words are kept. */
export const typedWords = (text: string): readonly string[] => wordsIn(text.toLowerCase())

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '')
