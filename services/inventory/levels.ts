import { type WarehouseScope, warehouseScope } from '../../shared/contract/access.ts'
import type { StockLevel } from '../../shared/contract/inventory.ts'
import { type PageQuery, pageWindow, requestedOrder, type SortDirection, toPage } from '../../shared/contract/paging.ts'
import type { CallContext } from '../../shared/messaging/context.ts'
import { available, type LevelRecord, levelFigures, sumFigures } from './level.model.ts'
import type { Models } from './models.ts'
import { toNumber } from './quantity.ts'
import { type Registries, requireWarehouse } from './registries.ts'

type LevelPage = ReturnType<typeof toPage<StockLevel>>

export interface Levels {
  /** A page of levels over the caller's warehouses, or of one; by partNo unless the query says otherwise. */
  list(query: PageQuery & { wid?: number }, context: CallContext): Promise<LevelPage>
}

const sortable = ['partNo', 'available', ...levelFigures] as const

export function createLevels({ levels }: Models, registries: Registries): Levels {
  return {
    async list(query, context) {
      if (query.wid !== undefined) await requireWarehouse(registries, query.wid)
      const scope: WarehouseScope = query.wid === undefined ? warehouseScope(context.caller) : [query.wid]
      const { skip, pageSize } = pageWindow(query)
      const order = requestedOrder(query, sortable)
      const inScope = scope === 'all' ? {} : { wids: { $in: [...scope] } }
      const direction = order?.direction ?? 1

      let records: LevelRecord[]
      let totalCount: number
      if ((!order || order.field === 'partNo') && !query.modifiedSince) {
        totalCount = await levels.countDocuments(inScope)
        records =
          skip < totalCount ? await levels.find(inScope).sort({ _id: direction }).skip(skip).limit(pageSize).lean() : []
      } else {
        const rows = [{ $match: inScope }, ...perScope(scope), ...since(query.modifiedSince)]
        const [counted] = await levels.aggregate<{ count: number }>([...rows, { $count: 'count' }])
        totalCount = counted?.count ?? 0
        const sort: Record<string, SortDirection> =
          order && order.field !== 'partNo' ? { [order.field]: direction, _id: 1 } : { _id: direction }
        records =
          skip < totalCount
            ? await levels.aggregate([...rows, { $sort: sort }, { $skip: skip }, { $limit: pageSize }])
            : []
      }
      return toPage(
        records.map((record) => toStockLevel(record, scope)),
        totalCount,
        query,
      )
    },
  }
}

/** The sums over a scope, for orders and filters that need them before paging. */
function perScope(scope: WarehouseScope) {
  const all = { $objectToArray: '$stock' }
  const rows =
    scope === 'all' ? all : { $filter: { input: all, as: 'row', cond: { $in: ['$$row.k', scope.map(String)] } } }
  const figures = levelFigures.map((figure) => [figure, { $sum: `$rows.v.${figure}` }])
  const promised = ['onHold', 'committed', 'packed'].map((figure) => `$${figure}`)
  return [
    { $set: { rows } },
    { $set: { ...Object.fromEntries(figures), changed: { $max: '$rows.v.modified' } } },
    { $set: { available: { $subtract: ['$inStock', { $add: promised }] } } },
  ]
}

const since = (moment: string | undefined) => (moment ? [{ $match: { changed: { $gte: new Date(moment) } } }] : [])

/** The level of an item over a scope, as it is answered (spec 2.2). */
export function toStockLevel(record: LevelRecord, scope: WarehouseScope): StockLevel {
  const figures = sumFigures(record, (wid) => scope === 'all' || scope.includes(wid))
  const { inStock, onOrder, onHold, committed, packed, aSN } = figures
  return {
    partNo: record._id,
    available: toNumber(available(figures)),
    inStock: toNumber(inStock),
    onOrder: toNumber(onOrder),
    onHold: toNumber(onHold),
    committed: toNumber(committed),
    packed: toNumber(packed),
    aSN: toNumber(aSN),
  }
}
