/**
 * Days in UTC and their names, such as `2026-01-31` (ISO 8601). A date that was given as a day is stored and returned as
 * midnight in UTC of it (docs/decisions/dates.md#87). Days of time zones: contract/dates/days.ts.
 */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const DAY_SECONDS = 86_400

const DAY_NAME = /^\d{4}-\d\d-\d\d$/
const NAME_LENGTH = '2026-01-31'.length
/** No name of a day is earlier (ISO 8601 with four digits). */
const FIRST_DAY_MS = Date.parse('0000-01-01T00:00:00Z')

/** Whether a date names a day: it has no time. */
export const isDayName = (written: string): boolean => DAY_NAME.test(written)

/** The day that a date-time begins with. */
export const dayPart = (written: string): string => written.slice(0, NAME_LENGTH)

/** The day in UTC of a moment. */
export const nameOfDay = (moment: Date): string => dayPart(moment.toISOString())

/** Whether a date was given as a day: it is midnight in UTC. */
export const isDay = (date: Date): boolean => date.getTime() % DAY_MS === 0

/** The form in which responses have a day: midnight in UTC. */
export const midnightOf = (name: string): string => `${name}T00:00:00.000Z`

/** The day of which a date-time is midnight in UTC; any other date as it is. */
export const dayIfMidnight = (written: string): string => written.replace(/T00:00:00\.000Z$/, '')

/** How many days later a day is than another one, by their names. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** A day by its name, so many days later or, negative, earlier. */
export const addDays = (name: string, count: number): string =>
  nameOfDay(new Date(Math.max(Date.parse(midnightOf(name)) + count * DAY_MS, FIRST_DAY_MS)))

/** The number of a moment's day in UTC, counted from 1 January 1970. */
export const dayNumber = (moment: Date): number => Math.floor(moment.getTime() / DAY_MS)
