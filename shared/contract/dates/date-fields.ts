import { z } from 'zod'
import { DAY_MS, HOUR_MS, isDayName, midnightOf } from '../../day.ts'
import type { Days } from './days.ts'

type ToMoment = (name: string, days: Days) => Date

interface Meaning {
  /** What a day stands for, for the document and docs/decisions/dates.md#87. */
  readonly says: string
  /** The moment that a service receives in place of a day. Without it the handler receives the day. */
  readonly toMoment?: ToMoment
}

/** What a date without a time means in a field of a request (docs/decisions/dates.md#87). */
export const dayMeanings = {
  from: {
    says: 'from the first moment of the day',
    toMoment: (name, days) => days.startOf(name),
  },
  until: {
    says: 'to the last moment of the day',
    toMoment: (name, days) => days.endOf(name),
  },
  before: {
    says: 'before the first moment of the day',
    toMoment: (name, days) => days.startOf(name),
  },
  // A lot that is good through a day has expired at the first moment of the next one.
  goodOn: {
    says: 'lots that are good on that day, or on a later one',
    toMoment: (name, days) => new Date(days.startOf(name).getTime() + 1),
  },
  goodBefore: {
    says: 'lots that are good before that day only',
    toMoment: (name, days) => new Date(days.startOf(name).getTime() + 1),
  },
  fromDate: { says: 'from that day on' },
  untilDate: { says: 'to that day, which is included' },
  beforeDate: { says: 'before that day' },
  through: { says: 'to the end of the day' },
  during: { says: 'at any moment of the day' },
  starts: { says: 'the first moment of the day' },
  named: { says: 'that day, in every time zone' },
  reported: { says: 'that day of the report' },
} as const satisfies Record<string, Meaning>
export type DayMeaning = keyof typeof dayMeanings

interface DateField {
  readonly day: DayMeaning
  /** The field of the same request with the beginning of the period that this one ends. */
  readonly begins?: string
}

const dateFields = z.registry<DateField>()

const DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i

function toUtc(written: string): string | undefined {
  if (!DATE_TIME.test(written)) return undefined
  const [date = '', time] = written.toUpperCase().split('T')
  const calendarDay = new Date(midnightOf(date))
  if (Number.isNaN(calendarDay.getTime()) || !calendarDay.toISOString().startsWith(date)) return undefined
  const moment = time && !/Z|[+-]\d\d:\d\d$/.test(time) ? `${date}T${time}Z` : written.toUpperCase()
  const instant = new Date(moment)
  if (Number.isNaN(instant.getTime())) return undefined
  // With its offset applied, the year may have more than four digits.
  const utc = instant.toISOString()
  return DATE_TIME.test(utc) ? utc : undefined
}

/**
 * An ISO 8601 date, which stands for a whole day, or a date-time, in UTC if it has no offset. A date stays as it is, but
 * for `named`, whose days are midnight in UTC; a date-time becomes `2026-01-31T09:30:00.000Z`. `begins` names the field
 * with the beginning of a period that this field ends (docs/decisions/dates.md#6).
 */
export const dayOrMoment = (day: DayMeaning, begins?: string) =>
  z
    .string('must be an ISO 8601 date or date-time.')
    .transform((given, context) => {
      const written = given.trim()
      const utc = toUtc(written)
      if (utc) return isDayName(written) && day !== 'named' ? written : utc
      context.issues.push({ code: 'custom', message: 'must be an ISO 8601 date or date-time.', input: given })
      return z.NEVER
    })
    .register(dateFields, { day, ...(begins !== undefined && { begins }) })

/** What a date means in a field of an input; undefined for a field that is not a date. */
export function dateFieldOf(schema: z.core.$ZodType): DateField | undefined {
  const known = dateFields.get(schema)
  if (known) return known
  const { innerType, in: source, out } = schema._zod.def as Partial<Record<'innerType' | 'in' | 'out', z.core.$ZodType>>
  for (const inner of [innerType, source, out]) {
    const found = inner && dateFieldOf(inner)
    if (found) return found
  }
  return undefined
}

/** The fields of an input that are dates. */
export function dateFieldsOf(input: z.ZodObject): ReadonlyMap<string, DateField> {
  const known = fieldsOf.get(input)
  if (known) return known
  const fields = Object.entries(input.shape).flatMap(([name, field]) => {
    const found = dateFieldOf(field)
    return found ? [[name, found] as const] : []
  })
  const made = new Map(fields)
  fieldsOf.set(input, made)
  return made
}
const fieldsOf = new WeakMap<z.ZodObject, ReadonlyMap<string, DateField>>()

/** Whether a period surely ends before it begins; a day and a moment are compared for the zones where they are nearest. */
export function isReversed(from: string, to: string): boolean {
  if (isDayName(from) === isDayName(to)) return to < from
  const [earliest, latest] = [isDayName(from) ? -FARTHEST_EAST_MS : 0, isDayName(to) ? DAY_MS + FARTHEST_WEST_MS : 0]
  return Date.parse(to) + latest < Date.parse(from) + earliest
}
/** UTC+14:00 and UTC-12:00. */
const FARTHEST_EAST_MS = 14 * HOUR_MS
const FARTHEST_WEST_MS = 12 * HOUR_MS

/** The days that dates of an input name. */
export type FindDays = (input: Readonly<Record<string, unknown>>) => Days | Promise<Days>

/** An input as its handler receives it: days whose field means a moment are that moment. */
export async function resolveDays(
  fields: ReadonlyMap<string, DateField>,
  input: Readonly<Record<string, unknown>>,
  findDays: () => Days | Promise<Days>,
): Promise<Record<string, unknown>> {
  const resolved = { ...input }
  for (const [name, { day }] of fields) {
    const given = input[name]
    const { toMoment }: Meaning = dayMeanings[day]
    if (typeof given === 'string' && isDayName(given) && toMoment)
      resolved[name] = toMoment(given, await findDays()).toISOString()
  }
  return resolved
}
