import { readRecords } from '../../../../shared/database/read-records.ts'
import type { ItemModel, ItemRecord } from './item.model.ts'
import { wordsOf } from './item-words.ts'

const ITEMS_AT_ONCE = 1_000

/** Gives copies that a process of an earlier version has made or changed the words that they are found by. */
export async function completeWords(items: ItemModel): Promise<void> {
  for (let after = Number.NEGATIVE_INFINITY; ; ) {
    const outdated = await readRecords<ItemRecord>(items, {
      filter: { _id: { $gt: after }, $expr: { $ne: ['$version', '$wordsVersion'] } },
      sort: { _id: 1 },
      limit: ITEMS_AT_ONCE,
    })
    const last = outdated.at(-1)
    if (!last) return
    after = last._id
    await items.bulkWrite(
      outdated.map(({ _id, version, ...item }) => ({
        updateOne: { filter: { _id, version }, update: { $set: { words: wordsOf(item), wordsVersion: version } } },
      })),
      { ordered: false },
    )
  }
}
