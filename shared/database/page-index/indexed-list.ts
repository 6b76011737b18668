import { type ClientSession, type Connection, type mongo, Types } from 'mongoose'
import { recordsOf } from '../records.ts'
import { createDirectoryModel, type DirectoryModel, type DirectoryRecord, type Key } from './page-index.model.ts'

/** A list that is kept in a directory: its records, what orders them, and what decides who sees them. */
export interface Listing<K extends Key = Key> {
  readonly name: string
  readonly directory: DirectoryModel
  readonly records: mongo.Collection
  /** Field that the list is ordered by; ties are ordered by `_id`. It never changes. */
  readonly key: string
  /** No key is lower. */
  readonly lowest: K
  /** Field that tells the place, or the set of places, where a record is seen. */
  readonly place: string
  /**
   * For lists that grow at their end: no transaction commits later than this after the key of its record. What is newer is
   * counted when asked, and its changes need no note. Left out: records come anywhere, and every change is noted.
   */
  readonly settlesAfterMs?: number
}

interface ListingFields<K extends Key> extends Omit<Listing<K>, 'directory' | 'records'> {
  /** The collection of the records. */
  readonly of: string
}

/** Names the list; the directory's collection is made with those of the other models. */
export function createListing<K extends Key>(connection: Connection, fields: ListingFields<K>): Listing<K> {
  const { of, ...listing } = fields
  return {
    ...listing,
    directory: createDirectoryModel(connection, listing.name),
    records: connection.collection(of),
  }
}

/** A record that came to (1) or left (-1) a place, or a set of places. */
export interface PlaceChange<K extends Key> {
  readonly at: K
  readonly place: Place
  readonly change: 1 | -1
}

/** Notes changes in a list, in the transaction that makes them: at most one command, none for the newest records. */
export async function noteChanges<K extends Key>(
  { directory, settlesAfterMs }: Listing<K>,
  changes: readonly PlaceChange<K>[],
  session: ClientSession,
): Promise<void> {
  // Half the time is left to commit in, and for clocks that differ.
  const isCounted = ({ at }: PlaceChange<K>) =>
    settlesAfterMs !== undefined && Number(at) > Date.now() - settlesAfterMs / 2
  const deltas = changes
    .filter((change) => !isCounted(change))
    .map(({ at, place, change }) => ({
      _id: new Types.ObjectId(),
      kind: 'delta' as const,
      at,
      place: placeOf(place),
      change,
    }))
  if (deltas.length > 0) await recordsOf<DirectoryRecord>(directory).insertMany(deltas, { session })
}

type Place = number | boolean | readonly number[]

/** A place or a set of places as the directory calls it: the same set, the same name. */
export function placeOf(place: unknown): string {
  return [...new Set([place].flat())].sort((one, other) => Number(one) - Number(other)).join(',')
}

/** Orders keys as the database does: text by its bytes in UTF-8. */
export function compareKeys(one: Key, other: Key): number {
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other)
  if (one === other) return 0
  // The order of UTF-16 differs where characters take two units.
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
}

const SURROGATE = /[\ud800-\udfff]/
