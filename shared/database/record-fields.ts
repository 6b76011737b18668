import { isDeepStrictEqual } from 'node:util'
import mongoose, { Schema, type SchemaDefinition, type SchemaOptions } from 'mongoose'

declare const HOLDS: unique symbol

/** Whether a record has a field: one of these for a field that every record has, else both. */
type Presence = 'present' | 'absent'

/**
 * A field of a record: its definition for mongoose, and `V`, the type of the values that are read. mongoose's
 * InferSchemaType cannot express unions of strings, readonly lists, or a field that may be null and is never absent.
 */
export interface Field<V, P extends Presence = 'present'> {
  readonly type: unknown
  readonly required?: true
  readonly default?: unknown
  /** Only in the types. */
  readonly [HOLDS]?: readonly [V, P]
}

export type Fields = Readonly<Record<string, Field<unknown, Presence>>>

type ValueOf<F> = F extends Field<infer V, Presence> ? V : never
type PresentKey<F> = { [K in keyof F]: F[K] extends Field<unknown> ? K : never }[keyof F]
type ValuesOf<F, K extends keyof F> = { readonly [P in K]: ValueOf<F[P]> }
type Merged<F> = ValuesOf<F, PresentKey<F>> & Partial<ValuesOf<F, Exclude<keyof F, PresentKey<F>>>>

/** A record with these fields, as it is stored and read. */
export type RecordOf<F extends Fields> = { [K in keyof Merged<F>]: Merged<F>[K] }

const text: Field<string> = { type: String, required: true }
const number: Field<number> = { type: Number, required: true }
const flag: Field<boolean> = { type: Boolean, required: true }
const date: Field<Date> = { type: Date, required: true }
const quantity: Field<mongoose.Types.Decimal128> = { type: Schema.Types.Decimal128, required: true }
/** A list is empty if none is given. */
const texts: Field<readonly string[]> = { type: [String], required: true }
const numbers: Field<readonly number[]> = { type: [Number], required: true }

/** A text that is one of a few, such as a status; only the type says which. */
const oneOf = <T extends string>(): Field<T> => ({ type: String, required: true })
/** A list of such texts. */
const someOf = <T extends string>(): Field<readonly T[]> => ({ type: [String], required: true })
/** Whatever JSON can hold, and dates and decimals; mongoose stores it as it is given. */
const mixed = <T>(): Field<T> => ({ type: Schema.Types.Mixed, required: true })

/** The value that mongoose stores if none is given. */
const withDefault = <V, P extends Presence>(
  { required: _, ...field }: Field<V, P>,
  value: NoInfer<V>,
): Field<V, P> => ({ ...field, default: value })
const textOrEmpty = withDefault(text, '')

/** Null if there is no value, even if none is given. */
const nullable = <V, P extends Presence>(field: Field<V, P>): Field<V | null, P> =>
  withDefault<V | null, P>(field, null)

/** Absent from records that have no value. */
const optional = <V>({ required: _, ...field }: Field<V, Presence>): Field<V, Presence> => field

/** A document within the record. */
const nested = <F extends Fields>(fields: F): Field<RecordOf<F>> => ({ type: part(fields), required: true })
/** A list of documents within the record. */
const list = <F extends Fields>(fields: F): Field<readonly RecordOf<F>[]> => ({
  type: [part(fields)],
  required: true,
})

const part = (fields: Fields) => new Schema(toDefinition(fields), { _id: false })

/** The kinds of fields, and what makes one of another. */
export const field = {
  text,
  number,
  flag,
  date,
  quantity,
  texts,
  numbers,
  textOrEmpty,
  oneOf,
  someOf,
  mixed,
  nested,
  list,
  withDefault,
  nullable,
  optional,
}

/** The schema of a collection of records with these fields; a write of any other field throws. */
export function defineSchema<F extends Fields>(
  collection: string,
  fields: F,
  options: Pick<SchemaOptions, 'minimize'> = {},
): Schema<RecordOf<F>> {
  return new Schema<RecordOf<F>>(toDefinition(fields), { ...options, collection, versionKey: false, strict: 'throw' })
}

const toDefinition = (fields: Fields): SchemaDefinition => fields

/** Whether a stored record would be another one with these fields. */
export function differs<R extends object>(record: R, fields: Partial<R>): boolean {
  return !isDeepStrictEqual({ ...record, ...fields }, record)
}
