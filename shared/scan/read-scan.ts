import { readLabelDays } from './days-on-label.ts'
import { readDigitalLink } from './digital-link.ts'
import { type Elements, GROUP_SEPARATOR, readBracketed, readElementString, Unreadable } from './elements.ts'
import { checkDigitOf, fromUpcE, hasCheckDigit, isGtin } from './gtin.ts'
import { findIdentifier } from './identifiers.ts'
import { readGrossWeight, readNetWeight } from './weights.ts'

/** What a code says; days are ISO 8601 dates. */
export interface Scan {
  /** With as many digits as in the code, but for a UPC-E, which has those of its UPC-A. */
  readonly gtin?: string
  readonly lot?: string
  /** A date-time in UTC if the label has a time. */
  readonly expires?: string
  readonly produced?: string
  readonly serial?: string
  /** How many are in what has the label; 1 or more. */
  readonly units?: number
  /** In kilograms. */
  readonly netWeight?: number
  readonly grossWeight?: number
  readonly sscc?: string
  /** Global location number. */
  readonly location?: string
  /** The code itself, if it may be a name or number of this system. */
  readonly text?: string
}

/** What a code says, or why it cannot be read: the end of a sentence that begins with “It cannot be read:”. */
export type ScanReading = { readonly scan: Scan } | { readonly refusal: string }

/** An element of a code: its value, and what it became. */
interface Source {
  readonly value: string
  readonly became: keyof Scan | undefined
}

/** The elements of a code by their identifiers; an add-on is one called `addOn`. */
export type Sources = ReadonlyMap<string, Source>

interface Read {
  readonly scan: Scan
  readonly sources: Sources
}

/** Symbology identifiers of scanners (ISO/IEC 15424): of symbols that hold GS1 elements, and that hold a GTIN. */
const OF_ELEMENTS = /^\](C1|e0|d2|Q3|J1)/
const OF_GTIN = /^\](E[034]|I1)/
const OF_ANY = /^\][A-Za-z]\d/
/** Of parts of a symbol, which mean nothing by themselves. */
const OF_PARTS = /^\](E[12]|e[123])/
/** A retail symbol with a composite component, whose elements follow. */
const COMPOSITE = /^(\](?:E[0-4]|I1)\d+)\]e0(.*)$/

/** What scanners type for the separator if they are set up to send what can be printed. */
const TYPED_SEPARATOR = /<(?:GS|FNC1)>|\{(?:GS|FNC1)\}|\[(?:GS|FNC1)\]|\^\]|\\x1d|\\u001d|␝/gi

/** Reads whatever was scanned or typed (docs/decisions/scans.md#75); `today` decides the century of days. */
export function readScan(code: string, today: Date = new Date()): ScanReading {
  try {
    return { scan: read(code.trim(), today).scan }
  } catch (error) {
    if (error instanceof Unreadable) return { refusal: error.message }
    throw error
  }
}

/** The elements of a code; none of a code that cannot be read. */
export function sourcesIn(code: string, today: Date = new Date()): Sources {
  try {
    return read(code.trim(), today).sources
  } catch (error) {
    if (error instanceof Unreadable) return new Map()
    throw error
  }
}

function read(code: string, today: Date): Read {
  const [, retail, component = ''] = COMPOSITE.exec(code) ?? []
  if (retail !== undefined) return readComposite(retail, component, today)
  const [text] = OF_PARTS.exec(code) ?? []
  if (text !== undefined) throw new Unreadable(`${text} is only a part of a code: scan it as a whole`)
  const content = code.replace(OF_ANY, '')
  if (OF_GTIN.test(code)) return readRetail(code, content)
  const elements = readElements(code, content)
  if (elements) return toScan(elements, today)
  if (content === '') throw new Unreadable('there is nothing in it')
  const gtin = isGtin(content) ? content : fromUpcE(content)
  return { scan: withoutAbsent({ gtin, text: content }), sources: new Map() }
}

/** The elements of a code that is made of them. */
function readElements(code: string, content: string): Elements | undefined {
  const [, bracketed = ''] = /^\((\d{2,4})\)/.exec(content) ?? []
  if (findIdentifier(bracketed)) return readBracketed(content)
  const separated = content.replaceAll(TYPED_SEPARATOR, GROUP_SEPARATOR)
  const isMarked = OF_ELEMENTS.test(code) || content.includes(GROUP_SEPARATOR)
  if (isMarked || beginsWithKey(content)) return readElementString(separated)
  return separated === content ? readDigitalLink(content) : readIfElements(separated)
}

