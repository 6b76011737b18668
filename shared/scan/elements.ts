import { checkDigitOf, hasCheckDigit } from './gtin.ts'
import { findIdentifier, identifierAt } from './identifiers.ts'

export const MAX_SCAN = 512

/** Stands for FNC1 after an element of no fixed length: ASCII 29. */
export const GROUP_SEPARATOR = '\u001d'

/** A code that cannot be taken for what it claims to be; the message says why. */
export class Unreadable extends Error {}

/** Elements of a code: application identifiers, and their values. */
export type Elements = ReadonlyMap<string, string>

/** The elements of a code as a scanner sends it, without symbology identifier; throws `Unreadable`. */
export function readElementString(code: string): Elements {
  const elements: [string, string][] = []
  let rest = withoutSeparator(code)
  while (rest !== '') {
    const identifier = identifierAt(rest)
    if (identifier === undefined) throw new Unreadable(`the application identifier at “${shown(rest)}” is unknown`)
    const fixed = findIdentifier(identifier)?.fixedLength
    const separator = rest.indexOf(GROUP_SEPARATOR)
    const end = fixed === undefined ? (separator === -1 ? rest.length : separator) : identifier.length + fixed
    elements.push([identifier, rest.slice(identifier.length, end)])
    rest = withoutSeparator(rest.slice(end))
  }
  return checked(elements)
}

const withoutSeparator = (code: string) => (code.startsWith(GROUP_SEPARATOR) ? code.slice(1) : code)
const shown = (code: string) => code.slice(0, 4).replaceAll(GROUP_SEPARATOR, '␝')

/** Elements as they are printed below a symbol: `(01)04012345678901(10)ABC`; throws `Unreadable`. */
export function readBracketed(code: string): Elements {
  // The first part is what precedes the first identifier: nothing.
  const [, ...rest] = code.split(/\((\d{2,4})\)/)
  return checked(rest.flatMap((part, index) => (index % 2 === 0 ? [[part, rest[index + 1] ?? '']] : [])))
}

/** The elements, each with a value that it may have; throws `Unreadable`. */
export function checked(elements: readonly (readonly string[])[]): Elements {
  const read = new Map<string, string>()
  for (const [identifier = '', value = ''] of elements) {
    const name = `(${identifier})`
    const format = findIdentifier(identifier)
    if (!format) throw new Unreadable(`the application identifier ${name} is unknown`)
    if (!format.pattern.test(value)) throw new Unreadable(`${name} must have ${format.described}`)
    const digits = value.slice(0, format.checkedDigits)
    if (digits !== '' && !hasCheckDigit(digits))
      throw new Unreadable(
        `the check digit of ${name}${digits} is wrong: it would be ${checkDigitOf(digits.slice(0, -1))}`,
      )
    if ((read.get(identifier) ?? value) !== value) throw new Unreadable(`${name} has two values`)
    read.set(identifier, value)
  }
  if (read.size === 0) throw new Unreadable('there is nothing in it')
  return read
}
