import mongoose, { type Connection, Schema } from 'mongoose'

/** An item as stored; `_id` is its partNo. */
export interface ItemRecord {
  readonly _id: number
  readonly shortID: string
  readonly description: string
  readonly category: number
  readonly subCategory: number
  readonly uOM: string
  readonly putUp: string
  readonly units: mongoose.Types.Decimal128
  readonly dfltOwner: number
  readonly created: Date
  /** Id of the caller that created it; stored, never sent (docs/decisions.md#18). */
  readonly createdBy: string
  readonly modified: Date
  readonly discontinued: boolean
  /** From 1; grows by 1 with every change of the item or its aliases. */
  readonly version: number
}

const schema = new Schema<ItemRecord>(
  {
    _id: { type: Number, required: true },
    shortID: { type: String, required: true },
    description: { type: String, default: '' },
    category: { type: Number, required: true },
    subCategory: { type: Number, required: true },
    uOM: { type: String, default: '' },
    putUp: { type: String, default: '' },
    units: { type: Schema.Types.Decimal128, required: true },
    dfltOwner: { type: Number, required: true },
    created: { type: Date, required: true },
    createdBy: { type: String, default: '' },
    modified: { type: Date, required: true },
    discontinued: { type: Boolean, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'items', versionKey: false, strict: 'throw' },
)
// For the list of all items and the list of active ones, each in the sorts that clients read in full.
schema.index({ shortID: 1 }, { unique: true })
schema.index({ discontinued: 1, shortID: 1 })
schema.index({ discontinued: 1, _id: 1 })
schema.index({ modified: 1, shortID: 1 })
schema.index({ discontinued: 1, modified: 1, shortID: 1 })
schema.index({ category: 1, shortID: 1 })
schema.index({ discontinued: 1, category: 1, shortID: 1 })

export const createItemModel = (connection: Connection) => connection.model('Item', schema)
export type ItemModel = ReturnType<typeof createItemModel>

/** The stored form of units, exact to the last decimal (docs/decisions.md#5). */
export const toStoredUnits = (units: number) => mongoose.Types.Decimal128.fromString(String(units))
