import { type DecimalSign, needsReading, parseDecimal } from '../../fold/parse-decimal.ts'
import { toText } from '../figures.tsx'

/** That of the language of the browser. */
const decimalSign: DecimalSign = new Intl.NumberFormat(navigator.language)
  .formatToParts(1.5)
  .some(({ type, value }) => type === 'decimal' && value === ',')
  ? ','
  : '.'

/** The number that a person typed, pasted or calculated; undefined if it is none. */
export const parseTyped = (typed: string): number | undefined => parseDecimal(typed, decimalSign)

/** What is shown beside a field of a number: how it is read, or what is wrong with it. */
export function readingOf(typed: string): { readonly reading?: string; readonly fault?: string } {
  if (typed.trim() === '') return {}
  const number = parseTyped(typed)
  if (number === undefined) return { fault: 'A number such as 1200, 0.5 or 12*24+3, at most 6 decimals' }
  return needsReading(typed, number, decimalSign) ? { reading: `Read as ${toText(number)}` } : {}
}
