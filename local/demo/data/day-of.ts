const DAY_MS = 86_400_000

/** Noon in UTC, so many days after the demo was made. */
export type DayOf = (days: number) => string

/** Days are those of the first run, so that a further one repeats it. */
export function createDayOf(madeAt: Date): DayOf {
  const first = Math.floor(madeAt.getTime() / DAY_MS)
  return (days) => new Date((first + days + 0.5) * DAY_MS).toISOString()
}
