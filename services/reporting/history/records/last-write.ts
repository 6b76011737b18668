import type { RecordWrite } from '../../../../shared/database/unit-of-work.ts'

/** The write of a last state: the first of its key, or in the place of the one before. */
export function toLastWrite<R extends { readonly _id: string }>(
  record: R,
  known: { has(id: string): boolean },
): RecordWrite<R> {
  if (!known.has(record._id)) return { name: 'insertOne', document: record }
  // The driver's types do not tell that a record with its _id is a replacement.
  return { name: 'replaceOne', filter: { _id: record._id }, replacement: record } as unknown as RecordWrite<R>
}
