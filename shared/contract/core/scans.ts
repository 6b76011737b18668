import { z } from 'zod'
import { GROUP_SEPARATOR } from '../../scan/elements.ts'
import { spellingsOf } from '../../scan/gtin.ts'
import { readScan, type Scan } from '../../scan/read-scan.ts'
import { across, isClean, optional } from './fields.ts'

/** Longest code, in characters. */
export const MAX_SCAN = 512

/** A code as a scanner sends it: FNC1 is the one control character that it may have. */
export const scannedCode = () =>
  z
    .string('must be a string.')
    .trim()
    .max(MAX_SCAN, `must be at most ${MAX_SCAN} characters long.`)
    .refine((code) => isClean(code.replaceAll(GROUP_SEPARATOR, '')), 'must not contain control characters.')

export const scan = () =>
  optional(scannedCode()).meta({
    description: 'Code that was scanned: fills fields that are not given; those that are must agree with it',
  })

/** A required field that a scan may give instead. */
export const orScanned = <T extends z.ZodType>(field: T) =>
  // `fromScan` refuses an input without it.
  field.nullish().transform((value) => (value ?? undefined) as z.output<T>)

/** What a scan says of the fields of a stock operation, by their names. */
interface Filled {
  itemID?: string | undefined
  units?: number | undefined
  counted?: number | undefined
  serial?: string | undefined
  serial2?: string | undefined
  expires?: string | undefined
}
type FieldName = keyof Filled
type Input = { scan?: unknown } & { [F in FieldName]?: unknown }

interface FromScan {
  /** Fields that it fills. */
  readonly fills: readonly FieldName[]
  /** Those of `fills` that must be given or scanned, in the order of the input. */
  readonly required?: readonly FieldName[]
}

/**
 * Fills the fields that are not given from `scan`, and refuses values that contradict it, but for `itemID`, which may be
 * another name of the same item, and `counted`, which is what is there (docs/decisions.md#75).
 */
export const fromScan = ({ fills, required = [] }: FromScan) =>
  across<Input>(({ value, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value })
    const isRefused = (field: string) => issues.some(({ path }) => path?.[0] === field)
    if (typeof value.scan === 'string' && !isRefused('scan')) {
      const reading = readScan(value.scan)
      if ('refusal' in reading) refuse('scan', `cannot be read: ${reading.refusal}.`)
      const said = 'scan' in reading ? toFields(reading.scan) : {}
      for (const field of fills) {
        const given = value[field]
        if (said[field] === undefined || isRefused(field)) continue
        if (given === undefined) value[field] = said[field]
        else if (isContradiction(field, given, said[field]))
          refuse('scan', `says ${field} ${shown(said[field])}, but ${field} is ${shown(given)}.`)
      }
    }
    for (const field of required) if (value[field] === undefined && !isRefused(field)) refuse(field, 'is required.')
    // As if these fields had been checked where they stand: before all others.
    const rank = (path: readonly PropertyKey[] = []) => {
      const at = required.findIndex((field) => field === path[0])
      return at === -1 ? required.length : at
    }
    issues.sort((one, other) => rank(one.path) - rank(other.path))
  })

/** A lot number beside a serial number is the secondary one. */
function toFields({ gtin, text, units, lot, serial, expires }: Scan): Filled {
  return {
    itemID: gtin ?? text,
    units,
    counted: units,
    serial: serial ?? lot,
    serial2: serial === undefined ? undefined : lot,
    expires: expires && `${expires}T00:00:00.000Z`,
  }
}

const isContradiction = (field: FieldName, given: unknown, said: unknown) =>
  field !== 'itemID' && field !== 'counted' && shown(given) !== shown(said)

/** A moment is compared by its day. */
const shown = (value: unknown) => String(value).replace(/^(\d{4}-\d\d-\d\d)T[\d:.]+Z$/, '$1')

/** The names that an item of this code may have, the likeliest first; none if the code is of no item. */
export function itemNamesIn(code: string): readonly string[] {
  const reading = readScan(code)
  if ('refusal' in reading) return []
  const { gtin, text } = reading.scan
  if (gtin !== undefined) return spellingsOf(gtin)
  return text === undefined ? [] : [text]
}
