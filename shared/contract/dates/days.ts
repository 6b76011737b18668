import { DAY_MS, HOUR_MS, isDay, isDayName, midnightOf, nameOfDay } from '../../day.ts'

/** The Gregorian calendar repeats itself after so long; before it, zones have their local mean time only. */
const CYCLE = { years: 400, ms: 146_097 * DAY_MS }
/** Years have four digits in every zone from here on. */
const FOUR_DIGITS_FROM_MS = Date.parse('1001-01-01T00:00:00Z')

/** A day of a time zone, and when it begins and ends. */
export interface Day {
  /** As `2026-01-31`. */
  readonly name: string
  readonly start: Date
  /** When the next day begins. */
  readonly end: Date
}

/** Days of a time zone with an IANA name, which have 23 or 25 hours when its clocks are changed. */
export interface Days {
  dayOf(moment: Date): Day
  /** The first moment of a day, by its name; of a day that the zone left out, that of the next one. */
  startOf(name: string): Date
  /** The last moment of a day, to the millisecond. */
  endOf(name: string): Date
}

/** The day that a date of an order names: one without a time is that day in every time zone. */
export const dayNamedBy = (date: Date, days: Days): string => (isDay(date) ? nameOfDay(date) : days.dayOf(date).name)

/** The moment of a date: a day begins with its first one. */
export const firstMoment = (written: string, days: Days): Date =>
  isDayName(written) ? days.startOf(written) : new Date(written)

/** Whether a text is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** Later days are those of UTC: formats write years of more digits. */
const LAST_NAMED = '9999-12-25'

const known = new Map<string, Days>()

/** The days of a time zone; it takes a while to make them. */
export function daysOf(timeZone: string): Days {
  const days = known.get(timeZone) ?? createDays(timeZone)
  known.set(timeZone, days)
  return days
}

export function createDays(timeZone: string): Days {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  /** Years before 1000 are formatted without zeros, and those before 1 in another era: a later cycle has the day. */
  const nameOf = (ms: number) => {
    const cycles = Math.max(0, Math.ceil((FOUR_DIGITS_FROM_MS - ms) / CYCLE.ms))
    const name = format.format(ms + cycles * CYCLE.ms)
    if (cycles === 0) return name
    const [year, ...monthAndDay] = name.split('-')
    return [String(Number(year) - cycles * CYCLE.years).padStart(4, '0'), ...monthAndDay].join('-')
  }
  /** By their names: to find where a day begins and ends takes some 50 conversions, its name takes one. */
  const known = new Map<string, Day>()
  let latest: Day | undefined

  /** The first moment whose day satisfies: found by halves, as names of days only rise. */
  const firstOf = (low: number, high: number, isReached: (name: string) => boolean): number => {
    let [before, reached] = [low, high]
    while (reached - before > 1) {
      const middle = Math.floor((before + reached) / 2)
      if (isReached(nameOf(middle))) reached = middle
      else before = middle
    }
    return reached
  }

  const startOf = (name: string): Date => {
    if (name > LAST_NAMED) return new Date(midnightOf(name))
    const noon = Date.parse(`${name}T12:00:00Z`)
    return new Date(firstOf(noon - 36 * HOUR_MS, noon + 36 * HOUR_MS, (found) => found >= name))
  }
  const startAfter = (name: string): Date => {
    if (name > LAST_NAMED) return new Date(Date.parse(midnightOf(name)) + DAY_MS)
    const noon = Date.parse(`${name}T12:00:00Z`)
    return new Date(firstOf(noon - 36 * HOUR_MS, noon + 60 * HOUR_MS, (found) => found > name))
  }

  return {
    startOf,
    endOf: (name) => new Date(startAfter(name).getTime() - 1),
    dayOf(moment) {
      if (latest && moment >= latest.start && moment < latest.end) return latest
      const name = nameOf(moment.getTime())
      latest = known.get(name) ?? { name, start: startOf(name), end: startAfter(name) }
      known.set(name, latest)
      return latest
    },
  }
}
