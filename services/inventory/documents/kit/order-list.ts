import { type Caller, type WarehouseScope, warehouseScope } from '../../../../shared/contract/core/access.ts'
import { requestedSort } from '../../../../shared/contract/core/paging.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { readIndexedPage } from '../../../../shared/database/page-index/read-indexed-page.ts'
import type { Visibility } from '../../../../shared/database/page-index/visibility.ts'
import { type CountedSource, type FoundRecords, readCountedPage } from '../../../../shared/database/read-page.ts'
import { inScope, type OrderQuery, orderSort, timeFilters } from './order-access.ts'

/** Where a list of orders is. */
interface OrderList {
  readonly source: CountedSource
  /** Partitioned by status, party and warehouses; sorted by `keyField`. */
  readonly pageIndex: PageIndex
  /** The field that says whose order it is: the number of the customer or vendor, or the assignee. */
  readonly partyField: string
  /** The field of the answer that sorts the list, which the query's `startDate` compares with, and how it is stored. */
  readonly startField: string
  readonly keyField: string
  /** What the query's `endDate` compares with. */
  readonly endField: string
  /** What the answer calls the order's number. */
  readonly numberField: string
  /** The fields of the answer. */
  readonly sortable: readonly string[]
}

/** What the query restricts a list to, looked up. */
interface Restrictions {
  readonly statuses?: readonly string[] | undefined
  readonly parties?: readonly (number | string)[] | undefined
  readonly partNo?: number | undefined
}

/**
 * Reads a page of orders. Sorted by date, all of them or those of a status, party or warehouse, at the same cost for every
 * page (docs/decisions.md#16).
 */
export function readOrderPage<R>(
  { source, pageIndex, partyField, startField, keyField, endField, numberField, sortable }: OrderList,
  query: OrderQuery,
  { statuses, parties, partNo }: Restrictions,
  caller: Caller | undefined,
): Promise<FoundRecords<R>> {
  const { warehouse } = query
  const scope = warehouseScope(caller)
  const requested = requestedSort(query, sortable)
  const isByKey = !requested || requested.field === startField
  const sort = orderSort(requested && isByKey ? { ...requested, field: keyField } : requested, numberField, keyField)
  const of = <T>(field: string, values: readonly T[] | undefined) => (values ? [{ [field]: { $in: [...values] } }] : [])
  const indexed = [
    ...inScope(scope),
    ...of('status', statuses),
    ...of(partyField, parties),
    ...of('wids', warehouse === undefined ? undefined : [warehouse]),
  ]
  const others = [
    ...timeFilters(query, keyField, endField),
    ...of('partNos', partNo === undefined ? undefined : [partNo]),
  ]
  const conditions = [...indexed, ...others]
  const filter = conditions.length === 0 ? {} : { $and: conditions }
  if (!isByKey || others.length > 0) return readCountedPage<R>(source, { filter, sort }, query)
  const visibility = orderVisibility({ scope, warehouse, statuses, parties })
  return readIndexedPage<R>(
    source,
    pageIndex,
    { visibility, filter, sort, direction: requested?.direction ?? -1 },
    query,
  )
}

interface Visible extends Restrictions {
  readonly scope: WarehouseScope
  readonly warehouse: number | undefined
}

/** Decides by the partition key of an order, such as `Open/17/1,2`, as the filter does by its fields. */
function orderVisibility({ scope, warehouse, statuses, parties }: Visible): Visibility {
  return {
    name: JSON.stringify({ scope, warehouse, statuses, parties }),
    isVisible(partitionKey) {
      // The party may be any text.
      const [status = '', ...rest] = partitionKey.split('/')
      const ofLines = (rest.at(-1) ?? '').split(',').map(Number)
      const party = rest.slice(0, -1).join('/')
      return (
        (scope === 'all' || ofLines.every((wid) => scope.includes(wid))) &&
        (statuses?.includes(status) ?? true) &&
        (parties?.some((one) => String(one) === party) ?? true) &&
        (warehouse === undefined || ofLines.includes(warehouse))
      )
    },
  }
}
