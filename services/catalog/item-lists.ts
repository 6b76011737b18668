import { Item } from '../../shared/contract/catalog/catalog.ts'
import {
  EXPORT_BATCH,
  type ExportCursor,
  type PageQuery,
  requestedSort,
  toPage,
} from '../../shared/contract/core/paging.ts'
import type { PageIndex } from '../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../shared/database/page-index/read-indexed-page.ts'
import type { Visibility } from '../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../shared/database/read-page.ts'
import { containsWords } from '../../shared/database/read-records.ts'
import type { ItemRecord } from './item.model.ts'
import { type Models, toItem } from './models.ts'

type ItemQuery = PageQuery & {
  readonly search?: string | undefined
  readonly category?: number | undefined
  readonly discontinued?: boolean | undefined
}

const sortable = Item.keyof().options

/**
 * A page of the active items, or of all; sorted by shortID unless the query names another field
 * (docs/decisions/lists.md#14).
 */
export async function listItems(
  { items }: Models,
  pageIndex: PageIndex,
  query: ItemQuery,
  which: keyof typeof visibilities,
) {
  const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'shortID', direction: 1 } as const)
  const { category, discontinued } = query
  const visible = which === 'active' || discontinued === false ? 'active' : 'all'
  const shown = visible === 'active' ? { discontinued: false } : {}
  const filters = {
    ...(visible === 'all' && discontinued && { discontinued }),
    ...(category !== undefined && { category }),
    ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
    ...containsWords(query.search, ['shortID', 'description']),
  }
  // A shortID is unique, so a sort that ends in it is total.
  const sort = field === 'partNo' ? { _id: direction } : { [field]: direction, shortID: direction }
  const ordered = { filter: { ...shown, ...filters }, sort }
  const { totalCount, found } =
    field === 'shortID' && Object.keys(filters).length === 0
      ? await readIndexedPage<ItemRecord>(
          items,
          pageIndex,
          { visibility: visibilities[visible], ...ordered, direction },
          query,
        )
      : await readCountedPage<ItemRecord>(items, ordered, query)
  return toPage(found.map(toItem), totalCount, query)
}

/** Partitions of the item list: `discontinued` is false or true. */
const visibilities = {
  active: { name: 'active', isVisible: (discontinued) => discontinued === 'false' },
  all: { name: 'all', isVisible: () => true },
} as const satisfies Record<string, Visibility>

interface CategoryQuery {
  readonly Category: number
  readonly cursor?: ExportCursor
}

/** The active items of a category, sorted by shortID, which never changes; with a cursor, the next of them. */
export async function listCategory({ items }: Models, { Category, cursor }: CategoryQuery): Promise<Item[]> {
  const after = cursor?.after === undefined ? {} : { shortID: { $gt: String(cursor.after) } }
  const found = items.find({ discontinued: false, category: Category, ...after }).sort({ shortID: 1 })
  if (!cursor) return (await found.lean()).map(toItem)
  const stored = await found.limit(EXPORT_BATCH).lean()
  cursor.next = stored.length < EXPORT_BATCH ? undefined : stored.at(-1)?.shortID
  return stored.map(toItem)
}
