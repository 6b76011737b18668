import { spellingsOf } from '../../../shared/scan/gtin.ts'
import { readScan, type Scan, type Sources, sourcesIn } from '../../../shared/scan/read-scan.ts'
import { toStockFields } from '../../../shared/scan/stock-fields.ts'
import { product } from '../fold/decimal.ts'
import { textOf } from '../fold/person-numbers.ts'
import { InventoryError, messageOf } from './http/client.ts'
import type { Schemas } from './http/contract.ts'
import { read, record } from './http/operations.ts'

export type Hit = Schemas['SearchHit']

/** Whatever has a name or a number, by a text or a scanned code. */
export const search = record('search', '/Search')

const getItem = read('/Item/Find')
const getAliases = read('/Item/{shortID}/Aliases')

/** What a code says of the fields of a form, as texts, and the elements that it was read from. */
export interface SaidByCode {
  readonly texts: Readonly<Record<string, string>>
  readonly sources: Sources
}

/** What was scanned, or why it cannot be taken. */
export type Said = (SaidByCode & { readonly isKnown: boolean }) | { readonly refusal: string }

/** Reads a code and looks its item up. Without signal the item stays as the code names it, and `isKnown` is false. */
export async function readCode(code: string): Promise<Said> {
  const reading = readScan(code)
  if ('refusal' in reading) return { refusal: `Can’t read this code: ${reading.refusal}.` }
  const { itemID, ...others } = toStockFields(reading.scan)
  if (itemID === undefined) return { refusal: 'This code doesn’t name an item.' }
  const sources = sourcesIn(code)
  try {
    const item = await getItem({ key: code.trim(), type: 'gs1' })
    const { shortID } = item
    const units = await unitsOf(reading.scan, shortID)
    return { texts: toTexts({ ...others, itemID: shortID, units }), sources, isKnown: true }
  } catch (error) {
    if (error instanceof InventoryError) return { refusal: messageOf(error) }
    return { texts: toTexts({ itemID, ...others }), sources, isKnown: false }
  }
}

/** As many units as the code says of what carries it; without a number, those of one thing of several units. */
async function unitsOf({ gtin, text, units: count }: Scan, shortID: string): Promise<number | undefined> {
  const names = [...(text === undefined ? [] : [text]), ...(gtin === undefined ? [] : spellingsOf(gtin))]
  if (names.includes(shortID)) return count
  const { value } = await getAliases({ shortID, pageSize: 250 })
  const each = value.find(({ alias }) => names.includes(alias))?.units
  return each === undefined ? count : product(count ?? 1, each)
}

const toTexts = (fields: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, toFieldText(value)]])),
  )

/** A moment as a field for moments has it, in UTC. */
const toFieldText = (value: unknown) => textOf(value).replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):00\.000Z$/, '$1')
