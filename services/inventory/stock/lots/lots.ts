import { type WarehouseScope, warehouseScope } from '../../../../shared/contract/core/access.ts'
import { type PageQuery, toPage } from '../../../../shared/contract/core/paging.ts'
import type { LotDetails, Lot as LotResult } from '../../../../shared/contract/inventory/inventory.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../shared/database/page-index/read-indexed-page.ts'
import { warehouseVisibility } from '../../../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type ItemFilters, requestedPartNo } from '../../masters/items/item-filter.ts'
import type { Items } from '../../masters/items/items.ts'
import { type Registries, requireWarehouse } from '../../masters/registries/registries.ts'
import { type FieldSort, readLookedUpPage } from '../../records/field-sort.ts'
import type { DescribeLots } from './describe-lots.ts'
import { NEVER } from './expiry.ts'
import type { LotModel, LotRecord } from './lot.model.ts'
import { lotSort } from './lot-sort.ts'

/** What all lists of lots take. */
type CommonQuery = PageQuery & ItemFilters & { readonly wid?: number | undefined }

/** Filters of the lot lists; all that are given must match. */
type LotQuery = CommonQuery & {
  readonly spot?: string | undefined
  readonly serial?: string | undefined
  readonly serial2?: string | undefined
  readonly rfidTag?: string | undefined
  readonly supplier?: number | undefined
  readonly hold?: boolean | undefined
  readonly active?: boolean | undefined
  readonly jobid?: number | undefined
  readonly unchangedSince?: string | undefined
}

type ExpiringQuery = CommonQuery & { readonly from?: string | undefined; readonly before?: string | undefined }

export interface Lots {
  /** A page of the caller's lots, newest first unless the query says otherwise. Throws 404 for an unknown warehouse. */
  list(query: LotQuery, context: CallContext): Promise<ReturnType<typeof toPage<LotResult>>>
  /**
   * A page of the caller's lots in stock that expire, first to expire first unless the query says otherwise. Throws as
   * `list`.
   */
  listExpiring(query: ExpiringQuery, context: CallContext): Promise<ReturnType<typeof toPage<LotDetails>>>
}

interface LotDeps {
  readonly lots: LotModel
  readonly pageIndex: PageIndex
  readonly items: Items
  readonly registries: Registries
  readonly describe: DescribeLots
}

export function createLots({ lots, pageIndex, items, registries, describe }: LotDeps): Lots {
  const read = (scope: WarehouseScope, filters: object, order: FieldSort, query: PageQuery) => {
    const filter = { ...inScope(scope), ...filters }
    if ('lookUp' in order) return readLookedUpPage<LotRecord>(lots, filter, order, query)
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

  /** What matches `exact` and the filters that all lists of lots have. */
  const readMatching = async (
    query: CommonQuery,
    exact: object,
    sort: FieldSort,
    { caller, ...context }: CallContext,
  ) => {
    const { wid, modifiedSince } = query
    if (wid !== undefined) await requireWarehouse(registries, wid)
    const scope: WarehouseScope = wid === undefined ? warehouseScope(caller) : [wid]
    const given = { partNo: await requestedPartNo(items, query, context), ...exact }
    const filters = {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
    }
    if (!('spot' in filters)) return read(scope, filters, sort, query)
    // The index of spots begins with the warehouse, and with whether the lot is in stock.
    const named = scope === 'all' ? await registries.warehouses.ids() : scope
    return read(named, { active: { $in: [true, false] }, ...filters }, sort, query)
  }

  return {
    async list(query, context) {
      const { spot, serial, serial2, rfidTag, supplier, hold, active, jobid, unchangedSince } = query
      const unchanged = unchangedSince === undefined ? {} : { $and: [{ modified: { $lt: new Date(unchangedSince) } }] }
      const exact = { spot, serial, serial2, rfidTag, supplier, hold, active, jobid, ...unchanged }
      const sort = lotSort(query, { direction: -1, storedAs: 'received' })
      const { totalCount, found } = await readMatching(query, exact, sort, context)
      return toPage(await describe(found), totalCount, query)
    },

    async listExpiring(query, context) {
      const { from, before } = query
      const since = from === undefined ? {} : { $gte: new Date(from) }
      const expiring = { active: true, expires: { ...since, $lt: before === undefined ? NEVER : new Date(before) } }
      const sort = lotSort(query, { direction: 1, storedAs: 'expires' })
      const { totalCount, found } = await readMatching(query, expiring, sort, context)
      return toPage(await describe.withDetails(found), totalCount, query)
    },
  }
}

const inScope = (scope: WarehouseScope) =>
  scope === 'all' ? {} : { wid: scope.length === 1 ? scope[0] : { $in: [...scope] } }
