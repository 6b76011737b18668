import { type WarehouseScope, warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import {
  EXPORT_BATCH,
  type PageQuery,
  requestedSort,
  type SortDirection,
  toPage,
} from '../../../../shared/contract/core/paging.ts'
import {
  type inventory,
  type LevelFigure,
  levelFigures,
  type StockLevel,
} from '../../../../shared/contract/inventory/inventory.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../shared/database/page-index/read-indexed-page.ts'
import { warehouseVisibility } from '../../../../shared/database/page-index/visibility.ts'
import { type Countable, continueAfter, idsAfter, readPageOf } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { Items } from '../../masters/items.ts'
import { requestedPartNo, requireWarehouse } from '../../masters/references.ts'
import type { Registries } from '../../masters/registries.ts'
import { inScope } from '../../records/queries.ts'
import { available } from './figures.ts'
import { type ReservedModels, readCurrent } from './lapsed.ts'
import { type LevelFigures, type LevelRecord, sumFigures } from './level.model.ts'

type LevelQuery = Input<(typeof inventory)['listStockLevels']>

interface LevelDeps {
  readonly models: ReservedModels
  readonly pageIndex: PageIndex
  readonly items: Items
  readonly registries: Registries
}

const sortable = ['partNo', 'shortID', 'available', ...levelFigures] as const

export function createLevels({ models, pageIndex, items, registries }: LevelDeps) {
  const { levels } = models

  /** All levels of a scope by partNo. */
  const readAll = (scope: WarehouseScope, direction: SortDirection, query: PageQuery) => {
    const list = {
      visibility: warehouseVisibility(scope),
      filter: inScope('wids', scope),
      sort: { _id: direction },
      direction,
    }
    // DocumentDB reads all of a warehouse by the index of warehouses, however narrow the range is: better the range, if
    // it has fewer.
    const hint = scope === 'all' ? undefined : ({ _id: 1 } as const)
    return readIndexedPage<LevelRecord>(levels, pageIndex, { ...list, hint }, query)
  }

  /** Any order and filter: what they need is summed up first, then counted. */
  const readSummedPage = async (
    scope: WarehouseScope,
    filter: object,
    sort: Record<string, SortDirection>,
    query: PageQuery,
  ) => {
    const rows = [
      { $match: { ...inScope('wids', scope), ...filter } },
      ...perScope(scope),
      ...since(query.modifiedSince),
      ...('shortID' in sort ? named : []),
    ]
    if (query.cursor) {
      const next = [{ $match: idsAfter(query.cursor) }, { $sort: { _id: 1 as const } }, { $limit: EXPORT_BATCH }]
      return continueAfter(query.cursor, await levels.aggregate<LevelRecord>([...rows, ...next]))
    }
    const list: Countable<LevelRecord> = {
      async count() {
        const [counted] = await levels.aggregate<{ count: number }>([...rows, { $count: 'count' }])
        return counted?.count ?? 0
      },
      read: ({ after = {}, skip, limit }) =>
        levels.aggregate([...rows, { $match: after }, { $sort: sort }, { $skip: skip }, { $limit: limit }]),
    }
    return readPageOf(list, sort, query)
  }

  /** The partNos that the query restricts the list to; undefined if it does not. */
  const matchingPartNos = async (query: LevelQuery, context: CallContext): Promise<readonly number[] | undefined> => {
    const [partNo, found] = await Promise.all([requestedPartNo(items, query, context), items.search(query.search)])
    if (partNo === undefined) return found
    return found?.includes(partNo) === false ? [] : [partNo]
  }

  /**
   * A page of levels, with `include: 'item'` of their items' names too, over the caller's warehouses, or of one; by
   * partNo unless the query says otherwise. Throws 404 for an unknown warehouse.
   */
  const listLevels = async (query: LevelQuery, context: CallContext) => {
    if (query.wid !== undefined) await requireWarehouse(registries, query.wid)
    const scope: WarehouseScope = query.wid === undefined ? warehouseScope(context.caller) : [query.wid]
    const matching = await matchingPartNos(query, context)
    const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'partNo', direction: 1 } as const)
    const { totalCount, found } =
      field === 'partNo' && !query.modifiedSince && !matching
        ? await readAll(scope, direction, query)
        : await readSummedPage(
            scope,
            matching ? { _id: { $in: matching } } : {},
            field === 'partNo' ? { _id: direction } : { [field]: direction, _id: 1 },
            query,
          )
    const current = await readCurrent(models, found, context.deadline)
    const listed = query.include ? await items.findMany(current.map(({ _id }) => _id)) : undefined
    return toPage(
      current.map((record) => ({ ...toStockLevel(record, scope), ...namesOf(listed?.get(record._id)) })),
      totalCount,
      query,
    )
  }

  return {
    listStockLevels: listLevels,
    listWarehouseStockLevels: listLevels,

    /** Levels as they are stored, which is what the ledger adds up to: reservations count until their end is entered. */
    async readLevels({ after, limit, partNos }: Input<typeof inventory.readLevels>) {
      const filter = { _id: partNos ? { $in: partNos } : { $gt: after } }
      const found = await levels.find(filter).sort({ _id: 1 }).limit(limit).lean()
      const value = found.map((row) => ({
        partNo: row._id,
        levels: Object.keys(row.stock).map((wid) => ({
          wid: Number(wid),
          ...toNumbers(sumFigures(row, (other) => other === Number(wid))),
        })),
      }))
      return { value }
    },
  }
}

const namesOf = (item: ItemRecord | undefined) => item && { shortID: item.shortID, description: item.description }

/** The sums over a scope, for orders and filters that need them before paging. */
function perScope(scope: WarehouseScope) {
  const all = { $objectToArray: '$stock' }
  const rows =
    scope === 'all' ? all : { $filter: { input: all, as: 'row', cond: { $in: ['$$row.k', scope.map(String)] } } }
  const figures = levelFigures.map((figure) => [figure, { $sum: `$rows.v.${figure}` }])
  const reserved = ['onHold', 'committed', 'packed'].map((figure) => `$${figure}`)
  return [
    { $set: { rows } },
    { $set: { ...Object.fromEntries(figures), changed: { $max: '$rows.v.modified' } } },
    { $set: { available: { $subtract: ['$inStock', { $add: reserved }] } } },
  ]
}

/** The ShortID that the item has now. */
const named = [
  { $lookup: { from: 'items', localField: '_id', foreignField: '_id', as: 'item' } },
  { $set: { shortID: { $ifNull: [{ $first: '$item.shortID' }, ''] } } },
  { $unset: 'item' },
]

const since = (moment: string | undefined) => (moment ? [{ $match: { changed: { $gte: new Date(moment) } } }] : [])

/** The level of an item over a scope, as it is returned (docs/interface.md#stock-level). */
export function toStockLevel(record: LevelRecord, scope: WarehouseScope): StockLevel {
  const figures = sumFigures(record, (wid) => scope === 'all' || scope.includes(wid))
  return { partNo: record._id, available: toNumber(available(figures)), ...toNumbers(figures) }
}

const toNumbers = (figures: LevelFigures) =>
  // Object.fromEntries forgets that every figure is there.
  Object.fromEntries(levelFigures.map((figure) => [figure, toNumber(figures[figure])])) as Record<LevelFigure, number>
