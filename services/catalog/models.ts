import type { ClientSession, Connection } from 'mongoose'
import type { Item, ItemSnapshot } from '../../shared/contract/catalog/catalog.ts'
import { createIndexedList, type IndexedList } from '../../shared/database/page-index/indexed-list.ts'
import { createItemModel, type ItemModel, type ItemRecord } from './item.model.ts'
import { createNameModel, type NameModel } from './name.model.ts'

/** The collections of catalog. */
export interface Models {
  readonly items: ItemModel
  readonly names: NameModel
  /** Items sorted by shortID, partitioned by `discontinued`. */
  readonly itemList: IndexedList<string>
}

export function createModels(connection: Connection): Models {
  return {
    items: createItemModel(connection),
    names: createNameModel(connection),
    itemList: createIndexedList(connection, {
      name: 'itemPageIndex',
      collection: 'items',
      keyField: 'shortID',
      partitionField: 'discontinued',
      lowestKey: '',
    }),
  }
}

/** An item as the interface sends it (docs/decisions.md#7). */
export function toItem(record: ItemRecord): Item {
  const { _id: partNo, shortID, description, category, subCategory, uOM, putUp, dfltOwner, discontinued } = record
  return {
    partNo,
    shortID,
    description,
    category,
    subCategory,
    uOM,
    putUp,
    units: Number(record.units.toString()),
    dfltOwner,
    created: record.created.toISOString(),
    modified: record.modified.toISOString(),
    discontinued,
  }
}

/** An item as other services copy it, with its aliases in the session's snapshot. */
export async function toSnapshot(
  { names }: Models,
  record: ItemRecord,
  session: ClientSession | null = null,
): Promise<ItemSnapshot> {
  const { _id: partNo, version, shortID, description, dfltOwner, discontinued } = record
  // Adding an alias changes the item's version, so a new item has none.
  const isNew = version === 1
  const stored = isNew
    ? []
    : await names.find({ shortID, kind: 'alias' }, { _id: 1 }, { session }).sort({ _id: 1 }).lean()
  return { partNo, version, shortID, aliases: stored.map(({ _id }) => _id), description, dfltOwner, discontinued }
}
