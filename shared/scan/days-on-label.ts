import { dayPart } from '../day.ts'
import { firstDay, readDay, readMoment } from './days.ts'
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
