import type { Connection } from 'mongoose'
import { Item, type ItemSnapshot } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import {
  EXPORT_BATCH,
  type ExportCursor,
  type PageQuery,
  requestedSort,
  toPage,
} from '../../shared/contract/core/paging.ts'
import { itemNamesIn } from '../../shared/contract/core/scans.ts'
import { createBatchLoader } from '../../shared/database/batch-loader.ts'
import type { PageIndex } from '../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../shared/database/page-index/read-indexed-page.ts'
import type { Visibility } from '../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../shared/database/read-page.ts'
import { containsWords, readRecords } from '../../shared/database/read-records.ts'
import { inSnapshot } from '../../shared/database/transaction.ts'
import { isGtin } from '../../shared/scan/gtin.ts'
import type { ItemRecord } from './item.model.ts'
import { noSuchItem } from './items.ts'
import { type Models, readAliases, toItem, toSnapshot } from './models.ts'

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

/** Finds an item by its shortID, an alias or a code; lookups of the same time share one query. Throws 404. */
export function createItemLookup({ items, names }: Models) {
  const findByShortID = createBatchLoader<string, ItemRecord | undefined>(async (shortIDs) => {
    const wanted = [...new Set(shortIDs)]
    const found = await readRecords<ItemRecord>(items, { filter: { shortID: { $in: wanted } }, limit: wanted.length })
    const byShortID = new Map(found.map((item) => [item.shortID, item]))
    return shortIDs.map((shortID) => byShortID.get(shortID))
  })
  const findScanned = async (code: string) => {
    const spellings = itemNamesIn(code)
    const found = await names.find({ _id: { $in: spellings } }).lean()
    const [first] = spellings.flatMap((name) => found.find(({ _id }) => _id === name) ?? [])
    const record = first && (await findByShortID(first.shortID))
    if (record) return toItem(record)
    const [name = '', ...others] = spellings
    const what = others.length > 0 || isGtin(name) ? 'GTIN' : 'name'
    throw new AppError('not_found', `No item has the ${what} ${name} as its ShortID or an alias.`)
  }
  return async (key: string, type: 'id' | 'alias' | 'gs1') => {
    if (type === 'gs1') return findScanned(key)
    const shortID = type === 'id' ? key : (await names.findOne({ _id: key, kind: 'alias' }).lean())?.shortID
    const record = shortID === undefined ? undefined : await findByShortID(shortID)
    if (record) return toItem(record)
    throw type === 'id' ? noSuchItem(key) : new AppError('not_found', `The alias ${key} does not exist.`)
  }
}

/**
 * Finds an item by its shortID or an alias; null if there is none. Lookups of the same time share their queries: of an order
 * each line is one.
 */
export function createSnapshotLookup(models: Models) {
  return createBatchLoader<string, ItemSnapshot | null>(async (wanted) => {
    const named = await models.names.find({ _id: { $in: [...new Set(wanted)] } }).lean()
    const shortIDs = [...new Set(named.map(({ shortID }) => shortID))]
    const items = await models.items.find({ shortID: { $in: shortIDs } }).lean<ItemRecord[]>()
    const aliases = await readAliases(models, items)
    const byShortID = new Map(items.map((item) => [item.shortID, toSnapshot(item, aliases)]))
    const byName = new Map(named.map(({ _id, shortID }) => [_id, byShortID.get(shortID)]))
    return wanted.map((name) => byName.get(name) ?? null)
  })
}

interface SnapshotQuery {
  readonly after: number
  readonly limit: number
}

/** The next items after a partNo, sorted by partNo. */
export function listItemSnapshots(connection: Connection, models: Models, query: SnapshotQuery, deadline: number) {
  const { after, limit } = query
  return inSnapshot(connection, deadline, async (session) => {
    const filter = { _id: { $gt: after } }
    const items = await models.items.find(filter, null, { session }).sort({ _id: 1 }).limit(limit).lean<ItemRecord[]>()
    const aliases = await readAliases(models, items, session)
    return { snapshots: items.map((item) => toSnapshot(item, aliases)) }
  })
}
