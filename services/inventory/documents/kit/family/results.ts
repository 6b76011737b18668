import type { z } from 'zod'
import { type StoredQuantity, toNumber } from '../../../../../shared/quantity.ts'

/** Type of a stored value in a response. */
type Described<V> = V extends Date
  ? string
  : V extends StoredQuantity
    ? number
    : V extends readonly (infer E)[]
      ? Described<E>[]
      : V

/** Fields that have the same name and type in response and record. */
type Same<A, R> = {
  [K in keyof A & keyof R]: Described<R[K]> extends A[K] ? K : never
}[keyof A & keyof R]

/** Sources of the other fields: the name of a record field, or a function of the record. */
type Sources<A, R> = { readonly [K in Exclude<keyof A, Same<A, R>>]: (keyof R & string) | ((record: R) => A[K]) } & {
  readonly [K in Same<A, R>]?: (keyof R & string) | ((record: R) => A[K])
}

/**
 * Returns a function that makes a response of a record, with the fields of the declaration in their order; dates become
 * ISO 8601 texts, decimals numbers.
 */
export function createResults<S extends z.ZodObject, R extends object>(
  declared: S,
  sources: Sources<z.output<S>, R>,
): (record: R) => z.output<S> {
  // The types above say that each field has a source, by its own name if by no other.
  const given = new Map(Object.entries(sources)) as ReadonlyMap<string, string | ((record: R) => unknown)>
  const fields = Object.keys(declared.shape).map((field) => [field, given.get(field) ?? field] as const)
  return (record) => {
    const values = new Map<string, unknown>(Object.entries(record))
    const result = fields.map(([field, source]) => [
      field,
      typeof source === 'string' ? describe(values.get(source)) : source(record),
    ])
    // As above. An optional field without a value is absent: the database would make null of it.
    return Object.fromEntries(result.filter(([, value]) => value !== undefined)) as z.output<S>
  }
}

function describe(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(describe)
  // The one class of the database among stored values.
  if (typeof value === 'object' && value !== null && 'bytes' in value) return toNumber(value as StoredQuantity)
  return value
}
