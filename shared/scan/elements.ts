import { checkDigitOf, hasCheckDigit } from './gtin.ts'

/** Longest code, in characters. */
export const MAX_SCAN = 512

/** Stands for FNC1 after an element of no fixed length: ASCII 29. */
export const GROUP_SEPARATOR = '\u001d'

/** A code that cannot be taken for what it claims to be; the message says why. */
export class Unreadable extends Error {}

/** Elements of a code: application identifiers, and their values. */
export type Elements = ReadonlyMap<string, string>

/** Digits of application identifiers, by their first two (GS1 General Specifications, section 3.2). */
const IDENTIFIER_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^(0[0-3]|1[0-35-7]|2[0-2]|30|37|9[0-9])/, 2],
  [/^(23|24|25|4[0-2]|71)/, 3],
  [/^(3[1-6]|39|43|7[02]|8[012])/, 4],
]

/** Characters of elements that need no separator, with their identifier (section 7.8.5). */
const FIXED_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^00/, 20],
  [/^0[1-3]/, 16],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
]

const lengthIn = (table: readonly (readonly [RegExp, number])[], start: string) =>
  table.find(([pattern]) => pattern.test(start))?.[1]

export const isIdentifier = (digits: string): boolean =>
  /^\d+$/.test(digits) && lengthIn(IDENTIFIER_LENGTHS, digits) === digits.length

/** The elements of a code as a scanner sends it, without symbology identifier; throws `Unreadable`. */
export function readElementString(code: string): Elements {
  const elements: [string, string][] = []
  let rest = withoutSeparator(code)
  while (rest !== '') {
    const identifier = rest.slice(0, lengthIn(IDENTIFIER_LENGTHS, rest))
    if (!isIdentifier(identifier)) throw new Unreadable(`the application identifier at “${shown(rest)}” is unknown`)
    const fixed = lengthIn(FIXED_LENGTHS, identifier)
    const separator = rest.indexOf(GROUP_SEPARATOR)
    const end = fixed ?? (separator === -1 ? rest.length : separator)
    elements.push([identifier, rest.slice(identifier.length, end)])
    rest = withoutSeparator(rest.slice(end))
  }
  return checked(elements)
}

const withoutSeparator = (code: string) => (code.startsWith(GROUP_SEPARATOR) ? code.slice(1) : code)
const shown = (code: string) => code.slice(0, 4).replaceAll(GROUP_SEPARATOR, '␝')

/** Elements as they are printed below a symbol: `(01)04012345678901(10)ABC`; throws `Unreadable`. */
export function readBracketed(code: string): Elements {
  // The first part is what stands before the first identifier: nothing.
  const [, ...parts] = code.split(/\((\d{2,4})\)/)
  return checked(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])))
}

const FORMATS: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^00$/, /^\d{18}$/, '18 digits'],
  [/^0[1-3]$/, /^\d{14}$/, '14 digits'],
  [/^41\d$/, /^\d{13}$/, '13 digits'],
  [/^1[1-9]$/, /^\d{6}$/, '6 digits'],
  [/^20$/, /^\d\d$/, '2 digits'],
  [/^(30|37)$/, /^\d{1,8}$/, '1 to 8 digits'],
  [/^(10|21)$/, /^[!"%-?A-Z_a-z]{1,20}$/, '1 to 20 letters, digits and signs'],
  [/^3[1-6]\d\d$/, /^\d{6}$/, '6 digits'],
  [/^/, /^\P{Cc}{1,90}$/u, '1 to 90 characters'],
]
const WITH_CHECK_DIGIT = /^(0[0-3]|41\d)$/

/** The elements, each with a value that it may have; throws `Unreadable`. */
export function checked(elements: readonly (readonly string[])[]): Elements {
  const read = new Map<string, string>()
  for (const [identifier = '', value = ''] of elements) {
    const name = `(${identifier})`
    if (!isIdentifier(identifier)) throw new Unreadable(`the application identifier ${name} is unknown`)
    const [, pattern, described] = FORMATS.find(([of]) => of.test(identifier)) ?? []
    if (!pattern?.test(value)) throw new Unreadable(`${name} must have ${described}`)
    if (WITH_CHECK_DIGIT.test(identifier) && !hasCheckDigit(value))
      throw new Unreadable(
        `the check digit of ${name}${value} is wrong: it would be ${checkDigitOf(value.slice(0, -1))}`,
      )
    if ((read.get(identifier) ?? value) !== value) throw new Unreadable(`${name} has two values`)
    read.set(identifier, value)
  }
  if (read.size === 0) throw new Unreadable('there is nothing in it')
  return read
}
