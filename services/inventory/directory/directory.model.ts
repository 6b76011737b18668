import { type Connection, Schema, type Types } from 'mongoose'

/** Where the sealed part ends; `version` grows whenever buckets change. */
export interface DirectoryState {
  readonly kind: 'state'
  readonly version: number
  /** Records before this moment are counted in buckets, later ones are few enough to be counted when asked. */
  readonly sealedUntil: Date
}

/** How many records of each place lie between this bucket's moment and the next one's. */
export interface DirectoryBucket {
  readonly kind: 'bucket'
  readonly from: Date
  readonly counts: Readonly<Record<string, number>>
  readonly version: number
}

/** A change in the midst of the order, written by whoever causes it, in the same transaction; folded into its bucket later. */
export interface DirectoryDelta {
  readonly kind: 'delta'
  readonly at: Date
  readonly place: string
  readonly change: 1 | -1
}

export type DirectoryRecord = { readonly _id: string | Types.ObjectId } & (
  | DirectoryState
  | DirectoryBucket
  | DirectoryDelta
)

export const STATE_ID = 'state'
export const bucketId = (from: Date) => `bucket/${from.getTime()}`

const schema = new Schema(
  {
    _id: Schema.Types.Mixed,
    kind: { type: String, required: true },
    version: Number,
    sealedUntil: Date,
    from: Date,
    counts: Schema.Types.Mixed,
    at: Date,
    place: String,
    change: Number,
  },
  { versionKey: false, strict: 'throw', minimize: false },
)
schema.index({ kind: 1, version: 1 })
schema.index({ kind: 1, from: 1 })

/** One collection holds all three, so that one query sees them as they were at one moment. */
export const createDirectoryModel = (connection: Connection, name: string) =>
  connection.model<DirectoryRecord>(name, schema, name)
export type DirectoryModel = ReturnType<typeof createDirectoryModel>
