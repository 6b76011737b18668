import type { QueryFilter } from 'mongoose'
import { Item } from '../../shared/contract/catalog.ts'
import { type PageQuery, pageWindow, requestedOrder, type SortDirection, toPage } from '../../shared/contract/paging.ts'
import type { Directory } from '../../shared/runtime/directory/directory.ts'
import type { View } from '../../shared/runtime/directory/view.ts'
import { readRecords } from '../../shared/runtime/read-records.ts'
import type { ItemModel, ItemRecord } from './item.model.ts'
import { type Models, toItem } from './models.ts'
import { readPage } from './read-page.ts'

type ItemQuery = PageQuery & { readonly search?: string | undefined }

const sortable = Item.keyof().options

/** One page of the active items, or of all; by shortID unless the query names another field (decision 14). */
export function listItems({ items }: Models, directory: Directory, query: ItemQuery, which: keyof typeof views) {
  const { field, direction } = requestedOrder(query, sortable) ?? ({ field: 'shortID', direction: 1 } as const)
  const shown = which === 'active' ? { discontinued: false } : {}
  const filters = {
    ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
    ...searchFilter(query.search),
  }
  if (field === 'shortID' && Object.keys(filters).length === 0) {
    return readAll(items, directory, shown, which, direction, query)
  }
  // A shortID is unique, so every order that ends in it is a total one.
  const order = field === 'partNo' ? { _id: direction } : { [field]: direction, shortID: direction }
  const filter: QueryFilter<ItemRecord> = { ...shown, ...filters }
  const list = {
    count: () => items.countDocuments(filter),
    read: (skip: number, limit: number) => readRecords<ItemRecord>(items, { filter, sort: order, skip, limit }),
  }
  return readPage(list, query, toItem)
}

/** Which items a list shows, by whether they are discontinued. */
const views = {
  active: { name: 'active', sees: (discontinued) => discontinued === 'false' },
  all: { name: 'all', sees: () => true },
} as const satisfies Record<string, View>

/** All items of a list by shortID: the directory knows the total and where the page begins. */
async function readAll(
  items: ItemModel,
  directory: Directory,
  filter: QueryFilter<ItemRecord>,
  which: keyof typeof views,
  direction: SortDirection,
  query: PageQuery,
) {
  const { skip: offset, pageSize: limit } = pageWindow(query)
  const { total, range, skip } = await directory.find(views[which], { offset, limit, direction })
  const selection = { filter: { ...filter, ...range }, sort: { shortID: direction }, skip, limit }
  const stored = offset < total ? await readRecords<ItemRecord>(items, selection) : []
  return toPage(stored.map(toItem), total, query)
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
