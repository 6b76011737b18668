import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError, type ErrorDetails } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { contract, operations } from '../../shared/contract/index.ts'

function detailsOf(
  input: unknown,
  operation = contract.inventory.receive as (typeof operations)[number],
): ErrorDetails {
  try {
    parseInput(operation.input, input)
  } catch (error) {
    if (error instanceof AppError) return error.details ?? {}
    throw error
  }
  return {}
}

const MESSAGE = /^The (field )?[A-Za-z_]\w*(\[\d+\]\.\w+)* (field is required\.|must .+\.)$/
const strange: unknown[] = [
  ...['', ' ', '\u0000', '\ud800', 'x'.repeat(300), '5', 'true', 'nonsense', 'all', '2026-02-30', '{"$gt":""}'],
  ...[0, -0, -1, 0.5, 1e-7, 1e21, 1e300, Number.MAX_SAFE_INTEGER + 1, Number.NaN, Number.POSITIVE_INFINITY],
  ...[true, false, null, undefined, [], [1], ['x'], [null], [[]], {}, { $gt: '' }, new Date(0), 5n],
]

// Operations between services are left out: nobody reads their messages.
const read = operations.filter(({ access }) => access !== 'service')

describe.each(read.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const fields = Object.keys(operation.input.shape)
  /** Whether a bad value is ignored (docs/decisions/lists.md#14). */
  const isLenient = (field: string) => operation.input.shape[field] instanceof z.ZodCatch

  test('says of every bad value in our own words what its field must do', () => {
    for (const field of fields) {
      const details = strange.map((value) => detailsOf({ [field]: value }, operation))
      const refusals = details.filter((named) => field in named).length
      expect(refusals > 0, `${field} has been refused`).toBe(!isLenient(field))
      for (const named of details) {
        for (const [name, messages] of Object.entries(named)) {
          expect(fields).toContain(name.replace(/\[.*/, ''))
          for (const message of messages) expect(message).toMatch(MESSAGE)
          expect(messages).toEqual([...new Set(messages)])
        }
      }
    }
  })

  test('changes nothing when it parses what it has parsed', () => {
    const input = fc.record(
      Object.fromEntries(
        fields.map((field) => [field, fc.oneof(fc.constantFrom(...strange), fc.string(), fc.double())]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(input, (given) => {
        const [first] = parsed(given)
        if (!first) return
        const [again] = parsed(JSON.parse(JSON.stringify(first)))
        expect(again).toEqual(first)
      }),
      { numRuns: 50 },
    )

    function parsed(given: unknown): unknown[] {
      const result = operation.input.safeParse(given)
      return result.success ? [result.data] : []
    }
  })
})

test('a missing field, null and blank text all count as missing', () => {
  for (const itemID of [undefined, null, '', '   ']) {
    expect(detailsOf({ itemID, units: 1, wid: 1, reasonCode: 1 })).toEqual({
      itemID: ['The itemID field is required.'],
    })
  }
})

test('units must be greater than 0, in the words of the specification', () => {
  const message = 'The field units must be greater than 0.'
  for (const units of [0, -0, -1]) {
    expect(detailsOf({ itemID: 'X', units, wid: 1, reasonCode: 1 })).toEqual({ units: [message] })
    expect(detailsOf({ itemID: 'X', units, wid: 1, reasonCode: 1 }, contract.inventory.issue)).toEqual({
      units: [message],
    })
  }
})

test('details name every bad field at once', () => {
  const bad = { units: '5', wid: 1.5, reasonCode: null, spot: 5, expires: 'tomorrow', price: -1 }
  expect(Object.keys(detailsOf(bad)).sort()).toEqual(
    ['expires', 'itemID', 'price', 'reasonCode', 'spot', 'units', 'wid'].sort(),
  )
})

test('details name a bad field and a missing destination of a move at once', () => {
  expect(detailsOf({ itemID: 'X', units: 'many', wid: 1 }, contract.inventory.move)).toEqual({
    units: ['The field units must be a number.'],
    toSpot: ['The toSpot field is required.'],
  })
})

test('details name a bad field and a contradiction at once', () => {
  expect(detailsOf({ shortID: 'X', uOM: 'EA', unit: 'KG', category: 'x' }, contract.catalog.createItem)).toEqual({
    category: ['The field category must be an integer.'],
    unit: ['The field unit must agree with uOM.'],
  })
})

test('unknown fields are ignored', () => {
  expect(
    parseInput(contract.auth.createGroup.input, { name: 'a', permissions: [], more: 1, __proto__: { x: 1 } }),
  ).toEqual({ name: 'a', permissions: [] })
})
