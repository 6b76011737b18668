import type { QueryFilter } from 'mongoose'
import { Item } from '../../shared/contract/catalog.ts'
import { type PageQuery, requestedOrder } from '../../shared/contract/paging.ts'
import type { ItemRecord } from './item.model.ts'
import { type Models, toItem } from './models.ts'
import { readPage } from './read-page.ts'

type ItemQuery = PageQuery & { readonly search?: string | undefined }

const sortable = Item.keyof().options

/** One page of the active items, or of all; by shortID unless the query names another field (decision 14). */
export async function listItems({ items }: Models, query: ItemQuery, which: 'active' | 'all') {
  const { field, direction } = requestedOrder(query, sortable) ?? ({ field: 'shortID', direction: 1 } as const)
  // A shortID is unique, so every order that ends in it is a total one.
  const order = field === 'partNo' ? { _id: direction } : { [field]: direction, shortID: direction }
  const filter: QueryFilter<ItemRecord> = {
    ...(which === 'active' && { discontinued: false }),
    ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
    ...searchFilter(query.search),
  }
  const list = {
    count: () => items.countDocuments(filter),
    read: (skip: number, limit: number) => items.find(filter).sort(order).skip(skip).limit(limit).lean<ItemRecord[]>(),
  }
  return readPage(list, query, toItem)
}

/** The active items of a category by shortID. */
export async function listCategory({ items }: Models, category: number): Promise<Item[]> {
  const stored = await items.find({ discontinued: false, category }).sort({ shortID: 1 }).lean()
  return stored.map(toItem)
}

/** Every word must be part of the shortID or the description, in any case. */
function searchFilter(search = ''): QueryFilter<ItemRecord> {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return {}
  return {
    $and: words.map((word) => {
      const pattern = { $regex: word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), $options: 'i' }
      return { $or: [{ shortID: pattern }, { description: pattern }] }
    }),
  }
}
