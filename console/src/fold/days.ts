/** Whether the day of a moment has passed in the viewer's zone: what is due today is not late. */
export function isLate(at: string | null, now = new Date()): boolean {
  return at !== null && Date.parse(at) < new Date(now).setHours(0, 0, 0, 0)
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

/** A day of the viewer's zone as an address has it. */
export function localDay(at: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

const MINUTE_MS = 60_000
/** The same moment for a minute, so that a list which begins or ends with it stays the same; so many days from now. */
export const thisMinute = (daysAhead = 0, now = Date.now()): string =>
  new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS + daysAhead * 24 * 60 * MINUTE_MS).toISOString()
