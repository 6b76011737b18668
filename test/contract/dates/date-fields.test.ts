import { expect, test } from 'vitest'
import type { z } from 'zod'
import { toDetails } from '../../../shared/contract/core/fields.ts'
import { withPeriods } from '../../../shared/contract/core/operation.ts'
import { dateFieldsOf, dayMeanings, isReversed, resolveDays } from '../../../shared/contract/dates/date-fields.ts'
import { daysOf } from '../../../shared/contract/dates/days.ts'
import { contract } from '../../../shared/contract/index.ts'
import { importedMovement } from '../../../shared/contract/inventory/inventory.ts'

const inputs = [
  ...Object.values(contract).flatMap((service) =>
    Object.values(service).map(({ name, input }) => ({ name: String(name), input })),
  ),
  { name: 'a line of history', input: withPeriods(importedMovement) },
]

/** A field that takes a day that exists, and refuses one that does not, reads dates, however it is declared. */
const readsDates = (field: z.ZodType) =>
  field.safeParse('2026-02-28').success && !field.safeParse('2026-02-30').success && !field.safeParse('28').success

test('every input field that is a date says what a day means in it', () => {
  const undeclared = inputs.flatMap(({ name, input }) => {
    const declared = dateFieldsOf(input)
    return Object.entries<z.ZodType>(input.shape)
      .filter(([field, schema]) => readsDates(schema) !== declared.has(field))
      .map(([field]) => `${name} ${field}`)
  })
  expect(undeclared).toEqual([])
  expect(inputs.filter(({ input }) => dateFieldsOf(input).size > 0).length).toBeGreaterThan(30)
})

const fields = inputs.flatMap(({ name, input }) =>
  [...dateFieldsOf(input)].map(([field, date]) => ({ title: `${name} ${field}`, field, input, ...date })),
)

test.each(fields)('$title refuses a day that does not exist', ({ field, input }) => {
  for (const given of ['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01']) {
    const { error } = input.safeParse({ [field]: given })
    expect(toDetails(error ?? new Error('taken'), { [field]: given })[field], given).toEqual([
      `The field ${field} must be an ISO 8601 date or date-time.`,
    ])
  }
})

test.each(fields.filter(({ begins }) => begins !== undefined))(
  '$title must not be before $begins',
  ({ field, input, begins = '' }) => {
    const refusalOf = (from: string, to: string) => {
      const given = { [begins]: from, [field]: to }
      const { error } = input.safeParse(given)
      return error && toDetails(error, given)[field]
    }
    const refused = [`The field ${field} must not be before ${begins}.`]
    expect(refusalOf('2026-01-31', '2026-01-30')).toEqual(refused)
    expect(refusalOf('2026-01-31T10:00:00Z', '2026-01-31T09:00:00Z')).toEqual(refused)
    expect(refusalOf('2026-01-31', '2026-01-29T09:00:00Z')).toEqual(refused)
    expect(refusalOf('2026-01-31', '2026-01-31')).toBeUndefined()
    expect(refusalOf('2026-01-31T23:00:00Z', '2026-01-31')).toBeUndefined()
  },
)

const ends = fields.flatMap(({ begins, ...field }) => (begins === undefined ? [] : [{ ...field, begins }]))

test.each(ends)('the period that ends with $title has a beginning', ({ input, begins }) => {
  expect(dateFieldsOf(input).has(begins)).toBe(true)
})

test('the end of a period has a beginning wherever the same request has one', () => {
  const ends = ['until', 'untilDate']
  const alone = fields.filter(({ day, begins }) => ends.includes(day) && begins === undefined).map(({ title }) => title)
  expect(alone).toEqual([])
})

test('a day becomes its first or its last moment in the zone, and a moment stays', async () => {
  const days = new Map(Object.keys(dayMeanings).map((day) => [day, { day: day as keyof typeof dayMeanings }] as const))
  const given = Object.fromEntries([...days.keys()].map((day) => [day, '2026-11-27']))
  const resolved = await resolveDays(days, given, () => daysOf('America/Los_Angeles'))
  expect(resolved).toEqual({
    ...given,
    from: '2026-11-27T08:00:00.000Z',
    until: '2026-11-28T07:59:59.999Z',
    before: '2026-11-27T08:00:00.000Z',
    goodOn: '2026-11-27T08:00:00.001Z',
    goodBefore: '2026-11-27T08:00:00.001Z',
  })
  const moments = Object.fromEntries([...days.keys()].map((day) => [day, '2026-11-27T00:00:00.000Z']))
  expect(await resolveDays(days, moments, () => daysOf('America/Los_Angeles'))).toEqual(moments)
})

test('a day and a moment are compared for the zones where they are nearest', () => {
  expect(isReversed('2026-01-31T11:00:00Z', '2026-01-30')).toBe(false)
  expect(isReversed('2026-01-31T13:00:00Z', '2026-01-30')).toBe(true)
})

test.each(['0001-01-01', '0999-12-31', '1000-01-04', '9999-12-26', '9999-12-31'])(
  'the day %s has a beginning and an end in every zone',
  (name) => {
    for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati']) {
      const days = daysOf(zone)
      expect(days.endOf(name).getTime() - days.startOf(name).getTime()).toBe(86_399_999)
    }
  },
)
