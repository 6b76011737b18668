import { Big } from 'big.js'
import { expect, test } from 'vitest'
import { requireAvailable } from '../../../../../services/inventory/stock/levels/figures.ts'

const quantities = (...values: number[]) => values.map((value) => new Big(value))

test.each([
  ['the only limit', 12, [7], '12, available 7'],
  ['the smallest limit', 12, [30, 7.5, 9], '12, available 7.5'],
  ['a limit below zero, which is none', 1, [-3], '1, available 0'],
  ['the last decimal', 0.000002, [0.000001], '0.000002, available 0.000001'],
])('more than %s is refused', (_, requested, limits, numbers) => {
  expect(() => requireAvailable(new Big(requested), ...quantities(...limits))).toThrow(
    expect.objectContaining({ code: 'conflict', message: `Insufficient stock: requested ${numbers}.` }),
  )
})

test('all that is available may be requested', () => {
  expect(() => requireAvailable(new Big(7), ...quantities(7, 8))).not.toThrow()
})
