const HOUR_MS = 3_600_000

/** The name of a day in a zone, by other means than those of the service. */
export const dayIn = (timeZone: string, at: Date) => at.toLocaleDateString('sv-SE', { timeZone })

export const isDay = (date: string) => date.endsWith('T00:00:00.000Z')

/** The day of a date that may have been given without a time. */
export const dayGiven = (timeZone: string, date: string) =>
  isDay(date) ? date.slice(0, 10) : dayIn(timeZone, new Date(date))

export const daysBetween = (earlier: string, later: string) =>
  (Date.parse(later) - Date.parse(earlier)) / (24 * HOUR_MS)

export const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * HOUR_MS).toISOString().slice(0, 10)

/** The last moment whose day in the zone is that one, found by walking. */
export function lastMomentOf(timeZone: string, day: string): Date {
  let at = Date.parse(`${day}T00:00:00Z`) - 14 * HOUR_MS
  while (dayIn(timeZone, new Date(at)) <= day) at += HOUR_MS / 4
  return new Date(at - 1)
}
