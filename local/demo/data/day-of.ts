import { DAY_MS, dayNumber } from '../../../shared/day.ts'
/** Noon in UTC, so many days after the demo was made. */
export type DayOf = (days: number) => string

/** Days are those of the first run, so that a further one repeats it. */
export function createDayOf(madeAt: Date): DayOf {
  const first = dayNumber(madeAt)
  return (days) => new Date((first + days + 0.5) * DAY_MS).toISOString()
}
