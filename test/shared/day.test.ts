import { expect, test } from 'vitest'
import {
  addDays,
  dayIfMidnight,
  dayNumber,
  daysBetween,
  isDay,
  isDayName,
  midnightOf,
  nameOfDay,
} from '../../shared/day.ts'

test.each([
  ['2026-01-31', 1, '2026-02-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-01-01', 365, '2027-01-01'],
  ['0000-01-02', -5, '0000-01-01'],
])('%s and %i days are %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
})

test.each([
  ['2026-01-31', '2026-02-01', 1],
  ['2026-02-01', '2026-01-31', -1],
  ['2026-03-28', '2026-03-30', 2],
  ['2028-01-01', '2029-01-01', 366],
])('from %s to %s are %i days', (from, to, expected) => {
  expect(daysBetween(from, to)).toBe(expected)
})

test('a day is named in UTC, whatever the zone of the process', () => {
  expect(nameOfDay(new Date('2026-01-31T23:59:59.999Z'))).toBe('2026-01-31')
  expect(nameOfDay(new Date('2026-01-31T23:30:00-01:00'))).toBe('2026-02-01')
  expect([0, 86_399_999, 86_400_000, -1].map((ms) => dayNumber(new Date(ms)))).toEqual([0, 0, 1, -1])
})

test('a name of a day has no time and four digits of the year', () => {
  expect(['2026-01-31', '2026-99-99'].map(isDayName)).toEqual([true, true])
  expect(['2026-01-31T00:00:00.000Z', '+012026-01-31', '2026-1-31', ' 2026-01-31', ''].map(isDayName)).toEqual(
    Array(5).fill(false),
  )
})

test('a date that was given as a day is midnight in UTC of it, and is shown as that', () => {
  const midnight = midnightOf('2026-01-31')
  expect(midnight).toBe('2026-01-31T00:00:00.000Z')
  expect(['2026-01-31', midnight, '2026-01-31T00:00:00.001Z', 'x'].map((at) => isDay(new Date(at)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const dates = ['2026-01-31', midnight, '2026-01-31T12:00:00.000Z']
  expect(dates.map(dayIfMidnight)).toEqual(['2026-01-31', '2026-01-31', '2026-01-31T12:00:00.000Z'])
})
