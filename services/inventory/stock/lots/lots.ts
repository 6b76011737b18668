import { type WarehouseScope, warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { type PageQuery, toPage } from '../../../../shared/contract/core/paging.ts'
import { type inventory, LotDetails } from '../../../../shared/contract/inventory/inventory.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../shared/database/page-index/read-indexed-page.ts'
import { warehouseVisibility } from '../../../../shared/database/page-index/visibility.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Items } from '../../masters/items.ts'
import { type ItemFilters, requestedPartNo, requireWarehouse } from '../../masters/references.ts'
import type { Registries } from '../../masters/registries.ts'
import { createSort, type FieldSort, inScope, readLookedUpPage } from '../../records/queries.ts'
import type { DescribeLots } from './describe-lots.ts'
import { NEVER } from './expiry.ts'
import type { LotModel, LotRecord } from './lot.model.ts'

const selective = ['partNo', 'serial', 'serial2', 'rfidTag', 'supplier', 'jobid', 'hold']

/** What all lists of lots take. */
type CommonQuery = PageQuery & ItemFilters & { readonly wid?: number | undefined }

type LotQuery = Input<(typeof inventory)['listLots']>
type ExpiringQuery = Input<(typeof inventory)['listExpiringLots']>

interface LotDeps {
  readonly lots: LotModel
  readonly pageIndex: PageIndex
  readonly items: Items
  readonly registries: Registries
  readonly describe: DescribeLots
}

export function createLots({ lots, pageIndex, items, registries, describe }: LotDeps) {
  const read = (scope: WarehouseScope, filters: object, order: FieldSort, query: PageQuery) => {
    const filter = { ...inScope('wid', scope), ...filters }
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
      : readCountedPage<LotRecord>(lots, { ...ordered, selective }, query)
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

  /** A page of the caller's lots, newest first unless the query says otherwise. Throws 404 for an unknown warehouse. */
  const listLots = async (query: LotQuery, context: CallContext) => {
    const { spot, serial, serial2, rfidTag, supplier, hold, active, jobid, unchangedSince } = query
    const unchanged = unchangedSince === undefined ? {} : { $and: [{ modified: { $lt: new Date(unchangedSince) } }] }
    const exact = { spot, serial, serial2, rfidTag, supplier, hold, active, jobid, ...unchanged }
    const sort = lotSort(query, { direction: -1, storedAs: 'received' })
    const { totalCount, found } = await readMatching(query, exact, sort, context)
    return toPage(await describe(found), totalCount, query)
  }

  return {
    listLots,
    listWarehouseLots: listLots,

    /** A page of those in stock that expire, first to expire first unless the query says otherwise. Throws as the others. */
    async listExpiringLots(query: ExpiringQuery, context: CallContext) {
      const { from, before } = query
      const since = from === undefined ? {} : { $gte: new Date(from) }
      const expiring = { active: true, expires: { ...since, $lt: before === undefined ? NEVER : new Date(before) } }
      const sort = lotSort(query, { direction: 1, storedAs: 'expires' })
      const { totalCount, found } = await readMatching(query, expiring, sort, context)
      return toPage(await describe.withDetails(found), totalCount, query)
    },
  }
}

/** The sort of a list of lots (docs/interface.md#lot); what lots refer to is looked up, one name after the other. */
const lotSort = createSort({
  fields: Object.keys(LotDetails.omit({ transitSlip: true }).shape),
  storedAs: {
    recNo: '_id',
    wID: 'wid',
    rFIDTag: 'rfidTag',
    jobID: 'jobid',
    goodUntil: 'expires',
    fromRecNo: 'parent',
  },
  lookedUp: {
    description: [{ from: 'items', by: 'partNo', take: 'description' }],
    associate: [
      { from: 'items', by: 'partNo', take: 'dfltOwner' },
      { from: 'customers', by: 'sortKey', take: 'name' },
    ],
    warehouse: [{ from: 'warehouses', by: 'wid', take: 'name' }],
    jobName: [{ from: 'jobs', by: 'jobid', take: 'name' }],
  },
})
