import { Schema } from 'mongoose'

/** Required fields, as the schemas of many records have them. */
export const text = { type: String, required: true } as const
export const number = { type: Number, required: true } as const
export const quantity = { type: Schema.Types.Decimal128, required: true } as const
