import type { Connection, Model } from 'mongoose'
import { defineSchema, nullable, number, type RecordOf, text } from '../../../../shared/database/record-fields.ts'
import type { RecordWrite } from '../../../../shared/database/unit-of-work.ts'

const fields = {
  /** The partNo. */
  _id: number,
  shortID: text,
  /** Null if only stock of the item is known, of a catalog older than the feed. */
  category: nullable(number),
}

/** An item as it is now: what reports are restricted by. */
export type ItemRecord = RecordOf<typeof fields>
export type ItemModel = Model<ItemRecord>

export function createItemModel(connection: Connection, generation: number): ItemModel {
  const schema = defineSchema(`items_${generation}`, fields)
  schema.index({ shortID: 1 })
  schema.index({ category: 1 })
  return connection.model<ItemRecord>(`Item_${generation}`, schema)
}

/** Names an item, unless the catalog has named it. */
export const nameUnlessNamed = (_id: number, shortID: string): RecordWrite<ItemRecord> => ({
  name: 'updateOne',
  filter: { _id },
  update: { $setOnInsert: { shortID, category: null } },
  upsert: true,
})
