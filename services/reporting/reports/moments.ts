import type { Days } from '../../../shared/contract/dates/days.ts'
import { addDays, isDayName } from '../../../shared/day.ts'
import type { Moment } from '../history/history.ts'

/** The end of a day, but not later than now, or a moment as it is given. */
export function momentOf(asOf: string | undefined, now: Moment, days: Days): Moment {
  if (asOf === undefined) return now
  if (isDayName(asOf)) return { ...now, at: new Date(Math.min(days.endOf(asOf).getTime(), now.at.getTime())) }
  return { ...now, at: new Date(asOf) }
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
