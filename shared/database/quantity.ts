import { Big } from 'big.js'
import mongoose from 'mongoose'

export type Quantity = Big
export type StoredQuantity = mongoose.Types.Decimal128

export const ZERO = new Big(0)

/** Converts a quantity from JSON or from the database; exact to the last decimal (docs/decisions.md#5). */
export function toQuantity(value: number | StoredQuantity): Quantity {
  return new Big(typeof value === 'number' ? value : value.toString())
}

export function toStored(quantity: Quantity): StoredQuantity {
  return mongoose.Types.Decimal128.fromString(quantity.toFixed())
}

/** Converts a quantity to the JSON number with the same decimals. */
export function toNumber(quantity: Quantity | StoredQuantity): number {
  return Number(quantity.toString())
}

export function sum(quantities: Iterable<Quantity>): Quantity {
  let total = ZERO
  for (const quantity of quantities) total = total.plus(quantity)
  return total
}

export function smaller(one: Quantity, other: Quantity): Quantity {
  return one.lt(other) ? one : other
}
