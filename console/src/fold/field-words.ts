import { families } from '../../../shared/names/families.ts'
import { toText } from './person-numbers.ts'

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What people call fields that are not named in plain words. */
const NAMES: Readonly<Record<string, string>> = {
  itemID: 'Item',
  shortID: 'Item',
  recno: 'Lot',
  wid: 'Warehouse',
  shipToWid: 'Destination',
  toSpot: 'Destination bin',
  spot: 'Bin',
  uOM: 'Unit of measure',
  ...Object.fromEntries(Object.values(families).map(({ numberField, whole }) => [numberField, capitalized(whole)])),
  slip: 'Slip',
  reasonCode: 'Reason',
  remark: 'Note',
  asOf: 'Day',
}

/** `lines[2].units` is `Units of line 3`. */
export function fieldWords(field: string): string {
  const [, list, index, member] = /^(\w+)\[(\d+)\](?:\.(.+))?$/.exec(field) ?? []
  if (list === undefined) return NAMES[field] ?? sentenceCase(field)
  const row = `${list === 'lines' ? 'line' : sentenceCase(list).toLowerCase()} ${Number(index) + 1}`
  return member === undefined ? sentenceCase(row) : `${fieldWords(member)} of ${row}`
}

/** A message about a field, which names it once and as people call it. */
export function inFieldWords(field: string, message: string): string {
  const begin = beginOf(field)
  const words = fieldWords(field)
  return message.startsWith(begin) ? `${words} ${message.slice(begin.length)}` : `${words}: ${message}`
}

/** Messages about a field beside it, where its label stands already; undefined without any. */
export function besideField(field: string, messages: readonly string[] | undefined): string | undefined {
  return messages?.map((message) => capitalized(message.replace(beginOf(field), ''))).join(' ')
}

/** Messages about lines of a request, by the index of the line. */
export function besideLines(errors: Readonly<Record<string, readonly string[]>>): ReadonlyMap<number, string> {
  const said = Object.entries(errors).flatMap(([field, messages]) => {
    const [, index, member] = /^lines\[(\d+)\](?:\.(.+))?$/.exec(field) ?? []
    const ofMember = (message: string) => message.replace(`The field ${field} `, `${fieldWords(member ?? 'lines')} `)
    return index === undefined ? [] : messages.map((message) => [Number(index), ofMember(message)] as const)
  })
  return new Map(said)
}

/** How the interface begins messages about a field. */
const beginOf = (field: string) => `The field ${field} `

/** `overReceipt` is `Over receipt`. */
const sentenceCase = (name: string) => capitalized(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())

/**
 * What is wrong with a text that is longer than its field may be. The browser would cut what is pasted without a word
 * (`maxlength`); here it stays as it is, and is refused.
 */
export const lengthFault = (text: string, most: number): string | undefined =>
  text.trim().length > most ? `At most ${most} characters. You entered ${toText(text.trim().length)}.` : undefined
