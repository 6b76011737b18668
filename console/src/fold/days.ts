import { DAY_MS, dayPart, isDay, midnightOf } from '../../../shared/day.ts'

const MINUTE_MS = 60_000

/** Whether a date was given as a day without a time, which is midnight in UTC (docs/decisions/dates.md#6). */
export const isGivenAsDay = (at: string): boolean => isDay(new Date(at))

/** Whether the day of a date has passed for the viewer: what is due today is not late. */
export function isLate(at: string | null, now = new Date()): boolean {
  return at !== null && (isGivenAsDay(at) ? dayPart(at) : localDay(new Date(at))) < localDay(now)
}

/** What is due before it is late: no day without a time that is today for the viewer, and no moment of today. */
export function lateBefore(now = new Date()): string {
  const [inUtc, here] = [midnightOf(localDay(now)), dayStart(0, now)]
  return inUtc < here ? inUtc : here
}

/** The beginning of a day in the viewer's zone, so many days before today. */
export function dayStart(daysAgo = 0, now = new Date()): string {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  return day.toISOString()
}

/** The first and the last moment of a day such as 2026-01-31 in the viewer's zone. */
export const firstOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
export const lastOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()

/** Of a day such as 2026-01-31, in seconds since 1970: its noon in UTC, which is on the same day in almost every zone. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00Z`) / 1_000

/** A day of the viewer's zone as an address has it. */
export function localDay(at: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** The same moment for a minute, so that a list which begins or ends with it stays the same; so many days from now. */
export const thisMinute = (daysAhead = 0, now = Date.now()): string =>
  new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS + daysAhead * DAY_MS).toISOString()
