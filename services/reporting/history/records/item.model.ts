import type { Connection, Model } from 'mongoose'
import type { Item } from '../../../../shared/contract/catalog/catalog.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import type { RecordWrite } from '../../../../shared/database/unit-of-work.ts'

const fields = {
  /** The partNo. */
  _id: field.number,
  shortID: field.text,
  /** Null if only stock of the item is known, of a catalog older than the feed. */
  category: field.nullable(field.number),
  /** When the catalog made the stored change; absent if it has published none, or if an earlier version stored it. */
  modified: field.optional(field.date),
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

/** Stores an item as the catalog published it, unless a later change is stored; the second write then finds no record. */
export const unlessChangedSince = ({ partNo: _id, shortID, category, modified }: Item): RecordWrite<ItemRecord>[] => {
  const at = new Date(modified)
  const update = { $set: { shortID, category, modified: at } }
  return [
    nameUnlessNamed(_id, shortID),
    { name: 'updateOne', filter: { _id, modified: { $not: { $gt: at } } }, update },
  ]
}

const reorderFields = {
  _id: field.text,
  sequence: field.number,
  at: field.date,
  partNo: field.number,
  wid: field.number,
  /** Null if the settings were removed. */
  minimum: field.nullable(field.quantity),
  reorderTo: field.nullable(field.quantity),
  leadDays: field.nullable(field.number),
}

/** Reorder settings of an item in a warehouse after a change. */
export type ReorderStateRecord = RecordOf<typeof reorderFields>

/** Settings after each change: `_id` is partNo/wid/sequence. */
export function createReorderStateModel(connection: Connection, generation: number) {
  const schema = defineSchema(`reorderStates_${generation}`, reorderFields)
  schema.index({ partNo: 1, wid: 1, at: 1 })
  return connection.model<ReorderStateRecord>(`ReorderState_${generation}`, schema)
}
