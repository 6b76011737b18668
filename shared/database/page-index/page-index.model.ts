import { type Connection, Schema, type Types } from 'mongoose'

/** What a list is ordered by. */
export type Key = Date | number | string

/** Where the sealed part ends; `version` grows whenever buckets change. */
export interface DirectoryState {
  readonly kind: 'state'
  /** When its first bucket was made: a directory that is removed, and so built anew, is another one. */
  readonly born?: number
  readonly version: number
  /** Records before this key are counted in buckets, later ones when asked; null: all are in buckets. */
  readonly sealedUntil: Key | null
}

/** How many records of each place lie between this bucket's key and the next one's. */
export interface DirectoryBucket {
  readonly kind: 'bucket'
  readonly from: Key
  readonly counts: Readonly<Record<string, number>>
  readonly version: number
}

/** A change in the midst of the order, written by whoever causes it, in the same transaction; folded into its bucket later. */
export interface DirectoryDelta {
  readonly kind: 'delta'
  readonly at: Key
  readonly place: string
  readonly change: 1 | -1
}

/** What the collection of a directory holds. */
export type DirectoryRecord = { readonly _id: string | Types.ObjectId } & (
  | DirectoryState
  | DirectoryBucket
  | DirectoryDelta
)

/** There is one state, and one bucket that begins at a key. */
export const STATE_ID = 'state'
export const bucketId = (from: Key) => `bucket/${from instanceof Date ? from.getTime() : from}`

const { Mixed } = Schema.Types
const schema = new Schema(
  {
    _id: Mixed,
    kind: { type: String, required: true },
    born: Number,
    version: Number,
    sealedUntil: Mixed,
    from: Mixed,
    counts: Mixed,
    at: Mixed,
    place: String,
    change: Number,
  },
  { versionKey: false, strict: 'throw', minimize: false },
)
schema.index({ kind: 1, version: 1 })
schema.index({ kind: 1, at: 1 })

/** One collection holds all three, so that one query sees them as they were at one moment. */
export const createDirectoryModel = (connection: Connection, name: string) =>
  connection.model<DirectoryRecord>(name, schema, name)
export type DirectoryModel = ReturnType<typeof createDirectoryModel>
