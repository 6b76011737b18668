import { type WarehouseScope, warehouseScope } from '../../../shared/contract/core/access.ts'
import { type PageQuery, pageWindow, toPage } from '../../../shared/contract/core/paging.ts'
import type { Lot as LotAnswer } from '../../../shared/contract/inventory/inventory.ts'
import type { PageIndex } from '../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../shared/database/page-index/read-indexed-page.ts'
import { warehouseVisibility } from '../../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { type ItemFilters, requestedPartNo } from '../items/item-filter.ts'
import type { Items } from '../items/items.ts'
import { type Registries, requireWarehouse } from '../registries/registries.ts'
import type { DescribeLots } from './describe-lots.ts'
import type { LotModel, LotRecord } from './lot.model.ts'
import { type LotSort, lotSort } from './lot-sort.ts'

/** Filters of the lot lists; all that are given must match. */
interface LotFilters extends ItemFilters {
  readonly spot?: string | undefined
  readonly serial?: string | undefined
  readonly rfidTag?: string | undefined
  readonly hold?: boolean | undefined
  readonly active?: boolean | undefined
  readonly jobid?: number | undefined
}

type LotQuery = PageQuery & LotFilters & { readonly wid?: number | undefined }

export interface Lots {
  /** A page of the caller's lots, newest first unless the query says otherwise. Throws 404 for an unknown warehouse. */
  list(query: LotQuery, context: CallContext): Promise<ReturnType<typeof toPage<LotAnswer>>>
}

interface LotParts {
  readonly lots: LotModel
  readonly pageIndex: PageIndex
  readonly items: Items
  readonly registries: Registries
  readonly describe: DescribeLots
}

export function createLots({ lots, pageIndex, items, registries, describe }: LotParts): Lots {
  /** In an order by a name that is kept elsewhere. */
  const readLookedUp = async (filter: object, order: Extract<LotSort, { lookUp: unknown }>, query: PageQuery) => {
    const { skip, pageSize } = pageWindow(query)
    const totalCount = await lots.countDocuments(filter)
    const sort = { $sort: { sortKey: order.direction, _id: order.direction } }
    const stages = [{ $match: filter }, ...order.lookUp, sort, { $skip: skip }, { $limit: pageSize }]
    return { totalCount, found: skip < totalCount ? await lots.aggregate<LotRecord>(stages) : [] }
  }

  const read = (scope: WarehouseScope, filters: object, order: LotSort, query: PageQuery) => {
    const filter = { ...inScope(scope), ...filters }
    if ('lookUp' in order) return readLookedUp(filter, order, query)
    const { direction, storedAs } = order
    const ordered = { filter, sort: { [storedAs]: direction, _id: direction } }
    return storedAs === 'received' && Object.keys(filters).length === 0
      ? readIndexedPage<LotRecord>(
          lots,
          pageIndex,
          { visibility: warehouseVisibility(scope), ...ordered, direction },
          query,
        )
      : readCountedPage<LotRecord>(lots, ordered, query)
  }

  return {
    async list(query, { caller, ...context }) {
      const { wid, modifiedSince, spot, serial, rfidTag, hold, active, jobid } = query
      if (wid !== undefined) await requireWarehouse(registries, wid)
      const scope: WarehouseScope = wid === undefined ? warehouseScope(caller) : [wid]
      const partNo = await requestedPartNo(items, query, context)
      const exact = { partNo, spot, serial, rfidTag, hold, active, jobid }
      const filters = {
        ...Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== undefined)),
        ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
      }
      const { totalCount, found } = await read(scope, filters, lotSort(query), query)
      return toPage(await describe(found), totalCount, query)
    },
  }
}

const inScope = (scope: WarehouseScope) =>
  scope === 'all' ? {} : { wid: scope.length === 1 ? scope[0] : { $in: [...scope] } }
