import { type Connection, Schema, type Types } from 'mongoose'

/** A value of the field that a list is sorted by. */
export type Key = Date | number | string

/** Where the compacted part of the list ends. There is one state per page index. */
export interface PageIndexState {
  readonly kind: 'state'
  /** Milliseconds since 1970 when the first bucket was written; it differs after the collection was removed and rebuilt. */
  readonly createdAt?: number
  /** Grows by 1 with each compaction. */
  readonly version: number
  /** Records below this key are counted in buckets, the others on each read until they are too; null: all are in buckets. */
  readonly compactedUntil: Key | null
}

/** Number of records per partition key between this bucket's first key and the next bucket's. */
export interface PageIndexBucket {
  readonly kind: 'bucket'
  readonly from: Key
  readonly counts: Readonly<Record<string, number>>
  /** The compaction that wrote it. */
  readonly version: number
}

/** Changes inside the compacted part, written in their transaction; a later compaction applies them to their bucket. */
export interface PageIndexDelta {
  readonly kind: 'delta'
  readonly at: Key
  readonly partitionKey: string
  /** Records that came, less those that left. */
  readonly change: number
}

/** A document of a page index's collection. */
export type PageIndexRecord = { readonly _id: string | Types.ObjectId } & (
  | PageIndexState
  | PageIndexBucket
  | PageIndexDelta
)

export const STATE_ID = 'state'
export const bucketId = (from: Key) => `bucket/${from instanceof Date ? from.getTime() : from}`

const { Mixed } = Schema.Types
const schema = new Schema(
  {
    _id: Mixed,
    kind: { type: String, required: true },
    createdAt: Number,
    version: Number,
    compactedUntil: Mixed,
    from: Mixed,
    counts: Mixed,
    at: Mixed,
    partitionKey: String,
    change: Number,
  },
  { versionKey: false, strict: 'throw', minimize: false },
)
schema.index({ kind: 1, version: 1 })
schema.index({ kind: 1, at: 1 })

/** State, buckets and deltas are in one collection, so that one query reads them as of one moment. */
export const createPageIndexModel = (connection: Connection, name: string) =>
  connection.model<PageIndexRecord>(name, schema, name)
export type PageIndexModel = ReturnType<typeof createPageIndexModel>
