import { z } from 'zod'
import { GROUP_SEPARATOR, MAX_SCAN } from '../../scan/elements.ts'
import { spellingsOf } from '../../scan/gtin.ts'
import { readScan } from '../../scan/read-scan.ts'
import { toStockFields } from '../../scan/stock-fields.ts'
import { across, isClean, optional, sixDecimals, units } from './fields.ts'

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

/** A required field that something else may give instead, which then withdraws its refusal. */
const orElsewhere = <T extends z.ZodType, Absent>(field: T) =>
  field.optional().transform((value, context): z.output<T> | Absent => {
    if (value !== undefined) return value
    context.issues.push({ code: 'custom', message: 'is required.', input: undefined })
    return z.NEVER
  })

/** A required field that a scan may give instead: `fromScan` then withdraws its refusal. */
export const orScanned = <T extends z.ZodType>(field: T) => orElsewhere<T, never>(field)

/** What a scan says of the fields of a stock operation, by their names. */
interface Filled {
  itemID?: string | undefined
  serial?: string | undefined
  serial2?: string | undefined
  expires?: string | undefined
  netWeight?: number | undefined
  grossWeight?: number | undefined
}
type FieldName = keyof Filled

/** What a label says of these is a default: the goods may be another item's name, and may have been weighed again. */
const MAY_DIFFER: readonly FieldName[] = ['itemID', 'netWeight', 'grossWeight']
type Input = { scan?: unknown } & { [F in FieldName]?: unknown }

/**
 * Fills the fields that are not given from `scan`, and refuses values that contradict it, but for those that may differ
 * (docs/decisions/scans.md#75).
 */
export const fromScan = (...fields: readonly FieldName[]) =>
  across<Input>(({ value, issues }) => {
    if (typeof value.scan !== 'string' || issues.some(({ path }) => path?.[0] === 'scan')) return
    const refuse = (message: string) => issues.push({ code: 'custom', path: ['scan'], message, input: value })
    const reading = readScan(value.scan)
    if ('refusal' in reading) {
      refuse(`must be a code that can be read: ${reading.refusal}.`)
      return
    }
    const said: Filled = toStockFields(reading.scan)
    for (const field of fields) {
      if (said[field] === undefined) continue
      const given = value[field]
      const refusal = issues.findIndex(({ path }) => path?.[0] === field)
      const isMissing = given === undefined || given === null || given === z.NEVER
      if (isMissing) {
        if (refusal !== -1) issues.splice(refusal, 1)
        value[field] = said[field]
      } else if (refusal === -1 && isContradiction(field, given, said[field]))
        refuse(`must agree with ${field}: the code says ${shown(said[field])}, ${field} is ${shown(given)}.`)
    }
  })

const isContradiction = (field: FieldName, given: unknown, said: unknown) =>
  !MAY_DIFFER.includes(field) && shown(given) !== shown(said)

/** A moment is compared by its day. */
const shown = (value: unknown) => String(value).replace(/^(\d{4}-\d\d-\d\d)T[\d:.]+Z$/, '$1')

/** The names that an item of this code may have, the likeliest first; none if the code is of no item. */
export function itemNamesIn(code: string): readonly string[] {
  const reading = readScan(code)
  if ('refusal' in reading) return []
  const { gtin, text } = reading.scan
  return [...new Set([...(text === undefined ? [] : [text]), ...(gtin === undefined ? [] : spellingsOf(gtin))])]
}

/** A quantity in packages of the item, instead of units (docs/decisions/scans.md#78). */
export const packages = () =>
  optional(units()).meta(
    sixDecimals('Quantity in packages of the item, each of as many units as the item says; instead of units'),
  )

/** A required quantity that packages or a scan may give instead: `fromPackages` then withdraws its refusal. */
export const orPackages = <T extends z.ZodType>(field: T) => orElsewhere<T, undefined>(field)

type QuantityName = 'units' | 'counted'
type QuantityInput = { scan?: unknown; packages?: unknown } & { [F in QuantityName]?: unknown }

/** A quantity that is not given is one of packages, or of a scan: the service knows how many units these are. */
export const fromPackages = (field: QuantityName) =>
  across<QuantityInput>(({ value, issues }) => {
    const refusals = issues.filter(({ path }) => path?.[0] === field)
    const isScanned = typeof value.scan === 'string' && !issues.some(({ path }) => path?.[0] === 'scan')
    const isElsewhere = isScanned || (value.packages !== undefined && value.packages !== null)
    if (!isElsewhere || typeof value[field] === 'number') return
    const isMissing = refusals.every(({ input }) => input === undefined || input === null)
    if (!isMissing) return
    for (const refusal of refusals) issues.splice(issues.indexOf(refusal), 1)
    value[field] = undefined
  })
