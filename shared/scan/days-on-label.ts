import { dayPart, nameOfDay } from '../day.ts'
import { type Elements, Unreadable } from './elements.ts'

/** Identifiers of when a thing ends, the one that counts first, and of when it was made or packed. */
const ENDS = ['17', '7003', '15', '16'] as const
const BEGINS = ['11', '13'] as const

/** Days of a label: ISO 8601 dates, `expires` a date-time if only (7003) says it. */
export interface LabelDays {
  readonly expires: { readonly identifier: string; readonly value: string } | undefined
  readonly produced: string | undefined
}

/**
 * The day on which a thing ends: its expiry (17 or, with the time, 7003), else the day it is best before (15) or to be sold
 * by (16). Throws `Unreadable` if days do not exist or contradict each other (docs/decisions/scans.md#88).
 */
export function readLabelDays(elements: Elements, today: Date): LabelDays {
  const read = (identifier: string) =>
    identifier === '7003'
      ? readMoment(identifier, elements.get(identifier) ?? '', today)
      : readDay(identifier, elements.get(identifier), today)
  const ends = ENDS.flatMap((identifier) => {
    const value = elements.has(identifier) ? read(identifier) : undefined
    return value === undefined ? [] : [{ identifier, value, day: dayPart(value) }]
  })
  const [day, moment] = ['17', '7003'].map((identifier) => ends.find((end) => end.identifier === identifier))
  if (day && moment && day.day !== moment.day) throw new Unreadable(`(17) and (7003) are different days`)
  for (const begin of BEGINS) {
    read(begin)
    const digits = elements.get(begin)
    const earliest = digits && firstDay(begin, digits, today)
    const before = earliest && ends.find((end) => end.day < earliest)
    if (before) throw new Unreadable(`(${before.identifier}) ${before.day} is before (${begin}) ${earliest}`)
  }
  return { expires: ends[0], produced: read('11') }
}

/**
 * The day of YYMMDD as an ISO 8601 date; 00 is the last day of the month (GS1 General Specifications, section 3.4).
 * Throws `Unreadable` for a day that no calendar has.
 */
function readDay(identifier: string, digits: string | undefined, today: Date): string | undefined {
  if (digits === undefined) return undefined
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)].map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const fullYear = withCentury(year, today.getUTCFullYear())
  // Day 0 of the next month is the last one of this.
  const read = new Date(Date.UTC(fullYear, day === 0 ? month : month - 1, day))
  const isMonth = month >= 1 && month <= 12
  if (!isMonth || (day !== 0 && read.getUTCMonth() !== month - 1))
    throw new Unreadable(`(${identifier})${digits} is no day: it is written YYMMDD`)
  return nameOfDay(read)
}

/** The first day that YYMMDD can stand for: 00 is any day of the month. */
const firstDay = (identifier: string, digits: string, today: Date): string | undefined =>
  readDay(identifier, digits.replace(/00$/, '01'), today)

/** The moment of YYMMDDhhmm, as an ISO 8601 date-time in UTC; throws `Unreadable` for one that does not exist. */
function readMoment(identifier: string, digits: string, today: Date): string | undefined {
  const [, date, hour = '', minute = ''] = /^(\d{6})(\d\d)(\d\d)$/.exec(digits) ?? []
  if (date?.endsWith('00') || hour > '23' || minute > '59')
    throw new Unreadable(`(${identifier})${digits} is no moment: it is written YYMMDDhhmm`)
  const day = readDay(identifier, date, today)
  return day && `${day}T${hour}:${minute}:00.000Z`
}

/** The year that is at most 50 years ahead and less than 50 years ago (section 7.12). */
function withCentury(year: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100)
  const ahead = year - (thisYear % 100)
  if (ahead > 50) return century - 100 + year
  return ahead < -49 ? century + 100 + year : century + year
}
