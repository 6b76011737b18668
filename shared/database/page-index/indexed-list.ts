import { type Connection, type mongo, Types } from 'mongoose'
import type { Writes } from '../unit-of-work.ts'
import { createPageIndexModel, type Key, type PageIndexModel } from './page-index.model.ts'

/** The lowest key of a list that is sorted by a moment that may be any: no date precedes it. */
export const EARLIEST = new Date(-8_640_000_000_000_000)

/** A list with a page index: where its records are, what sorts them, and what decides to whom they are visible. */
export interface IndexedList<K extends Key = Key> {
  readonly name: string
  readonly pageIndex: PageIndexModel
  readonly records: mongo.Collection
  /** Field that sorts the list, with `_id` behind it. */
  readonly keyField: string
  /** A key that no record precedes. */
  readonly lowestKey: K
  /** Fields that a record's partition key consists of, each a value or a set of them: what a `Visibility` decides by. */
  readonly sectionFields: readonly string[]
}

export interface IndexedListFields<K extends Key = Key> extends Omit<IndexedList<K>, 'pageIndex' | 'records'> {
  readonly collection: string
}

/** Declares a list with a page index of the given name; `migrate` makes the collection of the page index. */
export function createIndexedList<K extends Key>(connection: Connection, fields: IndexedListFields<K>): IndexedList<K> {
  const { collection, ...list } = fields
  return {
    ...list,
    pageIndex: createPageIndexModel(connection, list.name),
    records: connection.collection(collection),
  }
}

/** Records that enter (1) or leave (-1) a partition, or a set of sections. */
export interface SectionChange<K extends Key> {
  readonly at: K
  readonly partitionKey: SectionKey
  readonly change: 1 | -1
}

/**
 * Records changes of a list as deltas, in the transaction that makes them. Changes of one key and partition are one delta,
 * so a transaction that makes many records at one time adds few deltas.
 */
export function recordChanges<K extends Key>(
  { pageIndex }: IndexedList<K>,
  changes: readonly SectionChange<K>[],
  writes: Writes,
): void {
  const deltas = sumChanges(changes).map((delta) => ({ _id: new Types.ObjectId(), kind: 'delta' as const, ...delta }))
  recorded.set(pageIndex, countRecorded({ pageIndex }) + deltas.length)
  writes.insert(pageIndex, deltas)
}

const recorded = new WeakMap<PageIndexModel, number>()

/** Deltas that this process has recorded, also in transactions that were repeated: a measure of what there is to compact. */
export const countRecorded = ({ pageIndex }: Pick<IndexedList, 'pageIndex'>): number => recorded.get(pageIndex) ?? 0

function sumChanges<K extends Key>(changes: readonly SectionChange<K>[]) {
  const sums = new Map<string, { at: K; partitionKey: string; change: number }>()
  for (const { at, partitionKey, change } of changes) {
    const stored = toSectionKey(partitionKey)
    const id = JSON.stringify([at, stored])
    sums.set(id, { at, partitionKey: stored, change: (sums.get(id)?.change ?? 0) + change })
  }
  return [...sums.values()].filter(({ change }) => change !== 0)
}

/** The changes of a list that come with a change of a record; none if the record stays in its place and partition. */
export function toSectionChanges(
  list: Pick<IndexedList, 'keyField' | 'sectionFields'>,
  before: object | undefined,
  after: object | undefined,
): SectionChange<Key>[] {
  const [old, next] = [before && toListKey(list, { ...before }), after && toListKey(list, { ...after })]
  if (old && next && old.partitionKey === next.partitionKey && compareKeys(old.at, next.at) === 0) return []
  return [...(old ? [{ ...old, change: -1 as const }] : []), ...(next ? [{ ...next, change: 1 as const }] : [])]
}

/** What a page index counts a record by. */
export interface ListKey {
  readonly at: Key
  readonly partitionKey: string
}

export const toListKey = (
  list: Pick<IndexedList, 'keyField' | 'sectionFields'>,
  record: Readonly<Record<string, unknown>>,
): ListKey => ({
  // The list declares that this field is a key.
  at: record[list.keyField] as Key,
  partitionKey: sectionKeyOf(list, record),
})

/** The fields that a page index counts by. */
export const projectionOf = ({ keyField, sectionFields }: IndexedList) =>
  Object.fromEntries([keyField, ...sectionFields].map((field) => [field, 1] as const))

/** The partition key of a record, or of an object with its partition fields: their stored forms, such as `Open/1,2`. */
export const sectionKeyOf = (
  { sectionFields }: Pick<IndexedList, 'sectionFields'>,
  record: Readonly<Record<string, unknown>>,
): string => sectionFields.map((field) => toSectionKey(record[field])).join('/')

type SectionKey = number | boolean | string | readonly number[]

/** The stored form of a value or a set of them, such as `3`, `false` or `1,2`; equal sets have equal forms. */
function toSectionKey(value: unknown): string {
  return [...new Set([value].flat())].sort((one, other) => Number(one) - Number(other)).join(',')
}

/** Compares keys as the database does: text by its bytes in UTF-8. */
export function compareKeys(one: Key, other: Key): number {
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other)
  if (one === other) return 0
  // UTF-16, by which JavaScript compares, sorts characters of two units differently.
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
}

const SURROGATE = /[\ud800-\udfff]/
