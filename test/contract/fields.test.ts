import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  decimal,
  flag,
  flagText,
  id,
  integerText,
  optional,
  requiredText,
  text,
  units,
} from '../../shared/contract/core/fields.ts'
import { pageQuery } from '../../shared/contract/core/paging.ts'
import { dayOrMoment } from '../../shared/contract/dates/date-fields.ts'

const REFUSED = Symbol('refused')
/** What a field makes of a value. */
const parse = (field: z.ZodType, value: unknown) => {
  const result = field.safeParse(value)
  return result.success ? result.data : REFUSED
}

describe('text', () => {
  test.each<[unknown, unknown]>([
    ['bolt', 'bolt'],
    ['  bolt\t\n', 'bolt'],
    ['', ''],
    ['x'.repeat(64), 'x'.repeat(64)],
    [` ${'x'.repeat(64)} `, 'x'.repeat(64)],
    ['x'.repeat(65), REFUSED],
    ['Schraube M6 × 30 — ½″', 'Schraube M6 × 30 — ½″'],
    ['a\u0000b', REFUSED],
    ['a\nb', REFUSED],
    ['a\u007fb', REFUSED],
    ['a\u0085b', REFUSED],
    ['\ud800', REFUSED],
    [5, REFUSED],
    [null, REFUSED],
    [['x'], REFUSED],
    [{ $ne: '' }, REFUSED],
  ])('%j becomes %j', (given, expected) => {
    expect(parse(text(64), given)).toEqual(expected)
  })

  test('is required to hold something where it is required', () => {
    for (const blank of ['', '  ', '\t', '\u00a0', null, undefined]) expect(parse(requiredText(8), blank)).toBe(REFUSED)
  })
})

describe('identifiers', () => {
  test.each<[unknown, unknown]>([
    [0, 0],
    [-0, 0],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, REFUSED],
    [-1, REFUSED],
    [1.5, REFUSED],
    ['5', REFUSED],
    [null, REFUSED],
    [Number.NaN, REFUSED],
    [Number.POSITIVE_INFINITY, REFUSED],
    [true, REFUSED],
  ])('%j becomes %j', (given, expected) => {
    expect(parse(id(), given)).toBe(expected)
  })
})

describe('quantities', () => {
  test.each<[unknown, unknown]>([
    [0.1, 0.1],
    [0.000001, 0.000001],
    [1.5e-6, REFUSED],
    [1e-7, REFUSED],
    [1e21, REFUSED],
    [999_999_999.999999, 999_999_999.999999],
    [1_000_000_000, REFUSED],
    [999_999_999.9999999, REFUSED],
    [123_456_789.123456, 123_456_789.123456],
    [0.1 + 0.2, REFUSED],
    ['1', REFUSED],
    [null, REFUSED],
    [Number.NaN, REFUSED],
    [Number.POSITIVE_INFINITY, REFUSED],
    [-1, REFUSED],
  ])('%j becomes %j', (given, expected) => {
    expect(parse(units(), given)).toBe(expected)
    expect(parse(decimal(), given)).toBe(expected)
  })

  test('0 is a weight and no quantity, and has no sign', () => {
    expect([parse(units(), 0), parse(units(), -0)]).toEqual([REFUSED, REFUSED])
    expect([parse(decimal(), 0), parse(decimal(), -0)]).toEqual([0, 0])
  })

  test('every number of at most 6 decimals is taken, and any more refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999 }), (whole, micros) => {
        const value = Number(`${whole}.${String(micros).padStart(6, '0')}`)
        expect(parse(units(), value)).toBe(value)
      }),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999 }).filter((digits) => digits % 10 !== 0),
        (digits) => {
          expect(parse(units(), Number(`1.${String(digits).padStart(7, '0')}`))).toBe(REFUSED)
        },
      ),
    )
  })
})

