import { nameOfDay } from '../../../shared/day.ts'
/** The first and the last day of the month before this one, in a time zone (IANA). */
export function lastMonth(now: Date, timeZone: string): { readonly from: string; readonly to: string } {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const [year = 0, month = 0] = format.format(now).split('-').map(Number)
  const day = (...date: [year: number, month: number, day: number]) => nameOfDay(new Date(Date.UTC(...date)))
  return { from: day(year, month - 2, 1), to: day(year, month - 1, 0) }
}
