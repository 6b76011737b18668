import { type DecimalSign, readingsOf, spell } from './parse-decimal.ts'

const DECIMALS = 6

/**
 * How numbers are written for people of a language: with its decimal sign, and with thin spaces between thousands, which
 * nobody takes for a decimal sign (ISO 80000-1): 12 345.075.
 */
export function numbersIn(language: string | undefined) {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: DECIMALS, numberingSystem: 'latn' })
  const decimalSign: DecimalSign = format.formatToParts(1.5).some(({ value }) => value === ',') ? ',' : '.'
  const signs: Readonly<Partial<Record<Intl.NumberFormatPartTypes, string>>> = {
    group: '\u2009',
    decimal: decimalSign,
    minusSign: '\u2212',
  }
  return {
    toText: (number: number): string =>
      format
        .formatToParts(number)
        .map(({ type, value }) => signs[type] ?? value)
        .join(''),
    /** What stands in a field for a number. */
    toTyped: (number: number): string => spell(number, decimalSign),
    /** The numbers that a text can be; first what it is to most people of the language. */
    readingsOf: (typed: string): readonly number[] => readingsOf(typed, decimalSign),
  }
}

/** As dates are, in the language of the browser. */
const person = numbersIn(undefined)

export const { toText, toTyped } = person
/** What stands in a field for a value of a record. */
export const textOf = (value: unknown): string => (typeof value === 'number' ? toTyped(value) : String(value ?? ''))

export const readingsByPerson = person.readingsOf
