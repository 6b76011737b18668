import { Big } from 'big.js'
import mongoose from 'mongoose'

/** A quantity or a value, exact to the last decimal. */
export type Decimal = Big
export type StoredDecimal = mongoose.Types.Decimal128

export const ZERO = new Big(0)

export const toDecimal = (value: number | StoredDecimal | null | undefined): Decimal =>
  value === null || value === undefined ? ZERO : new Big(typeof value === 'number' ? value : value.toString())

export const toStoredExactly = (value: Decimal): StoredDecimal => mongoose.Types.Decimal128.fromString(value.toFixed())

/** Undefined for zero, which is not stored: most figures of most rows are zero. */
export const toStored = (value: Decimal): StoredDecimal | undefined =>
  value.eq(ZERO) ? undefined : toStoredExactly(value)

/** The JSON number with the same decimals. */
export const toNumber = (value: Decimal): number => Number(value.toString())
