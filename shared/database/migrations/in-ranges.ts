import type { Connection, mongo } from 'mongoose'
import type { Batch, Position } from './migration.ts'

/** So many records one command changes. */
const RECORDS_AT_ONCE = 1_000
const COUNTED_AT_ONCE = 10_000

/** Records by their ids. */
export interface Range<Id extends Position> {
  readonly _id: { readonly $gt?: Id; readonly $lte: Id }
}

/**
 * Goes through a collection in ranges of its ids, each with as many records, which `change` changes where they need it: no
 * command looks at more, however few these are. `change` resolves to how many it has changed.
 */
export async function* inRanges<Id extends Position>(
  connection: Connection,
  collection: string,
  after: Position | undefined,
  change: (range: Range<Id>) => Promise<number>,
  size = RECORDS_AT_ONCE,
): AsyncGenerator<Batch> {
  const records = connection.collection<{ _id: Position }>(collection)
  for (let position = after; ; ) {
    const behind = position === undefined ? {} : { _id: { $gt: position } }
    const ids = await records
      .find(behind, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(size)
      .toArray()
    const last = ids.at(-1)
    if (!last) return
    // The ids of one collection have one type.
    const range = { _id: { ...(position !== undefined && { $gt: position }), $lte: last._id } } as Range<Id>
    yield { changed: await change(range), position: last._id }
    position = last._id
  }
}

/** How many records match; counted in ranges too, since a command over a large collection would take too long. */
export async function countInRanges(connection: Connection, collection: string, filter: mongo.BSON.Document) {
  let count = 0
  const found = (range: Range<Position>) =>
    connection.collection(collection).countDocuments({ ...range, ...filter } as mongo.BSON.Document)
  for await (const { changed } of inRanges(connection, collection, undefined, found, COUNTED_AT_ONCE)) count += changed
  return count
}
