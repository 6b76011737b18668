import { GROUP_SEPARATOR } from '../../../../shared/scan/elements.ts'
import { fromUpcE, isGtin } from '../../../../shared/scan/gtin.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { readingsByPerson, toText, toTyped } from '../../fold/person-numbers.ts'

interface Reading {
  /** How it is read, if it is not written as the number is. */
  readonly reading?: string
  readonly fault?: string
  /** What it can be, if that is not one number. */
  readonly choices?: readonly number[]
}

/** What the interface takes of a number before its decimals. */
const MOST_DIGITS = 9
const GTIN_8_DIGITS = 8
/** A symbology identifier, or elements as they are printed. */
const MARKED = /^(?:\]|\(\d{2,4}\)\w)/
const SHORTEST_NAME = 4

/**
 * Whether a text is the code of a label and not a number: marked as one, longer than any number, 8 digits with the check
 * digit of a GTIN, or letters with digits. Typed with separators, 12 345 670 is a number.
 */
export function isCode(typed: string): boolean {
  const text = typed.trim()
  if (text.includes(GROUP_SEPARATOR) || MARKED.test(text)) return true
  if (/^\d+$/.test(text))
    return (
      text.length > MOST_DIGITS || (text.length === GTIN_8_DIGITS && (isGtin(text) || fromUpcE(text) !== undefined))
    )
  return text.length >= SHORTEST_NAME && /^\S+$/.test(text) && /\p{L}/u.test(text) && /\d/.test(text)
}

/** What is shown beside a field of a number: how it is read, what is wrong with it, or what it can be. */
export function readingOf(typed: string): Reading {
  if (typed.trim() === '') return {}
  if (isCode(typed)) return { fault: 'This is a code, not a number' }
  const [number, ...others] = readingsByPerson(typed)
  if (number === undefined)
    return { fault: `Enter a number, such as 1200, ${toText(0.5)} or 12*24+3, with at most 6 decimals` }
  if (others.length > 0) return { fault: 'Choose the number you mean', choices: [number, ...others] }
  return typed.trim() === toTyped(number) ? {} : { reading: `Read as ${toText(number)}` }
}

/** The number that was typed, pasted or calculated; undefined if the text is a code, no number, or can be read as two. */
export const parseTyped = (typed: string): number | undefined => (isCode(typed) ? undefined : parseDecimal(typed))
