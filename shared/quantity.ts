import { Big } from 'big.js'
import mongoose from 'mongoose'

export type Quantity = Big
export type StoredQuantity = mongoose.Types.Decimal128

export const ZERO = new Big(0)

/** Converts a quantity from JSON or from the database; exact to the last decimal (docs/decisions/interface.md#5). */
export const toQuantity = (value: number | StoredQuantity): Quantity =>
  typeof value === 'number' ? new Big(value) : fromDecimal128(value)

export const toStored: (quantity: Quantity) => StoredQuantity = toDecimal128

/** Converts a quantity to the JSON number with the same decimals. */
export const toNumber = (quantity: Quantity | StoredQuantity): number =>
  Number(('bytes' in quantity ? fromDecimal128(quantity) : quantity).toString())

export function sum(quantities: Iterable<Quantity>): Quantity {
  let total = ZERO
  for (const quantity of quantities) total = total.plus(quantity)
  return total
}

export function smaller(one: Quantity, other: Quantity): Quantity {
  return one.lt(other) ? one : other
}

type Decimal128 = mongoose.Types.Decimal128
const { Decimal128 } = mongoose.Types

/** Digits that a number of JavaScript has exactly. */
const MAX_DIGITS = 15
const WORD = 2 ** 32
/** What is added to the exponent, and where it lies in the highest of the four words. */
const EXPONENT_BIAS = 6_176
const EXPONENT_SHIFT = 17
const EXPONENT_MASK = 0x3fff
const COEFFICIENT_MASK = 2 ** EXPONENT_SHIFT - 1
const SIGN = 0x8000_0000

/**
 * Decimals as MongoDB stores them (IEEE 754 decimal128 with the coefficient as a binary integer). The library converts all
 * of them by way of text, with 34 digits; those of up to 15 digits, which quantities are, are converted here, 5 to 30 times
 * as fast.
 */
export function toDecimal128(value: Big): Decimal128 {
  const { c: digits, e: exponent, s: sign } = value
  const scale = Math.max(0, digits.length - 1 - exponent)
  const length = exponent + 1 + scale
  if (length > MAX_DIGITS || scale > MAX_DIGITS) return Decimal128.fromString(value.toFixed())
  let coefficient = 0
  for (let index = 0; index < Math.max(digits.length, exponent + 1); index++)
    coefficient = coefficient * 10 + (digits[index] ?? 0)
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(coefficient % WORD, 0)
  bytes.writeUInt32LE(Math.floor(coefficient / WORD), 4)
  bytes.writeUInt32LE((EXPONENT_BIAS - scale) * 2 ** EXPONENT_SHIFT + (sign < 0 && coefficient > 0 ? SIGN : 0), 12)
  return new Decimal128(bytes)
}

/** The same backwards. */
export function fromDecimal128(stored: Decimal128): Big {
  const words = new DataView(stored.bytes.buffer, stored.bytes.byteOffset, stored.bytes.byteLength)
  const [high, top] = [words.getUint32(4, true), words.getUint32(12, true)]
  const scale = EXPONENT_BIAS - ((top >>> EXPONENT_SHIFT) & EXPONENT_MASK)
  const coefficient = high * WORD + words.getUint32(0, true)
  const isShort = (top & COEFFICIENT_MASK) === 0 && words.getUint32(8, true) === 0 && coefficient < 10 ** MAX_DIGITS
  if (!isShort || scale < 0 || scale > MAX_DIGITS) return new Big(stored.toString())
  const value = new Big(coefficient)
  if (coefficient > 0) value.e -= scale
  if (coefficient > 0 && top >= SIGN) value.s = -1
  return value
}
