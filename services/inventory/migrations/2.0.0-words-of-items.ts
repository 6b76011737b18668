import type { Connection } from 'mongoose'
import type { Migration } from '../../../shared/database/migrations/migration.ts'
import { countInRanges, inRanges } from '../../../shared/database/migrations/migration.ts'
import { type ItemModel, type ItemRecord, wordsOf } from '../masters/item.model.ts'

const outdated = { $expr: { $ne: ['$version', '$wordsVersion'] } }

/** Gives copies of items that version 1.3.0 has made or changed the words that they are found by. */
export function wordsOfItems(connection: Connection, items: ItemModel): Migration {
  return {
    name: '2.0.0-words-of-items',
    removableIn: '3.0.0',
    isRepeated: true,
    count: () => countInRanges(connection, items.collection.collectionName, outdated),
    run: (after) =>
      inRanges<number>(connection, items.collection.collectionName, after, async (range) => {
        const found = await items.find({ ...range, ...outdated }).lean<ItemRecord[]>()
        if (found.length === 0) return 0
        const updates = found.map(({ _id, version, ...item }) => ({
          updateOne: { filter: { _id, version }, update: { $set: { words: wordsOf(item), wordsVersion: version } } },
        }))
        return (await items.bulkWrite(updates, { ordered: false })).modifiedCount
      }),
  }
}
