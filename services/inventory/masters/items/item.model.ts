import { type Connection, Schema } from 'mongoose'

/** Inventory's own copy of what it needs of an item; `_id` is the partNo. */
export interface ItemRecord {
  readonly _id: number
  /** The version in the catalog: older news is dropped. */
  readonly version: number
  readonly shortID: string
  readonly aliases: readonly string[]
  readonly description: string
  readonly dfltOwner: number
  readonly discontinued: boolean
}

const schema = new Schema<ItemRecord>(
  {
    _id: { type: Number, required: true },
    version: { type: Number, required: true },
    shortID: { type: String, required: true },
    aliases: { type: [String], required: true },
    description: { type: String, default: '' },
    dfltOwner: { type: Number, required: true },
    discontinued: { type: Boolean, required: true },
  },
  { collection: 'items', versionKey: false, strict: 'throw' },
)
schema.index({ shortID: 1 })
schema.index({ aliases: 1 })

export const createItemModel = (connection: Connection) => connection.model('Item', schema)
export type ItemModel = ReturnType<typeof createItemModel>
