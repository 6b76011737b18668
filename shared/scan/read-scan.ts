import { readDay } from './days.ts'
import { readDigitalLink } from './digital-link.ts'
import {
  type Elements,
  GROUP_SEPARATOR,
  isIdentifier,
  readBracketed,
  readElementString,
  Unreadable,
} from './elements.ts'
import { checkDigitOf, hasCheckDigit, isGtin } from './gtin.ts'

/** What a code says; days are ISO 8601 dates. */
export interface Scan {
  /** With as many digits as in the code. */
  readonly gtin?: string
  readonly lot?: string
  readonly expires?: string
  readonly produced?: string
  readonly serial?: string
  /** How many are in what has the label; 1 or more. */
  readonly units?: number
  readonly sscc?: string
  /** Global location number. */
  readonly location?: string
  /** The code itself, if it may be a name or number of this system. */
  readonly text?: string
}

/** What a code says, or why it cannot be read: the end of a sentence that begins with “It cannot be read:”. */
export type ScanReading = { readonly scan: Scan } | { readonly refusal: string }

/** Symbology identifiers of scanners (ISO/IEC 15424): of symbols that hold GS1 elements, and that hold a GTIN. */
const OF_ELEMENTS = /^\](C1|e0|d2|Q3|J1)/
const OF_GTIN = /^\](E[0-4]|I1)/
const OF_ANY = /^\][A-Za-z]\d/

/** Reads whatever was scanned or typed (docs/decisions.md#75); `today` decides the century of days. */
export function readScan(code: string, today: Date = new Date()): ScanReading {
  try {
    return { scan: read(code.trim(), today) }
  } catch (error) {
    if (error instanceof Unreadable) return { refusal: error.message }
    throw error
  }
}

function read(code: string, today: Date): Scan {
  const content = code.replace(OF_ANY, '')
  if (OF_GTIN.test(code)) return readGtin(content)
  const elements = readElements(code, content)
  if (elements) return toScan(elements, today)
  if (content === '') throw new Unreadable('there is nothing in it')
  return isGtin(content) ? { gtin: content, text: content } : { text: content }
}

/** The elements of a code that is made of them. */
function readElements(code: string, content: string): Elements | undefined {
  const [, bracketed = ''] = /^\((\d{2,4})\)/.exec(content) ?? []
  if (isIdentifier(bracketed)) return readBracketed(content)
  const isMarked = OF_ELEMENTS.test(code) || content.includes(GROUP_SEPARATOR)
  return isMarked || beginsWithKey(content) ? readElementString(content) : readDigitalLink(content)
}

/** A scanner that sends no symbology identifier: the code begins with the identifier of an item or a logistic unit. */
function beginsWithKey(content: string): boolean {
  const [, sscc, gtin] = /^(?:00(\d{18})|0[12](\d{14}))/.exec(content) ?? []
  const key = sscc ?? gtin
  return key !== undefined && hasCheckDigit(key)
}

function readGtin(digits: string): Scan {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) throw new Unreadable(`${digits} is no GTIN`)
  if (!isGtin(digits))
    throw new Unreadable(`the check digit of ${digits} is wrong: it would be ${checkDigitOf(digits.slice(0, -1))}`)
  return { gtin: digits, text: digits }
}

function toScan(elements: Elements, today: Date): Scan {
  for (const [one, other] of [
    ['01', '02'],
    ['30', '37'],
  ] as const)
    if (elements.has(one) && elements.has(other)) throw new Unreadable(`(${one}) and (${other}) exclude each other`)
  const of = (identifier: string) => elements.get(identifier)
  const day = (identifier: string) => readDay(identifier, of(identifier), today)
  const units = Number(of('30') ?? of('37') ?? 0)
  return withoutAbsent({
    gtin: of('01') ?? of('02'),
    lot: of('10'),
    expires: day('17'),
    produced: day('11'),
    serial: of('21'),
    units: units === 0 ? undefined : units,
    sscc: of('00'),
    location: of('414'),
  })
}

type Absent<T> = { readonly [K in keyof T]: T[K] | undefined }

// What is left has values only.
const withoutAbsent = (scan: Absent<Scan>) =>
  Object.fromEntries(Object.entries(scan).filter(([, value]) => value !== undefined)) as Scan
