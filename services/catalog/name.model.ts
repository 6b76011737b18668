import { type Connection, Schema } from 'mongoose'

/** A ShortID or an alias; `_id` is the name itself, so that no name is given twice, races included (decision 20). */
export interface NameRecord {
  readonly _id: string
  readonly kind: 'shortID' | 'alias'
  /** ShortID of the item that it names. */
  readonly shortID: string
  readonly modified: Date
}

const schema = new Schema<NameRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    shortID: { type: String, required: true },
    modified: { type: Date, required: true },
  },
  { collection: 'names', versionKey: false, strict: 'throw' },
)
schema.index({ shortID: 1, kind: 1, _id: 1 })

export const createNameModel = (connection: Connection) => connection.model('Name', schema)
export type NameModel = ReturnType<typeof createNameModel>
