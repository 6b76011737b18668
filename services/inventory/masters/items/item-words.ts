import type { ItemSnapshot } from '../../../../shared/contract/catalog/catalog.ts'
import type { ItemRecord } from './item.model.ts'

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
