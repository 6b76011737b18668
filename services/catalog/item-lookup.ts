import type { Connection } from 'mongoose'
import type { ItemSnapshot } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { itemNamesIn } from '../../shared/contract/core/scans.ts'
import { createBatchLoader } from '../../shared/database/batch-loader.ts'
import { readRecords } from '../../shared/database/read-records.ts'
import { inSnapshot } from '../../shared/database/transaction.ts'
import { isGtin } from '../../shared/scan/gtin.ts'
import type { ItemRecord } from './item.model.ts'
import { noSuchItem } from './items.ts'
import { type Models, readAliases, toItem, toSnapshot } from './models.ts'

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
