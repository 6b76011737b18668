import { z } from 'zod'
import { type ErrorDetails, validationError } from './errors.ts'

// Each message is the end of a sentence ("must be an integer."); `toDetails` adds the name of the field in front of it.

export const isClean = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

/** A trimmed string of at most `max` characters without control characters (docs/decisions/interface.md#4); may be empty. */
export const text = (max: number) =>
  z
    .string('must be a string.')
    .trim()
    .max(max, `must be at most ${max} characters long.`)
    .refine(isClean, 'must not contain control characters.')

/** As `text`, but not empty after trimming. */
export const requiredText = (max: number) => text(max).min(1, 'is required.')

const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u

/**
 * Name of the person that a request is made for. Characters that nobody sees are refused, but for joiners, which some
 * scripts need.
 */
export const actor = () =>
  requiredText(64).refine((name) => !INVISIBLE.test(name), 'must hold printable characters only.')

const MAX_INT32 = 2_147_483_647

/** JSON has -0, which equals 0 but is written differently. */
const withoutSign = (value: number) => value + 0

const zeroOrMore = (max: number) =>
  z
    .int('must be an integer.')
    .min(0, 'must be 0 or greater.')
    .max(max, `must be at most ${max}.`)
    .overwrite(withoutSign)

/** A 32-bit integer of 0 or more: identifiers and codes. */
export const id = () => zeroOrMore(MAX_INT32)

/** An integer of 0 or more, up to 2^53 - 1. */
export const longInteger = () => zeroOrMore(Number.MAX_SAFE_INTEGER)

const hasSixDecimals = (value: number) => {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return (mantissa.split('.')[1] ?? '').length - Number(exponent) <= 6
}

/** Largest quantity, weight or price of one record (docs/decisions/interface.md#5). */
export const MAX_DECIMAL = 999_999_999.999999

/** A number of at least 0 with at most 6 decimal places. */
export const decimal = () =>
  z
    .number('must be a number.')
    .min(0, 'must be 0 or greater.')
    .max(MAX_DECIMAL, `must be at most ${MAX_DECIMAL}.`)
    .refine(hasSixDecimals, 'must have at most 6 decimal places.')
    .overwrite(withoutSign)

/** A quantity in the item's unit of measure, greater than 0. */
export const units = () =>
  z
    .number('must be a number.')
    .gt(0, 'must be greater than 0.')
    .max(MAX_DECIMAL, `must be at most ${MAX_DECIMAL}.`)
    .refine(hasSixDecimals, 'must have at most 6 decimal places.')

/** Metadata of a quantity, weight or price; `what` says what is measured, and in which unit. */
export const sixDecimals = (what: string) => ({ description: `${what}, at most 6 decimal places` })

export const flag = () => z.boolean('must be true or false.')

/** An optional field; null counts as absent. */
export const optional = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? undefined)

/** An integer in a query or path value. Other text is refused; a number is accepted, so that parsing can be repeated. */
export const integerText = <T extends z.ZodType>(integer: T) => z.preprocess(fromDigits, integer)

function fromDigits(value: unknown) {
  if (typeof value !== 'string' || !/^\s*[+-]?\d+\s*$/.test(value)) return value
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(value), Number.MAX_SAFE_INTEGER))
}

/** A query value of `true` or `false`. */
export const flagText = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), flag())

/**
 * A check across fields. It runs even if single fields are invalid, so that all errors are reported at once; values may
 * be invalid.
 */
export const across = <T extends object>(check: (context: z.core.ParsePayload<T>) => void): z.core.$ZodCheck<T> => {
  const made = z.check<T>(check)
  made._zod.def.when = ({ value }) => typeof value === 'object' && value !== null
  return made
}

/**
 * `details` of a validation error: every bad field, under the name that the client sent (docs/decisions/interface.md#3); the
 * fields of an array's elements as `lines[17].units`, a bad element by its array. Of an array that is refused itself,
 * the elements are not named.
 */
export function toDetails(error: z.ZodError, input: unknown): ErrorDetails {
  const details: Record<string, string[]> = {}
  const refusedFields = new Set(error.issues.filter(({ path }) => path.length === 1).map(({ path }) => path[0]))
  for (const { path, message: text } of error.issues) {
    if (path.length > 1 && refusedFields.has(path[0])) continue
    const field = path.slice(0, path.findLastIndex((key) => typeof key !== 'number') + 1)
    const name = toFieldName(field)
    const value = valueAt(input, field)
    const missing = value === undefined || value === null || text === 'is required.'
    const message = missing ? `The ${name} field is required.` : `The field ${name} ${text}`
    details[name] = [...new Set([...(details[name] ?? []), message])]
  }
  return details
}

/** `lines[17].units` of `['lines', 17, 'units']`. */
export function toFieldName([first = 'body', ...rest]: readonly PropertyKey[]): string {
  return rest.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}.${String(key)}`),
    String(first),
  )
}

function valueAt(input: unknown, [first = 'body', ...rest]: readonly PropertyKey[]): unknown {
  const value: unknown = Object.getOwnPropertyDescriptor(Object(input), first)?.value
  return rest.length === 0 ? value : valueAt(value, rest)
}

/** The input after validation; throws 400 `validation_error`. Parsing a parsed input again changes nothing. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw validationError(toDetails(result.error, input))
}

/** A record with a name of its own in the OpenAPI document. */
export const namedRecord = <T extends z.ZodRawShape>(id: string, description: string, fields: T) =>
  z.object(fields).meta({ id, description })

export const listOf = <T extends z.ZodType>(item: T, description: string) => z.array(item).meta({ description })
