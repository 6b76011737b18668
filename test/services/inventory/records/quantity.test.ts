import { Big } from 'big.js'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { fromDecimal128, sum, toDecimal128, toNumber, toQuantity, toStored } from '../../../../shared/quantity.ts'
import { createRandom } from '../../../support/records/seeded.ts'

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

describe('A decimal', () => {
  const { Decimal128 } = mongoose.Types
  const random = createRandom(1)
  const randomDecimal = () => {
    const length = 1 + Math.floor(random() * 20)
    const digits = Array.from({ length }, () => Math.floor(random() * 10)).join('')
    return new Big(`${random() < 0.5 ? '-' : ''}${digits}e${Math.floor(random() * 40) - 25}`)
  }
  const edges = ['0', '-0', '1000000', '999999999999999', '1000000000000000', '0.000000000000001', '0.0000000000000001']
  const decimals = [...edges.map((text) => new Big(text)), ...Array.from({ length: 20_000 }, randomDecimal)]

  test('is stored as the library stores it, whatever its length, and read as the library reads it', () => {
    for (const decimal of decimals) {
      const expected = Decimal128.fromString(decimal.eq(0) ? '0' : decimal.toFixed())
      expect(toDecimal128(decimal).bytes, decimal.toFixed()).toEqual(expected.bytes)
      expect(fromDecimal128(expected).eq(decimal), decimal.toFixed()).toBe(true)
      expect(fromDecimal128(expected).toFixed()).toBe(new Big(expected.toString()).toFixed())
    }
  })

  test('that another program has stored is read, with an exponent or zeros at its end', () => {
    for (const text of ['1E+3', '12E+20', '1.500', '-0.00', '9999999999999999999999999999999999'])
      expect(fromDecimal128(Decimal128.fromString(text)).eq(new Big(text)), text).toBe(true)
  })

  test.each(['NaN', 'Infinity'])('that is no number, %s, is refused', (text) => {
    expect(() => fromDecimal128(Decimal128.fromString(text))).toThrow()
  })
})
