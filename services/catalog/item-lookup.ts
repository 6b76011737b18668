import { AppError } from '../../shared/contract/core/errors.ts'
import { joinReads } from '../../shared/database/joined-reads.ts'
import { readRecords } from '../../shared/database/read-records.ts'
import type { ItemRecord } from './item.model.ts'
import { noSuchItem } from './items.ts'
import { type Models, toItem, toSnapshot } from './models.ts'

/** Gets the item with a ShortID, or that an alias points to. Lookups of the same time share one query. */
export function createItemLookup({ items, names }: Models) {
  const findByShortID = joinReads<string, ReadonlyMap<string, ItemRecord>>(async (shortIDs) => {
    const filter = { shortID: { $in: [...shortIDs] } }
    const found = await readRecords<ItemRecord>(items, { filter, limit: shortIDs.length })
    return new Map(found.map((item) => [item.shortID, item]))
  })
  return async (key: string, type: 'id' | 'alias') => {
    const shortID = type === 'id' ? key : (await names.findOne({ _id: key, kind: 'alias' }).lean())?.shortID
    const record = shortID === undefined ? undefined : (await findByShortID(shortID)).get(shortID)
    if (record) return toItem(record)
    throw type === 'id' ? noSuchItem(key) : new AppError('not_found', `The alias ${key} does not exist.`)
  }
}

/** The item that any of its names stands for; null if none. */
export async function findItemSnapshot(models: Models, name: string) {
  const named = await models.names.findById(name).lean()
  const record = named && (await models.items.findOne({ shortID: named.shortID }).lean())
  return record ? toSnapshot(models, record) : null
}
