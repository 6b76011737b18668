import { Big } from 'big.js'
import type mongoose from 'mongoose'
import { fromDecimal128, toDecimal128 } from './decimal128.ts'

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