/** A name may have these characters too: it is one unless all of it are elements. */
function readIfElements(content: string): Elements | undefined {
  try {
    return readElementString(content)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** A scanner that sends no symbology identifier: the code begins with the identifier of an item or a logistic unit. */
function beginsWithKey(content: string): boolean {
  const [, sscc, gtin] = /^(?:00(\d{18})|0[12](\d{14}))/.exec(content) ?? []
  const key = sscc ?? gtin
  return key !== undefined && hasCheckDigit(key)
}

/** A GTIN, which an add-on of 2 or 5 digits may follow (`]E3`); `]E0` may be a UPC-E, too. */
function readRetail(code: string, content: string): Read {
  const [, gtin = content, addOn] = code.startsWith(']E3') ? (/^(\d{13})(\d{2}|\d{5})$/.exec(content) ?? []) : []
  const sources: Sources = new Map(addOn === undefined ? [] : [['addOn', { value: addOn, became: undefined }]])
  const upcA = code.startsWith(']E0') && !isGtin(gtin) ? fromUpcE(gtin) : undefined
  return { scan: { ...readGtin(upcA ?? gtin), text: gtin }, sources }
}

function readGtin(digits: string): Scan {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) throw new Unreadable(`${digits} is no GTIN`)
  if (!isGtin(digits))
    throw new Unreadable(`the check digit of ${digits} is wrong: it would be ${checkDigitOf(digits.slice(0, -1))}`)
  return { gtin: digits, text: digits }
}

/** A retail symbol says the item, its composite component the rest. */
function readComposite(retail: string, component: string, today: Date): Read {
  const { gtin = '' } = read(retail, today).scan
  return toScan(new Map([['01', gtin.padStart(14, '0')], ...elementsOf(component)]), today)
}

const elementsOf = (code: string) => readElementString(code.replaceAll(TYPED_SEPARATOR, GROUP_SEPARATOR))

function toScan(elements: Elements, today: Date): Read {
  for (const [one, other] of [
    ['01', '02'],
    ['30', '37'],
  ] as const)
    if (elements.has(one) && elements.has(other)) throw new Unreadable(`(${one}) and (${other}) exclude each other`)
  const days = readLabelDays(elements, today)
  const [net, gross] = [readNetWeight(elements), readGrossWeight(elements)]
  const countedBy = ['30', '37'].find((identifier) => Number(elements.get(identifier) ?? 0) > 0)
  const became = new Map<string, keyof Scan>(
    [
      ['01', 'gtin'] as const,
      ['02', 'gtin'] as const,
      ['10', 'lot'] as const,
      ['11', 'produced'] as const,
      ['21', 'serial'] as const,
      ['00', 'sscc'] as const,
      ['414', 'location'] as const,
      [countedBy, 'units'] as const,
      [days.expires?.identifier, 'expires'] as const,
      [net?.identifier, 'netWeight'] as const,
      [gross?.identifier, 'grossWeight'] as const,
    ].flatMap(([identifier, field]) => (identifier === undefined ? [] : [[identifier, field] as const])),
  )
  const scan = withoutAbsent({
    gtin: elements.get('01') ?? elements.get('02'),
    lot: elements.get('10'),
    expires: days.expires?.value,
    produced: days.produced,
    serial: elements.get('21'),
    units: countedBy === undefined ? undefined : Number(elements.get(countedBy)),
    netWeight: net?.kilograms,
    grossWeight: gross?.kilograms,
    sscc: elements.get('00'),
    location: elements.get('414'),
  })
  const sources = [...elements].map(
    ([identifier, value]) => [identifier, { value, became: became.get(identifier) }] as const,
  )
  return { scan, sources: new Map(sources) }
}

type Absent<T> = { readonly [K in keyof T]: T[K] | undefined }

// What is left has values only.
const withoutAbsent = (scan: Absent<Scan>) =>
  Object.fromEntries(Object.entries(scan).filter(([, value]) => value !== undefined)) as Scan
