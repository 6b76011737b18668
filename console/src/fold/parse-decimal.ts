import { calculate } from './calculate.ts'

/** The sign before the decimals. */
export type DecimalSign = '.' | ','

/** Thousands are separated by spaces, as the console prints them, or by apostrophes. */
const GROUPED = /^\d{1,3}(?:[\s'’]\d{3})+(?=[.,]|$)/
/** A thousand to some and one to others. */
const AMBIGUOUS = /^[1-9]\d{0,2}([.,])\d{3}$/
/** What the interface takes. */
const MAX_DIGITS = 9
const PLAIN = /^\d+(?:\.\d{1,6})?$/

/**
 * The quantity or price that was typed or calculated, such as 1,000.5, 1.000,5, 1 000 or 12*24+3: at most 9 digits and 6
 * decimals. Undefined if it is no such number, or could be two: 1.234 is 1,234 units to one person and less than two to
 * another, whatever their language (docs/decisions/console.md#96).
 */
export function parseDecimal(typed: string): number | undefined {
  const [number, other] = readingsOf(typed)
  return other === undefined ? number : undefined
}

/** The numbers that a text can be: none, one, or two; the first as it is read with this sign. */
export function readingsOf(typed: string, decimalSign: DecimalSign = '.'): readonly number[] {
  const read = [decimalSign, decimalSign === '.' ? ',' : '.'] as const
  return [...new Set(read.flatMap((sign) => readWith(sign, typed.trim()) ?? []))]
}

/** A number with this sign and without separators, so that it can be read in one way only: 1.234 is 1.2340. */
export function spell(number: number, decimalSign: DecimalSign): string {
  const plain = String(number)
  return `${plain.replace('.', decimalSign)}${AMBIGUOUS.test(plain) ? '0' : ''}`
}

function readWith(decimalSign: DecimalSign, text: string): number | undefined {
  const plain = toPlain(text, decimalSign) ?? calculate(text, (number) => toPlain(number, decimalSign))
  if (plain === undefined || !PLAIN.test(plain)) return undefined
  const [digits = ''] = plain.replace(/^0+(?=\d)/, '').split('.')
  return digits.length > MAX_DIGITS ? undefined : Number(plain)
}

/** The same number with a decimal point and without separators; undefined if it is not a number. */
function toPlain(text: string, decimalSign: DecimalSign): string | undefined {
  const spaceless = text.replace(GROUPED, (digits) => digits.replace(/\D/g, ''))
  const signs = [...spaceless.replace(/[^.,]/g, '')]
  const decimal = decimalIn(spaceless, signs, decimalSign)
  const group = decimal === ',' ? '.' : ','
  const [whole = '', ...fraction] = decimal === undefined ? [spaceless] : spaceless.split(decimal)
  const isGrouped = decimal === undefined ? signs.length > 0 : whole.includes(group)
  const groups = whole.split(decimal === undefined ? /[.,]/ : group)
  if (isGrouped && !groups.every((digits, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits))) return undefined
  const plain = [groups.join(''), ...fraction].join('.')
  return /^\d+(\.\d+)?$/.test(plain) ? plain : undefined
}

/** The sign that stands before the decimals; undefined if the text has none. */
function decimalIn(text: string, signs: readonly string[], decimalSign: DecimalSign): string | undefined {
  const [first, last] = [signs[0], signs.at(-1)]
  if (first !== last) return last
  if (signs.length !== 1) return undefined
  return AMBIGUOUS.test(text) && first !== decimalSign ? undefined : first
}
