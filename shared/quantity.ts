import { Big } from 'big.js'
import mongoose from 'mongoose'

export type Quantity = Big
export type StoredQuantity = mongoose.Types.Decimal128

export const ZERO = new Big(0)

/** The quantities of stored ones: neither ever changes, and one conversion costs 7 µs. */
const known = new WeakMap<StoredQuantity, Quantity>()

/** Converts a quantity from JSON or from the database; exact to the last decimal (docs/decisions.md#5). */
export function toQuantity(value: number | StoredQuantity): Quantity {
  if (typeof value === 'number') return new Big(value)
  const quantity = known.get(value) ?? new Big(value.toString())
  known.set(value, quantity)
  return quantity
}

/** Stored quantities of texts so short that all of them are few: most quantities are among them. */
const short = new Map<string, StoredQuantity>()
const MAX_SHORT = 3

export function toStored(quantity: Quantity): StoredQuantity {
  const text = quantity.toFixed()
  const stored = short.get(text) ?? mongoose.Types.Decimal128.fromString(text)
  if (text.length <= MAX_SHORT) short.set(text, stored)
  known.set(stored, quantity)
  return stored
}

/** Converts a quantity to the JSON number with the same decimals. */
export function toNumber(quantity: Quantity | StoredQuantity): number {
  return Number(('bytes' in quantity ? (known.get(quantity) ?? quantity) : quantity).toString())
}

export function sum(quantities: Iterable<Quantity>): Quantity {
  let total = ZERO
  for (const quantity of quantities) total = total.plus(quantity)
  return total
}

export function smaller(one: Quantity, other: Quantity): Quantity {
  return one.lt(other) ? one : other
}
