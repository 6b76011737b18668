import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sum, toNumber, toQuantity, toStored } from '../../../../shared/quantity.ts'

const numbers = [0, 1, -1, 0.1, 0.3, 2.5, 1e-6, 123_456_789.000001, 999_999_999.999999]

test.each(numbers)('%d is the same number once stored, read back and answered', (number) => {
  const stored = toStored(toQuantity(number))
  expect(toNumber(stored)).toBe(number)
  expect(toNumber(toQuantity(stored))).toBe(number)
  expect(toNumber(toQuantity(mongoose.Types.Decimal128.fromString(stored.toString())))).toBe(number)
})

test('sums are exact to the last decimal', () => {
  expect(toNumber(sum([0.1, 0.2, 0.3].map(toQuantity)))).toBe(0.6)
})
