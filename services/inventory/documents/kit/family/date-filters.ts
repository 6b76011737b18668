import type { Days } from '../../../../../shared/contract/dates/days.ts'
import { DAY_MS, isDayName } from '../../../../../shared/day.ts'

// A date of an order that was given as a day is stored as midnight in UTC of it, and is that day in every time zone. So the
// first midnight in UTC within a period belongs to it although the zone's day begins later, and the one after it does not.

/** Documents whose date is on a day or later, or at a moment or later. */
export function isFrom(field: string, written: string, days: Days): object {
  if (!isDayName(written)) return { [field]: { $gte: new Date(written) } }
  const [start, named] = [days.startOf(written), new Date(written)]
  return start > named ? { $or: [{ [field]: { $gte: start } }, { [field]: named }] } : { [field]: { $gte: start } }
}

/** Documents whose date is on a day or earlier, or at a moment or earlier. */
export function isUntil(field: string, written: string, days: Days): object {
  if (!isDayName(written)) return { [field]: { $lte: new Date(written) } }
  const [end, next] = [days.endOf(written), new Date(Date.parse(written) + DAY_MS)]
  return { [field]: { $lte: end, ...(end >= next && { $ne: next }) } }
}

/** Documents whose date is before a day or a moment. */
export function isBefore(field: string, written: string, days: Days): object {
  if (!isDayName(written)) return { [field]: { $lt: new Date(written) } }
  const [start, named] = [days.startOf(written), new Date(written)]
  return { [field]: { $lt: start, ...(start > named && { $ne: named }) } }
}