describe('date-times', () => {
  test.each<[unknown, unknown]>([
    ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:15', '2026-01-31T09:30:15.000Z'],
    ['2026-01-31T09:30:15.5', '2026-01-31T09:30:15.500Z'],
    ['2026-01-31T09:30:15.123456789Z', '2026-01-31T09:30:15.123Z'],
    ['2026-01-31T09:30:00+02:00', '2026-01-31T07:30:00.000Z'],
    ['2026-01-31T23:30:00-05:30', '2026-02-01T05:00:00.000Z'],
    ['2026-01-31t09:30:00z', '2026-01-31T09:30:00.000Z'],
    [' 2026-01-31 ', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-02-29', REFUSED],
    ['2026-02-30T00:00:00Z', REFUSED],
    ['2100-02-29', REFUSED],
    ['2026-13-01', REFUSED],
    ['2026-00-10', REFUSED],
    ['2026-01-32', REFUSED],
    ['2026-01-31T24:00:00Z', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T24:00:01Z', REFUSED],
    ['2026-01-31T25:00:00Z', REFUSED],
    ['2026-01-31T09:60:00Z', REFUSED],
    ['2026-01-31T09:30:60Z', REFUSED],
    ['2026-01-31T09:30:00+99:00', REFUSED],
    ['2026-01-31T09:30:00+0200', REFUSED],
    ['2026-01-31 09:30:00', REFUSED],
    ['2026-1-31', REFUSED],
    ['31.01.2026', REFUSED],
    ['+010000-01-01T00:00:00Z', REFUSED],
    ['0000-01-01T00:00:00+14:00', REFUSED],
    ['9999-12-31T23:59:59-01:00', REFUSED],
    ['9999-12-31T24:00:00Z', REFUSED],
    ['tomorrow', REFUSED],
    ['', REFUSED],
    [1_769_851_800_000, REFUSED],
    [new Date(0), REFUSED],
    [null, REFUSED],
  ])('%j becomes %j', (given, expected) => {
    expect(parse(dayOrMoment('named'), given)).toBe(expected)
    const isDay = expected !== REFUSED && !String(given).toUpperCase().includes('T')
    expect(parse(dayOrMoment('from'), given)).toBe(isDay ? String(given).trim() : expected)
  })

  test('every moment of our calendar is taken and stays the same', () => {
    const range = {
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const written = date.toISOString()
        expect(parse(dayOrMoment('from'), written)).toBe(written)
      }),
    )
  })
})

describe('integers in queries', () => {
  const field = integerText(id())
  test.each<[unknown, unknown]>([
    ['5', 5],
    ['+5', 5],
    [' 5 ', 5],
    ['005', 5],
    ['-0', 0],
    [5, 5],
    ['5.0', REFUSED],
    ['1e3', REFUSED],
    ['0x10', REFUSED],
    ['-5', REFUSED],
    ['99999999999999999999', REFUSED],
    ['', REFUSED],
    [' ', REFUSED],
    ['٥', REFUSED],
    [['5', '6'], REFUSED],
    [{ $gt: '' }, REFUSED],
    [true, REFUSED],
  ])('%j becomes %j', (given, expected) => {
    expect(parse(field, given)).toBe(expected)
  })

  test.each<[string, unknown, unknown]>([
    ['page', '0', 1],
    ['page', '-5', 1],
    ['page', '99999999999999999999', Number.MAX_SAFE_INTEGER],
    ['page', '1.5', REFUSED],
    ['page', 'two', REFUSED],
    ['page', null, undefined],
    ['page', undefined, undefined],
    ['page', '', REFUSED],
    ['pageSize', '0', 1],
    ['pageSize', '251', 250],
    ['pageSize', '250', 250],
    ['pageSize', ['1', '2'], REFUSED],
    ['direction', 'desc', 'desc'],
    ['direction', 'sideways', 'sideways'],
    ['modifiedSince', 'yesterday', REFUSED],
    ['modifiedSince', '2026-01-31', '2026-01-31'],
  ])('%s=%j becomes %j', (name, given, expected) => {
    const result = z.object(pageQuery()).safeParse({ [name]: given })
    expect(result.success ? result.data[name as 'page'] : REFUSED).toBe(expected)
  })
})

describe('flags', () => {
  test.each<[unknown, unknown, unknown]>([
    [true, true, true],
    [false, false, false],
    ['true', REFUSED, true],
    ['false', REFUSED, false],
    ['TRUE', REFUSED, REFUSED],
    ['1', REFUSED, REFUSED],
    [1, REFUSED, REFUSED],
    [0, REFUSED, REFUSED],
    ['', REFUSED, REFUSED],
    [null, REFUSED, REFUSED],
  ])('%j becomes %j in a body and %j in a query', (given, inBody, inQuery) => {
    expect([parse(flag(), given), parse(flagText(), given)]).toEqual([inBody, inQuery])
  })
})

test('an optional field may be left out or null, which are the same', () => {
  for (const nothing of [undefined, null]) expect(parse(optional(text(8)), nothing)).toBeUndefined()
  expect(parse(optional(text(8)), '')).toBe('')
  expect(parse(optional(text(8)), 5)).toBe(REFUSED)
})
