import type { Days } from '../history/days.ts'
import type { Moment } from '../history/history.ts'

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d\d-\d\d$/

/** No name of a day is earlier (ISO 8601 with four digits). */
const FIRST_DAY_MS = Date.parse('0000-01-01T00:00:00Z')

/** A day by its name, so many days later or, negative, earlier. */
export const addDays = (name: string, count: number): string =>
  new Date(Math.max(Date.parse(`${name}T00:00:00Z`) + count * DAY_MS, FIRST_DAY_MS)).toISOString().slice(0, 10)

/** The end of a day, but not later than now, or a moment as it is given, which is in UTC unless it says otherwise. */
export function momentOf(asOf: string | undefined, now: Moment, days: Days): Moment {
  if (asOf === undefined) return now
  if (DAY.test(asOf)) return { ...now, at: new Date(Math.min(days.endOf(asOf).getTime(), now.at.getTime())) }
  const hasZone = /(z|[+-]\d\d:\d\d)$/i.test(asOf)
  return { ...now, at: new Date(hasZone ? asOf : `${asOf}Z`) }
}

/** What is reported of: from the first moment of a day to the last of another. */
export interface Period {
  readonly start: Date
  /** The last millisecond before the period. */
  readonly opening: Moment
  readonly closing: Moment
}

const DEFAULT_DAYS = 30

export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Moment,
  days: Days,
): Period {
  const last = to ?? days.dayOf(now.at).name
  const start = days.startOf(from ?? addDays(last, 1 - DEFAULT_DAYS))
  return {
    start,
    opening: { ...now, at: new Date(start.getTime() - 1) },
    closing: momentOf(last, now, days),
  }
}
