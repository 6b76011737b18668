import { expect, test } from 'vitest'
import { createDays } from '../../../shared/contract/dates/days.ts'

const HOUR_MS = 3_600_000
const hoursOf = (timeZone: string, name: string) => {
  const days = createDays(timeZone)
  return (days.endOf(name).getTime() + 1 - days.startOf(name).getTime()) / HOUR_MS
}

test('a day of Berlin has 23 hours when summer time begins, 25 when it ends, and 24 otherwise', () => {
  const days = createDays('Europe/Berlin')
  expect(days.startOf('2026-03-29').toISOString()).toBe('2026-03-28T23:00:00.000Z')
  expect(days.endOf('2026-03-29').toISOString()).toBe('2026-03-29T21:59:59.999Z')
  expect(
    ['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map((name) => hoursOf('Europe/Berlin', name)),
  ).toEqual([24, 23, 25, 24])
  expect(hoursOf('UTC', '2026-03-29')).toBe(24)
})

test('each moment is of one day, which the next day follows at once', () => {
  const days = createDays('Europe/Berlin')
  for (const name of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-12-31']) {
    const { start, end } = days.dayOf(days.startOf(name))
    expect(days.dayOf(new Date(end.getTime() - 1)).name).toBe(name)
    expect(days.dayOf(new Date(start.getTime() - 1)).name < name).toBe(true)
    expect(days.startOf(days.dayOf(end).name)).toEqual(end)
  }
})

test('a day that a zone left out ends before the next begins', () => {
  // Samoa went from the 29th to the 31st of December 2011.
  const days = createDays('Pacific/Apia')
  expect(days.startOf('2011-12-30')).toEqual(days.startOf('2011-12-31'))
  expect(days.dayOf(new Date(days.startOf('2011-12-31').getTime() - 1)).name).toBe('2011-12-29')
  expect(days.endOf('2011-12-30').getTime()).toBe(days.startOf('2011-12-31').getTime() - 1)
})

test.each([
  ['UTC', '0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['UTC', '0000-01-01', '0000-01-01T00:00:00.000Z'],
  ['Europe/Berlin', '0001-01-01', '0000-12-31T23:06:32.000Z'],
  ['America/Los_Angeles', '0999-12-31', '0999-12-31T07:52:58.000Z'],
  ['Asia/Kolkata', '1000-01-01', '0999-12-31T18:06:32.000Z'],
])('a day before the year 1000 is a day: in %s, %s begins at %s', (timeZone, name, start) => {
  const days = createDays(timeZone)
  expect(days.startOf(name).toISOString()).toBe(start)
  expect(days.dayOf(days.startOf(name)).name).toBe(name)
  expect(days.endOf(name).getTime() - days.startOf(name).getTime()).toBe(24 * HOUR_MS - 1)
})
