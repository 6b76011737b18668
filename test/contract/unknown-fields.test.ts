import { expect, test } from 'vitest'
import { z } from 'zod'
import { toFieldName } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { unknownFields } from '../../shared/contract/core/unknown-fields.ts'
import { operations } from '../../shared/contract/index.ts'

const named = (schema: unknown, value: unknown) => [...unknownFields(schema, value)].map(toFieldName)

/** The value with a member `colour` in each of its objects, and the names of these members. */
function painted(value: unknown, path: readonly PropertyKey[], names: string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element, index) => painted(element, [...path, index], names))
  names.push(toFieldName([...path, 'colour']))
  const members = Object.entries(value).map(([name, member]) => [name, painted(member, [...path, name], names)])
  return { ...Object.fromEntries(members), colour: 'red' }
}

test.each(operations.flatMap((operation: Operation) => (operation.example ? [operation] : [])))(
  'a member that $name does not know is named wherever it stands',
  ({ input, example }) => {
    expect(named(input, example)).toEqual([])
    const expected: string[] = []
    const value = painted(example, [], expected)
    expect(named(input, value).toSorted()).toEqual(expected.toSorted())
  },
)

test('what is transformed before it is validated has the members that the schema behind knows', () => {
  const schema = z.preprocess((value) => value, z.object({ lines: z.array(z.object({ units: z.int() })) }))
  expect(named(schema, painted({ lines: [{ units: 1 }] }, [], []))).toEqual(['lines[0].colour', 'colour'])
})

test('members of a prototype are known to no schema', () => {
  const [operation] = operations
  const given: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}')
  expect(named(operation?.input, given)).toEqual(['__proto__', 'constructor'])
})

test('what has another type than the schema says has no members', () => {
  for (const { input } of operations)
    for (const value of ['text', 5, null, undefined, true]) expect(named(input, value)).toEqual([])
})
