import type { Connection, mongo } from 'mongoose'

/** Where a migration stands: the id of the last record that it has looked at. */
export type Position = string | number

export interface Batch {
  readonly changed: number
  /** A run that is killed goes on behind it; without one, a run begins anew, and finds what is left. */
  readonly position?: Position
}

/**
 * Brings what an earlier version has stored into the shape that the code of today reads
 * (docs/operating.md#migrations).
 */
export interface Migration {
  /** `<version>-<what>`, as its file is called: the version that first stores the new shape. */
  readonly name: string
  /** The version that may remove it: what it has not changed cannot be updated to that one. */
  readonly removableIn: string
  /** The version before stores the old shape too: it is run again when no process of that one is left. */
  readonly isRepeated?: true
  count(): Promise<number>
  /** Changes records in batches of bounded size. Doing again what was done changes nothing. */
  run(after: Position | undefined): AsyncIterable<Batch>
}

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

interface Unused extends Pick<Migration, 'name' | 'removableIn'> {
  readonly collections: readonly string[]
  readonly indexes?: Readonly<Record<string, readonly string[]>>
}

/** Drops collections and indexes that nothing uses. A process of the version before makes its own again at its start. */
export function unusedStructures(connection: Connection, { collections, indexes = {}, ...named }: Unused): Migration {
  const find = async () => {
    const existing = new Set((await connection.listCollections()).map(({ name }) => name))
    const drops: (() => Promise<unknown>)[] = collections
      .filter((name) => existing.has(name))
      .map((name) => () => connection.dropCollection(name))
    for (const [name, unused] of Object.entries(indexes).filter(([collection]) => existing.has(collection))) {
      const collection = connection.collection(name)
      for (const { name: index } of await collection.indexes())
        if (index !== undefined && unused.includes(index)) drops.push(() => collection.dropIndex(index))
    }
    return drops
  }
  return {
    ...named,
    isRepeated: true,
    count: async () => (await find()).length,
    async *run() {
      for (const drop of await find()) {
        await drop()
        yield { changed: 1 }
      }
    },
  }
}
