import { mongo } from 'mongoose'
import { type PageKey, type PageQuery, refusedAfter, type SortDirection } from '../contract/core/paging.ts'

/** The fields of an order, the last of them unique. */
export type SortOrder = Readonly<Record<string, SortDirection>>

const { EJSON } = mongo.BSON

/** A key as text, with the types of the database. */
export const writeKey = ({ read, values }: PageKey): string => EJSON.stringify([read, ...values], { relaxed: false })

export function readKey(written: string): PageKey {
  // As writeKey wrote it.
  const [read, ...values] = EJSON.parse(written, { relaxed: true }) as [number, ...unknown[]]
  return { read, values }
}

/** What a record is sorted by; null stands for a field that it lacks, as in the order of the database. */
export const valuesOf = (record: object, sort: SortOrder): readonly unknown[] =>
  Object.keys(sort).map((field) => valueAt(record, field) ?? null)

const valueAt = (record: object, path: string) =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], record)

/** A condition on the records that follow that of the query's position in an order; undefined for a page by its number. */
export function keysAfter(sort: SortOrder, { position }: Pick<PageQuery, 'position'>): object | undefined {
  const values = position?.after?.values
  if (!values) return undefined
  const fields = Object.entries(sort).map(([field, direction], index) => ({ field, direction, value: values[index] }))
  // The order of the list has changed since the key was made.
  if (fields.length !== values.length) throw refusedAfter()
  const branches = fields.flatMap(({ field, direction, value }, index) => {
    const equal = fields.slice(0, index).map((one) => ({ [one.field]: one.value }))
    return following(field, direction, value).map((beyond) => ({ $and: [...equal, beyond] }))
  })
  const [first] = fields
  // What an index can begin at.
  const from = first?.direction === 1 && first.value !== null ? [{ [first.field]: { $gte: first.value } }] : []
  return { $and: [...from, { $or: branches }] }
}

/** Comparisons of the database are within a type, and its order begins with null: of all values, and of missing fields. */
function following(field: string, direction: SortDirection, value: unknown): object[] {
  if (direction === 1) return [{ [field]: value === null ? { $ne: null } : { $gt: value } }]
  if (value === null) return []
  return [{ [field]: { $lt: value } }, ...(field === '_id' ? [] : [{ [field]: null }])]
}
